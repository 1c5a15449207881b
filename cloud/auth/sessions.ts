// Web sessions: only the SHA-256 of their token is kept.
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Session } from '../../shared/schema/cloud/account.ts'
import type { Database, Tx } from '../db/database.ts'
import { idleFor } from './last-used.ts'
import { lockedAccount } from './locked.ts'
import { hashSecret, newSessionToken } from './secrets.ts'
import { sessionStore } from './session-store.ts'

/** Somebody who signs in more often than this keeps the newest. */
const maxSessions = 50

export type Sessions = ReturnType<typeof createSessions>

/** `tellEnded`: on all instances, calls and streams of that person that stay open look whether they still may. */
export function createSessions(db: Database, now: () => Date, tellEnded: (userId: string) => void) {
  return {
    /** Begins a session; `replaced` is the token that the browser came with, which ends (rotation at sign-in). Throws `locked`. */
    async begin(tx: Tx, userId: string, userAgent: string | undefined, replaced: string | undefined): Promise<{ token: string; expiresAt: string }> {
      if (await sessionStore.isLocked(tx, userId)) throw lockedAccount()
      const token = newSessionToken()
      const at = now()
      const expiresAt = new Date(at.getTime() + idleFor).toISOString()
      if (replaced) await sessionStore.removeByToken(tx, hashSecret(replaced))
      await sessionStore.insert(tx, {
        token_hash: hashSecret(token),
        id: uuidv7(),
        user_id: userId,
        user_agent: userAgent?.slice(0, 300) ?? null,
        created_at: at.toISOString(),
        last_used_at: at.toISOString(),
        expires_at: expiresAt,
        proven_at: at.toISOString(),
      })
      await sessionStore.keepNewest(tx, userId, maxSessions)
      return { token, expiresAt }
    },

    /** Newest first. */
    async list(userId: string, currentId: string): Promise<Session[]> {
      const rows = await db.readIdentity({}, (tx) => sessionStore.list(tx, userId, now().toISOString()))
      return rows.map((row) => ({ ...row, current: row.id === currentId }))
    },

    async end(userId: string, id: string): Promise<void> {
      const ended = await db.asIdentity({}, (tx) => sessionStore.remove(tx, userId, id))
      if (ended === 0) throw new AppError('not_found', `You have no session ${id}.`)
      tellEnded(userId)
    },

    /** After the commit of what ended sessions. */
    tellEnded,

    /** Ends all of a person's sessions but one, or all. */
    async endOthers(tx: Tx, userId: string, but?: string): Promise<void> {
      await sessionStore.removeOthers(tx, userId, but)
    },
  }
}
