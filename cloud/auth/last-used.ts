// Notes when a session or token was last used: at most once a minute each, after the answer, and never in its way.
import { type Database, sqlFor } from '../db/database.ts'
import type { Login } from './logins.ts'

const apart = 60_000
const day = 24 * 3_600_000
/** A session ends after 30 days without use, and after 180 in any case. */
export const idleFor = 30 * day
const longestSession = 180 * day
const maxRemembered = 10_000

export function createLastUsed(db: Database, now: () => Date, onError: (error: unknown) => void) {
  const noted = new Map<string, number>()
  const running = new Set<Promise<void>>()

  async function note({ caller, team }: Login, at: Date): Promise<void> {
    const moment = at.toISOString()
    if (caller.kind === 'token') {
      const id = (team as { id: string }).id
      await db.inTeam(id, (tx) => tx.run(sqlFor.updateTable('api_tokens').set({ last_used_at: moment }).where('team_id', '=', id).where('id', '=', caller.id)))
      return
    }
    await db.asIdentity({}, async (tx) => {
      const session = await tx.first(sqlFor.selectFrom('sessions').select('created_at').where('token_hash', '=', caller.tokenHash).forUpdate())
      if (!session) return
      const expires = Math.min(at.getTime() + idleFor, Date.parse(session.created_at) + longestSession)
      await tx.run(
        sqlFor
          .updateTable('sessions')
          .set({ last_used_at: moment, expires_at: new Date(expires).toISOString() })
          .where('token_hash', '=', caller.tokenHash),
      )
    })
  }

  return {
    used(login: Login): void {
      const at = now()
      if (login.lastUsed !== null && at.getTime() - Date.parse(login.lastUsed) < apart) return
      const { id } = login.caller
      if (at.getTime() - (noted.get(id) ?? 0) < apart) return
      if (noted.size >= maxRemembered) noted.clear()
      noted.set(id, at.getTime())
      const work = note(login, at)
        .catch(onError)
        .finally(() => running.delete(work))
      running.add(work)
    },
    async close(): Promise<void> {
      await Promise.all(running)
    },
  }
}
