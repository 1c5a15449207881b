// Notes when a session or token was last used: at most once a minute each, after the answer, and never in its way.
import type { Database } from '../db/database.ts'
import type { Login } from './logins.ts'
import { sessionStore } from './session-store.ts'

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
      await db.inTeam(id, (tx) => sessionStore.useToken(tx, id, caller.id, moment))
      return
    }
    await db.asIdentity({}, async (tx) => {
      const begun = await sessionStore.lock(tx, caller.tokenHash)
      if (begun === undefined) return
      const expires = Math.min(at.getTime() + idleFor, Date.parse(begun) + longestSession)
      await sessionStore.use(tx, caller.tokenHash, moment, new Date(expires).toISOString())
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
