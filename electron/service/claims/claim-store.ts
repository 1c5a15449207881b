// SQL for claims, and nothing else.
import type { Claim } from '../../../shared/schema/claim.ts'
import type { Db } from '../db/open.ts'

export interface StoredClaim extends Claim {
  /** The run that holds it; null where the caller has none. */
  run: string | null
  /** Which of several agents of that run; null where it names none. */
  worker: string | null
  key: string
  ttl_ms: number
  /** The journal's entry with which the work began: when the claim ends, that status goes back. Null where claiming changed none. */
  entry: number | null
}

/** How a claim ended with its work. */
export interface Finished {
  key: string
  digest: string
  /** The run that finished it, or the person; null where nothing tells it from a namesake. */
  finisher: string | null
}

/** As the journal names who writes. */
export const holderOf = ({ holder, run }: StoredClaim) => ({ ...holder, run: run ?? undefined })

export type ClaimStore = ReturnType<typeof createClaimStore>

const columns = ['task_id', 'holder_kind', 'holder_name', 'run', 'worker', 'key', 'ttl_ms', 'claimed_at', 'expires_at', 'entry'] as const

function read(row: unknown): StoredClaim {
  const { holder_kind, holder_name, ...rest } = row as StoredClaim & { holder_kind: Claim['holder']['kind']; holder_name: string }
  return { ...rest, holder: { kind: holder_kind, name: holder_name } }
}

export function createClaimStore(db: Db) {
  const put = db.prepare(`INSERT OR REPLACE INTO claims (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`)
  const renew = db.prepare('UPDATE claims SET expires_at = ? WHERE task_id = ?')
  const remove = db.prepare('DELETE FROM claims WHERE task_id = ?')
  const all = db.prepare('SELECT * FROM claims ORDER BY claimed_at DESC, task_id DESC')
  const finished = db.prepare('SELECT key, digest, finisher FROM finished_claims WHERE task_id = ?')
  const finish = db.prepare('INSERT OR REPLACE INTO finished_claims (task_id, key, digest, finisher) VALUES (?, ?, ?, ?)')
  return {
    put: ({ holder, ...rest }: StoredClaim): void => void put.run({ ...rest, holder_kind: holder.kind, holder_name: holder.name }),
    renew: (taskId: number, expiresAt: string): void => void renew.run(expiresAt, taskId),
    remove: (taskId: number): void => void remove.run(taskId),
    all: (): StoredClaim[] => all.all().map(read),
    /** The last claim of a task that ended with its work: a call that is repeated must be recognised, also after a restart. */
    finished: (taskId: number): Finished | undefined => finished.get(taskId) as never,
    finish: (taskId: number, { key, digest, finisher }: Finished): void => void finish.run(taskId, key, digest, finisher),
  }
}
