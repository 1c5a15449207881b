// SQL for accounts, their mailed links and their second factor, and nothing else.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'

/** What a mailed link is for. */
export type LinkPurpose = 'verify' | 'reset'

export interface NewUser {
  id: string
  email: string
  email_key: string
  name: string | null
  /** null: signs in without one. */
  password_hash: string | null
  email_verified_at?: string
  created_at: string
  updated_at: string
}

const ofUser = (id: string) => sqlFor.updateTable('users').where('id', '=', id)
const noFactor = { totp_secret: null, totp_confirmed_at: null, totp_last_step: null, recovery_hashes: [] as Buffer[] }

export const userStore = {
  /** Does nothing, and returns 0, where the address has an account. */
  insert: (tx: Tx, user: NewUser) =>
    tx.run(
      sqlFor
        .insertInto('users')
        .values(user)
        .onConflict((conflict) => conflict.column('email_key').doNothing()),
    ),

  byEmail: (tx: Tx, emailKey: string) =>
    tx.first(
      sqlFor.selectFrom('users').select(['id', 'email', 'name', 'password_hash', 'email_verified_at', 'totp_confirmed_at']).where('email_key', '=', emailKey),
    ),

  lockByEmail: (tx: Tx, emailKey: string) =>
    tx.first(sqlFor.selectFrom('users').select(['id', 'email', 'email_verified_at']).where('email_key', '=', emailKey).forUpdate()),

  passwordHash: async (tx: Tx, id: string) => (await tx.first(sqlFor.selectFrom('users').select('password_hash').where('id', '=', id)))?.password_hash,

  /** Holds it as it is until the transaction ends. */
  isPassword: async (tx: Tx, id: string, hash: string | null) =>
    (await tx.first(sqlFor.selectFrom('users').select('id').where('id', '=', id).where('password_hash', 'is not distinct from', hash).forNoKeyUpdate())) !==
    undefined,

  proofs: (tx: Tx, id: string) => tx.first(sqlFor.selectFrom('users').select(['email_verified_at', 'totp_confirmed_at']).where('id', '=', id)),

  /** With `isProof` the address is proven, too, which it was not before; else it had to be. Undefined: it is the other way round. */
  setPassword: (tx: Tx, id: string, isProof: boolean, set: { password_hash: string | null; name: string | null | undefined }, at: string) =>
    tx.first(
      ofUser(id)
        .set({
          password_hash: set.password_hash,
          updated_at: at,
          ...(isProof ? { email_verified_at: at, ...noFactor } : {}),
          ...(set.name === undefined ? {} : { name: set.name }),
        })
        .where('email_verified_at', isProof ? 'is' : 'is not', null)
        .returning('email'),
    ),

  /** In place of the one that is known; returns 0 when it is another by now. */
  replacePassword: (tx: Tx, id: string, known: string | null, password_hash: string, at: string) =>
    tx.run(ofUser(id).set({ password_hash, updated_at: at }).where('password_hash', 'is not distinct from', known)),

  /** Sessions, devices, links and preferences go with it. */
  remove: (tx: Tx, id: string) => tx.run(sqlFor.deleteFrom('users').where('id', '=', id)),

  forgetPreferences: (tx: Tx, id: string) => tx.run(sqlFor.deleteFrom('notification_preferences').where('user_id', '=', id)),
}

export const linkStore = {
  insert: (tx: Tx, link: { token_hash: Buffer; user_id: string; purpose: LinkPurpose; expires_at: string }) =>
    tx.run(sqlFor.insertInto('mail_links').values(link)),

  accountOf: (tx: Tx, hash: Buffer, purpose: LinkPurpose, now: string) =>
    tx.first(
      sqlFor
        .selectFrom('mail_links as l')
        .innerJoin('users as u', 'u.id', 'l.user_id')
        .select(['u.id', 'u.password_hash', 'u.email_verified_at'])
        .where('l.token_hash', '=', hash)
        .where('l.purpose', '=', purpose)
        .where('l.expires_at', '>', now),
    ),

  /** False: it was used already. */
  use: async (tx: Tx, hash: Buffer, purpose: LinkPurpose) =>
    (await tx.run(sqlFor.deleteFrom('mail_links').where('token_hash', '=', hash).where('purpose', '=', purpose))) > 0,

  /** Those of one purpose, or all. */
  removeOf(tx: Tx, userId: string, purpose?: LinkPurpose) {
    const all = sqlFor.deleteFrom('mail_links').where('user_id', '=', userId)
    return tx.run(purpose === undefined ? all : all.where('purpose', '=', purpose))
  },
}

export const factorStore = {
  secret: async (tx: Tx, id: string) => (await tx.first(sqlFor.selectFrom('users').select('totp_secret').where('id', '=', id)))?.totp_secret,

  lock: (tx: Tx, id: string) => tx.first(sqlFor.selectFrom('users').select(['totp_secret', 'totp_confirmed_at']).where('id', '=', id).forUpdate()),

  /** Returns 0 when this code, or a newer one, was used already. */
  useStep: (tx: Tx, id: string, step: number) =>
    tx.run(
      ofUser(id)
        .set({ totp_last_step: step })
        .where((row) => row.or([row('totp_last_step', 'is', null), row('totp_last_step', '<', step)])),
    ),

  /** Returns 0 when there is no such recovery code (any more). */
  useRecoveryCode: (tx: Tx, id: string, hash: Buffer) =>
    tx.run(
      ofUser(id)
        .set({ recovery_hashes: sql<Buffer[]>`array_remove(recovery_hashes, ${hash}::bytea)` })
        .where(sql<boolean>`${hash}::bytea = any(recovery_hashes)`),
    ),

  /** Not yet in force. Returns 0 when there is one in force, or the password is another by now. */
  start: (tx: Tx, id: string, passwordHash: string, totp_secret: Buffer) =>
    tx.run(ofUser(id).set({ totp_secret, totp_last_step: null }).where('password_hash', '=', passwordHash).where('totp_confirmed_at', 'is', null)),

  confirm: (tx: Tx, id: string, at: string, step: number, recoveryHashes: Buffer[]) =>
    tx.run(ofUser(id).set({ totp_confirmed_at: at, totp_last_step: step, recovery_hashes: recoveryHashes })),

  remove: (tx: Tx, id: string) => tx.run(ofUser(id).set(noFactor)),
}
