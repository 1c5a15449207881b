// SQL for changes of an account's address, and nothing else.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../../db/database.ts'

/** confirm: the link into the new mailbox; undo: the one into the old; follow: teams in which the address is still to be changed. */
export type ChangePurpose = 'confirm' | 'undo' | 'follow'

export interface AddressChangeRow {
  token_hash: Buffer
  user_id: string
  purpose: ChangePurpose
  /** confirm: what it becomes; undo and follow: what it was. */
  email: string
  email_key: string
  /** The session that asked, which goes on. */
  session_id: string | null
  created_at: string
  expires_at: string
  /** undo: at the moment of the change. */
  password_hash?: string | null
  /** follow: what was made in teams since then, until the row was, ends. */
  ends_since?: string
}

export const addressStore = {
  insert: (tx: Tx, row: AddressChangeRow) => tx.run(sqlFor.insertInto('address_changes').values(row)),

  /** Uses a link up. Undefined: it was used already, or its time is over. */
  use: (tx: Tx, hash: Buffer, purpose: ChangePurpose, now: string) =>
    tx.first(
      sqlFor
        .deleteFrom('address_changes')
        .where('token_hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .returning(['user_id', 'email', 'email_key', 'session_id', 'created_at']),
    ),

  /** What a way back leads to, which is not used up by looking. */
  back: (tx: Tx, hash: Buffer, now: string) =>
    tx.first(
      sqlFor
        .selectFrom('address_changes as c')
        .innerJoin('users as u', 'u.id', 'c.user_id')
        .select(['c.user_id', 'c.created_at', 'c.password_hash', 'u.totp_confirmed_at'])
        .where('c.token_hash', '=', hash)
        .where('c.purpose', '=', 'undo')
        .where('c.expires_at', '>', now),
    ),

  /** Whether somebody can still take it back. */
  isKept: async (tx: Tx, emailKey: string, now: string): Promise<boolean> =>
    (await tx.first(
      sqlFor.selectFrom('address_changes').select('user_id').where('email_key', '=', emailKey).where('purpose', '=', 'undo').where('expires_at', '>', now),
    )) !== undefined,

  removeConfirms: (tx: Tx, userId: string) => tx.run(sqlFor.deleteFrom('address_changes').where('user_id', '=', userId).where('purpose', '=', 'confirm')),

  /** What was asked for after that moment: a way back out of the hands of somebody else must not be taken back by them. */
  removeSince: (tx: Tx, userId: string, createdAt: string) =>
    tx.run(sqlFor.deleteFrom('address_changes').where('user_id', '=', userId).where('purpose', '<>', 'follow').where('created_at', '>=', createdAt)),

  lockUser: (tx: Tx, id: string) =>
    tx.first(sqlFor.selectFrom('users').select(['id', 'email', 'email_key', 'name', 'password_hash', 'totp_confirmed_at']).where('id', '=', id).forUpdate()),

  /** Returns 0 where another account has it. */
  take: (tx: Tx, id: string, to: { email: string; email_key: string }, at: string) =>
    tx.run(
      sqlFor
        .updateTable('users')
        .set({ ...to, email_verified_at: at, updated_at: at })
        .where('id', '=', id)
        .where(sql<boolean>`NOT EXISTS (SELECT 1 FROM users other WHERE other.email_key = ${to.email_key} AND other.id <> ${id}::uuid)`),
    ),

  voidPassword: (tx: Tx, id: string) => tx.run(sqlFor.updateTable('users').set({ password_hash: null }).where('id', '=', id)),

  /** Accounts whose teams have yet to hear of it, with the address of before. */
  unfollowed: (tx: Tx) =>
    tx.all(
      sqlFor
        .selectFrom('address_changes as c')
        .innerJoin('users as u', 'u.id', 'c.user_id')
        .select(['c.token_hash', 'c.email as from', 'c.created_at', 'c.ends_since', 'u.id', 'u.email', 'u.name'])
        .where('c.purpose', '=', 'follow')
        .orderBy('c.created_at')
        .limit(100),
    ),

  followed: (tx: Tx, hash: Buffer) => tx.run(sqlFor.deleteFrom('address_changes').where('token_hash', '=', hash)),
}
