// SQL for evidence, the trees that were seen, and the public keys; and nothing else.
import type { Actor } from '../../../shared/schema/actor.ts'
import type { Envelope, EvidenceKind } from '../../../shared/schema/work/evidence.ts'
import type { Db } from '../db/open.ts'

export type EvidenceStore = ReturnType<typeof createEvidenceStore>

export interface StoredEvidence {
  id: string
  task_id: number
  kind: EvidenceKind
  criterion: string | null
  text: string | null
  /** What was signed; null: it is only claimed. */
  envelope: Envelope | null
  by: Actor
  created_at: string
}

export interface StoredKey {
  key_id: string
  public_key: string
  created_at: string
}

interface EvidenceRow extends Omit<StoredEvidence, 'envelope' | 'by'> {
  envelope: string | null
  by_kind: Actor['kind']
  by_name: string
}

function read(row: unknown): StoredEvidence {
  const { envelope, by_kind, by_name, ...rest } = row as EvidenceRow
  return { ...rest, envelope: envelope === null ? null : (JSON.parse(envelope) as Envelope), by: { kind: by_kind, name: by_name } }
}

export function createEvidenceStore(db: Db) {
  const columns = 'id, task_id, kind, criterion, text, envelope, by_kind, by_name, created_at'
  const insert = db.prepare(`INSERT INTO evidence (${columns}) VALUES (@id, @task_id, @kind, @criterion, @text, @envelope, @by_kind, @by_name, @created_at)`)
  const byId = db.prepare(`SELECT ${columns} FROM evidence WHERE id = ?`)
  // Of the task, and of those that were merged into it. Asked each time: undoing the merge gives back what each had.
  const taskIds = `WITH RECURSIVE merged(id) AS (SELECT ? UNION SELECT task_id FROM evidence_merges JOIN merged ON into_id = merged.id
    WHERE EXISTS (SELECT 1 FROM journal WHERE seq = entry AND undone_by IS NULL))`
  const merge = db.prepare('INSERT INTO evidence_merges (entry, task_id, into_id) VALUES (?, ?, ?)')
  const ofTask = db.prepare(`${taskIds} SELECT ${columns} FROM evidence WHERE task_id IN (SELECT id FROM merged) ORDER BY seq DESC LIMIT ?`)
  const countOf = db.prepare(`${taskIds} SELECT count(*) FROM evidence WHERE task_id IN (SELECT id FROM merged)`).pluck()
  const see = db.prepare(
    `INSERT INTO evidence_trees VALUES (@checkout, @tree, @seen_at)
     ON CONFLICT (checkout) DO UPDATE SET tree = excluded.tree, seen_at = excluded.seen_at WHERE excluded.seen_at >= seen_at`,
  )
  const treeOf = db.prepare('SELECT tree FROM evidence_trees WHERE checkout = ?').pluck()
  const keepKey = db.prepare('INSERT INTO evidence_keys VALUES (@key_id, @public_key, @created_at) ON CONFLICT (key_id) DO NOTHING')
  const keys = db.prepare('SELECT * FROM evidence_keys ORDER BY created_at DESC, key_id')
  return {
    insert: ({ envelope, by, ...rest }: StoredEvidence): void =>
      void insert.run({ ...rest, envelope: envelope && JSON.stringify(envelope), by_kind: by.kind, by_name: by.name }),
    byId(id: string): StoredEvidence | undefined {
      const row = byId.get(id)
      return row ? read(row) : undefined
    },
    /** Newest first, with that of the tasks that were merged into it. */
    ofTask: (taskId: number, limit: number): StoredEvidence[] => ofTask.all(taskId, limit).map((row) => ({ ...read(row), task_id: taskId })),
    /** Inside the write of a merge; `entry`: with which the task was deleted. */
    merge: (taskId: number, into: number, entry: number): void => void merge.run(entry, taskId, into),
    countOf: (taskId: number): number => countOf.get(taskId) as number,
    /** What was seen later already stays. */
    see: (checkout: string, tree: string, seen_at: string): void => void see.run({ checkout, tree, seen_at }),
    treeOf: (checkout: string) => treeOf.get(checkout) as string | undefined,
    keepKey: (key: StoredKey): void => void keepKey.run(key),
    keys: () => keys.all() as StoredKey[],
  }
}
