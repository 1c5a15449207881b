// SQL of what this list and the team had in common last of what waits for a person, and nothing else.
import type { Db } from '../../db/open.ts'

/** How it stood there, as of that version. said: with which answer. */
export interface Ground {
  uid: string
  version: number
  state: string
  said: string | null
}

export type GroundStore = ReturnType<typeof createGroundStore>

export function createGroundStore(db: Db, kind: 'question' | 'proposal' | 'pair') {
  const columns = 'uid, version, state, said'
  const read = db.prepare(`SELECT ${columns} FROM remote_waiting WHERE kind = ? AND uid = ?`)
  const all = db.prepare(`SELECT ${columns} FROM remote_waiting WHERE kind = ?`)
  const put = db.prepare(`INSERT OR REPLACE INTO remote_waiting (kind, ${columns}) VALUES (@kind, @uid, @version, @state, @said)`)
  const drop = db.prepare('DELETE FROM remote_waiting WHERE kind = ? AND uid = ?')
  const clear = db.prepare('DELETE FROM remote_waiting WHERE kind = ?')
  return {
    get: (uid: string): Ground | undefined => read.get(kind, uid) as Ground | undefined,
    all: (): Ground[] => all.all(kind) as Ground[],
    put: ({ uid, version, state, said }: Ground): void => void put.run({ kind, uid, version, state, said }),
    drop: (uid: string): void => void drop.run(kind, uid),
    clear: (): void => void clear.run(kind),
  }
}
