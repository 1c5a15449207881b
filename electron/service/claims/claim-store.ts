// SQL for claims, and nothing else.
import type { Finished } from '../../../shared/domain/work/finishing.ts'
import type { HeldClaim } from '../../../shared/domain/work/holding.ts'
import type { Claim } from '../../../shared/schema/claim.ts'
import type { Db } from '../db/open.ts'

export interface StoredClaim extends HeldClaim {
  /** The journal's entry with which the work began: when the claim ends, that status goes back. Null where claiming changed none. */
  entry: number | null
  /** When the cloud granted it; null: it was not asked, or did not answer. */
  confirmed: string | null
}

export type ClaimStore = ReturnType<typeof createClaimStore>

const columns = ['task_id', 'holder_kind', 'holder_name', 'run', 'worker', 'key', 'ttl_ms', 'claimed_at', 'expires_at', 'entry', 'confirmed'] as const

function read(row: unknown): StoredClaim {
  const { holder_kind, holder_name, ...rest } = row as StoredClaim & { holder_kind: Claim['holder']['kind']; holder_name: string }
  return { ...rest, holder: { kind: holder_kind, name: holder_name } }
}

export function createClaimStore(db: Db) {
  const put = db.prepare(`INSERT OR REPLACE INTO claims (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`)
  const renew = db.prepare('UPDATE claims SET expires_at = ? WHERE task_id = ?')
  const confirm = db.prepare('UPDATE claims SET confirmed = ? WHERE task_id = ?')
  const asked = db.prepare('SELECT key, task_id FROM asked_claims')
  const ask = db.prepare('INSERT OR IGNORE INTO asked_claims (key, task_id) VALUES (?, ?)')
  const answered = db.prepare('DELETE FROM asked_claims WHERE key = ?')
  const remove = db.prepare('DELETE FROM claims WHERE task_id = ?')
  const all = db.prepare('SELECT * FROM claims ORDER BY claimed_at DESC, task_id DESC')
  const finished = db.prepare('SELECT key, digest, finisher FROM finished_claims WHERE task_id = ?')
  const finish = db.prepare('INSERT OR REPLACE INTO finished_claims (task_id, key, digest, finisher) VALUES (?, ?, ?, ?)')
  return {
    put: ({ holder, ...rest }: StoredClaim): void => void put.run({ ...rest, holder_kind: holder.kind, holder_name: holder.name }),
    renew: (taskId: number, expiresAt: string): void => void renew.run(expiresAt, taskId),
    confirm: (taskId: number, confirmed: string): void => void confirm.run(confirmed, taskId),
    /** Keys under which the cloud was asked, and whose answer was not heard. */
    asked: () => asked.all() as { key: string; task_id: number }[],
    ask: (taskId: number, key: string): void => void ask.run(key, taskId),
    answered: (key: string): void => void answered.run(key),
    remove: (taskId: number): void => void remove.run(taskId),
    all: (): StoredClaim[] => all.all().map(read),
    /** The last claim of a task that ended with its work: a call that is repeated must be recognised, also after a restart. */
    finished: (taskId: number): Finished | undefined => finished.get(taskId) as never,
    finish: (taskId: number, { key, digest, finisher }: Finished): void => void finish.run(taskId, key, digest, finisher),
  }
}
