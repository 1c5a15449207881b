// SQL of the connection with a team, and nothing else.
import type { Role } from '../../../../shared/schema/cloud/team.ts'
import type { Db } from '../../db/open.ts'

export interface Connection {
  connected: boolean
  revoked: boolean
  url: string
  team_id: string
  team_name: string
  role: Role
  outbox: number
  inbox: number | null
  first_total: number | null
  last_synced_at: string | null
}

export function createConnectionStore(db: Db) {
  const read = db.prepare('SELECT * FROM remote WHERE id = 1')
  const write = db.prepare(
    `INSERT OR REPLACE INTO remote VALUES (1, @connected, @revoked, @url, @team_id, @team_name, @role, @outbox, @inbox, @first_total, @last_synced_at)`,
  )
  return {
    connection(): Connection | undefined {
      const row = read.get() as (Omit<Connection, 'connected' | 'revoked'> & { id: number; connected: number; revoked: number }) | undefined
      if (!row) return undefined
      const { id: _id, connected, revoked, ...rest } = row
      return { ...rest, connected: connected === 1, revoked: revoked === 1 }
    },
    keepConnection: (to: Connection): void => void write.run({ ...to, connected: Number(to.connected), revoked: Number(to.revoked) }),
  }
}
