// SQL for evidence, the trees that were seen, and the public keys; and nothing else.
import type { Actor } from '../../../shared/schema/actor.ts'
import type { StoredEvidence } from '../../../shared/node/shown-evidence.ts'
import type { Envelope } from '../../../shared/schema/work/evidence.ts'
import type { Db } from '../db/open.ts'

export type EvidenceStore = ReturnType<typeof createEvidenceStore>

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
  const columns = 'id, task_id, kind, criterion, text, envelope, by_kind, by_name, created_at, public_key'
  const insert = db.prepare(
    `INSERT INTO evidence (${columns}) VALUES (@id, @task_id, @kind, @criterion, @text, @envelope, @by_kind, @by_name, @created_at, @public_key)`,
  )
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
  const keyOf = db.prepare('SELECT public_key FROM evidence_keys WHERE key_id = ?').pluck()
  const foreignKeys = db.prepare('SELECT public_key, min(created_at) AS created_at FROM evidence WHERE public_key IS NOT NULL GROUP BY public_key ORDER BY 2')
  const unsent = db.prepare(
    `SELECT ${columns} FROM evidence WHERE NOT EXISTS (SELECT 1 FROM remote_evidence WHERE remote_evidence.id = evidence.id) ORDER BY seq`,
  )
  const markSent = db.prepare('INSERT OR IGNORE INTO remote_evidence VALUES (?)')
  const readUpTo = db.prepare('SELECT last FROM remote_evidence_read').pluck()
  const keepRead = db.prepare('INSERT OR REPLACE INTO remote_evidence_read VALUES (1, ?)')
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
    keyOf: (keyId: string) => keyOf.get(keyId) as string | undefined,
    /** Of other services of the team, with when the first of theirs was recorded. */
    foreignKeys: () => foreignKeys.all() as { public_key: string; created_at: string }[],
    /** Recorded here, and not known to be with the team. */
    unsent: (): StoredEvidence[] => unsent.all().map(read),
    markSent: (id: string): void => void markSent.run(id),
    /** How far the team's was read. */
    readUpTo: () => readUpTo.get() as number | undefined,
    keepRead: (last: number): void => void keepRead.run(last),
    forgetTeam: (): void => void db.exec('DELETE FROM remote_evidence; DELETE FROM remote_evidence_read'),
  }
}
