// SQL for what persons said of pairs of tasks that were suspected to be one, and nothing else. By uids: a task that is brought back has another number.
import type { Db } from '../../db/open.ts'

export interface JudgedPair {
  /** The uids of both tasks. */
  uid: string
  state: 'different' | 'open'
  /** The name of the person. */
  said_by: string
  said_at: string
}

export type JudgedPairStore = ReturnType<typeof createJudgedPairStore>

export function createJudgedPairStore(db: Db) {
  const columns = 'uid, state, said_by, said_at'
  const put = db.prepare(`INSERT OR REPLACE INTO judged_pairs (${columns}) VALUES (@uid, @state, @said_by, @said_at)`)
  const byUid = db.prepare(`SELECT ${columns} FROM judged_pairs WHERE uid = ?`)
  const different = db.prepare("SELECT uid FROM judged_pairs WHERE state = 'different'")
  const has = db
    .prepare("SELECT 1 FROM judged_pairs WHERE state = 'different' AND uid = (SELECT min(uid) || '_' || max(uid) FROM tasks WHERE id IN (?, ?))")
    .pluck()
  return {
    put: ({ uid, state, said_by, said_at }: JudgedPair): void => void put.run({ uid, state, said_by, said_at }),
    byUid: (uid: string) => byUid.get(uid) as JudgedPair | undefined,
    /** Those that are two tasks. */
    different: () => different.all() as Pick<JudgedPair, 'uid'>[],
    has: (one: number, other: number): boolean => has.get(one, other) !== undefined,
  }
}
