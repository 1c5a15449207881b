// SQL for web sessions and the use of tokens, and nothing else.
import { sqlFor, type Tx } from '../db/database.ts'

export interface NewSession {
  token_hash: Buffer
  id: string
  user_id: string
  user_agent: string | null
  created_at: string
  last_used_at: string
  expires_at: string
  /** Signing in is a proof. */
  proven_at: string
}

const ofUser = (userId: string) => sqlFor.deleteFrom('sessions').where('user_id', '=', userId)

export const sessionStore = {
  insert: (tx: Tx, session: NewSession) => tx.run(sqlFor.insertInto('sessions').values(session)),

  isLocked: async (tx: Tx, userId: string) => (await tx.first(sqlFor.selectFrom('users').select('locked_at').where('id', '=', userId)))?.locked_at != null,

  removeByToken: (tx: Tx, hash: Buffer) => tx.run(sqlFor.deleteFrom('sessions').where('token_hash', '=', hash)),

  keepNewest(tx: Tx, userId: string, count: number) {
    const kept = sqlFor.selectFrom('sessions').select('token_hash').where('user_id', '=', userId).orderBy('created_at', 'desc').limit(count)
    return tx.run(ofUser(userId).where('token_hash', 'not in', kept))
  },

  /** Newest first. */
  list: (tx: Tx, userId: string, now: string) =>
    tx.all(
      sqlFor
        .selectFrom('sessions')
        .select(['id', 'user_agent', 'created_at', 'last_used_at', 'expires_at'])
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc'),
    ),

  remove: (tx: Tx, userId: string, id: string) => tx.run(ofUser(userId).where('id', '=', id)),

  removeOthers: (tx: Tx, userId: string, but?: string) => tx.run(but === undefined ? ofUser(userId) : ofUser(userId).where('id', '<>', but)),

  /** When it began; undefined when it has ended. Holds it. */
  lock: async (tx: Tx, hash: Buffer) =>
    (await tx.first(sqlFor.selectFrom('sessions').select('created_at').where('token_hash', '=', hash).forUpdate()))?.created_at,

  /** An API token lasts as long as it lasts; only its last use is noted. */
  useToken: (tx: Tx, team: string, id: string, at: string) =>
    tx.run(sqlFor.updateTable('api_tokens').set({ last_used_at: at }).where('team_id', '=', team).where('id', '=', id)),

  use: (tx: Tx, hash: Buffer, at: string, expires: string) =>
    tx.run(sqlFor.updateTable('sessions').set({ last_used_at: at, expires_at: expires }).where('token_hash', '=', hash)),
}
