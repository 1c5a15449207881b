// SQL for the ways into an account, and nothing else.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../../db/database.ts'

export interface IdentityRow {
  issuer: string
  subject: string
  id: string
  user_id: string
  email: string | null
  created_at: string
  last_used_at: string
}

const ofUser = (userId: string) => sqlFor.selectFrom('identities').where('user_id', '=', userId)

export const wayStore = {
  /** Holds the account: of two changes of how one gets in, the second sees the first. */
  lock: (tx: Tx, userId: string) =>
    tx.first(
      sqlFor
        .selectFrom('users')
        .select(['id', 'email', 'name', 'password_hash', 'email_verified_at', 'totp_confirmed_at'])
        .where('id', '=', userId)
        .forNoKeyUpdate(),
    ),

  /** Undefined: the session has ended. */
  provenAt: async (tx: Tx, userId: string, sessionId: string) =>
    (await tx.first(sqlFor.selectFrom('sessions').select('proven_at').where('user_id', '=', userId).where('id', '=', sessionId)))?.proven_at,

  /** Whose a session is that has not ended. */
  ownerOf: async (tx: Tx, sessionId: string, now: string) =>
    (await tx.first(sqlFor.selectFrom('sessions').select('user_id').where('id', '=', sessionId).where('expires_at', '>', now)))?.user_id,

  /** Returns 0 when the session has ended. */
  prove: (tx: Tx, userId: string, sessionId: string, at: string) =>
    tx.run(sqlFor.updateTable('sessions').set({ proven_at: at }).where('user_id', '=', userId).where('id', '=', sessionId)),

  noPassword: (tx: Tx, userId: string, at: string) =>
    tx.run(
      sqlFor
        .updateTable('users')
        .set({ password_hash: null, totp_secret: null, totp_confirmed_at: null, totp_last_step: null, recovery_hashes: [], updated_at: at })
        .where('id', '=', userId),
    ),

  list: (tx: Tx, userId: string) => tx.all(ofUser(userId).selectAll().orderBy('created_at')),

  countOf: async (tx: Tx, userId: string, issuers: readonly string[]): Promise<number> =>
    (
      await tx.all(
        ofUser(userId)
          .select('id')
          .where(sql<boolean>`issuer = any(${[...issuers]}::text[])`),
      )
    ).length,

  passkeys: (tx: Tx, userId: string, rpId: string) =>
    tx.all(
      sqlFor
        .selectFrom('passkeys')
        .select(['id', 'user_agent', 'synced', 'created_at', 'last_used_at'])
        .where('user_id', '=', userId)
        .where('rp_id', '=', rpId)
        .orderBy('created_at'),
    ),

  byId: (tx: Tx, userId: string, id: string) => tx.first(ofUser(userId).selectAll().where('id', '=', id)),

  remove: (tx: Tx, userId: string, id: string) => tx.run(sqlFor.deleteFrom('identities').where('user_id', '=', userId).where('id', '=', id)),

  /** Identities and passkeys. */
  async removeOf(tx: Tx, userId: string): Promise<void> {
    await tx.run(sqlFor.deleteFrom('identities').where('user_id', '=', userId))
    await tx.run(sqlFor.deleteFrom('passkeys').where('user_id', '=', userId))
  },

  /** Those that were added since then; what the account began with is none. */
  async removeAdded(tx: Tx, userId: string, since: string): Promise<void> {
    const began = sqlFor.selectFrom('users').select('created_at').where('id', '=', userId)
    await tx.run(sqlFor.deleteFrom('identities').where('user_id', '=', userId).where('created_at', '>=', since).where('created_at', '>', began))
    await tx.run(sqlFor.deleteFrom('passkeys').where('user_id', '=', userId).where('created_at', '>=', since).where('created_at', '>', began))
  },

  /** Returns 0 where the identity is somebody's already, or the account has another one of this issuer. */
  insert: (tx: Tx, row: IdentityRow) =>
    tx.run(
      sqlFor
        .insertInto('identities')
        .values(row)
        .onConflict((conflict) => conflict.doNothing()),
    ),

  /** Notes the use, and answers whose it is. */
  use: (tx: Tx, issuer: string, subject: string, email: string | null, at: string) =>
    tx.first(
      sqlFor
        .updateTable('identities as i')
        .from('users as u')
        .whereRef('u.id', '=', 'i.user_id')
        .where('i.issuer', '=', issuer)
        .where('i.subject', '=', subject)
        .set({ last_used_at: at, email })
        .returning(['u.id', 'u.email', 'u.name', 'u.email_verified_at']),
    ),
}
