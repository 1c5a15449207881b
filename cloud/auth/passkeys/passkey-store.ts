// SQL for passkeys and for what browsers are asked to sign, and nothing else.
import { sqlFor, type Tx } from '../../db/database.ts'

/** sign-in: whoever it is; add: to the account of the session; prove: that whoever has the session is its owner. */
export type ChallengePurpose = 'sign-in' | 'add' | 'prove'

export interface ChallengeRow {
  challenge_hash: Buffer
  purpose: ChallengePurpose
  session_id: string | null
  expires_at: string
}

export interface PasskeyRow {
  credential_id: Buffer
  id: string
  user_id: string
  rp_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  synced: boolean
  user_agent: string | null
  created_at: string
  last_used_at: string
}

const ofUser = (userId: string) => sqlFor.selectFrom('passkeys').where('user_id', '=', userId)

export const passkeyStore = {
  insertChallenge: (tx: Tx, challenge: ChallengeRow) => tx.run(sqlFor.insertInto('passkey_challenges').values(challenge)),

  /** Uses it up. False: it was used, its time is over, or it is for something else. */
  async takeChallenge(tx: Tx, { challenge_hash, purpose, session_id }: Omit<ChallengeRow, 'expires_at'>, now: string): Promise<boolean> {
    const found = sqlFor
      .deleteFrom('passkey_challenges')
      .where('challenge_hash', '=', challenge_hash)
      .where('purpose', '=', purpose)
      .where('session_id', 'is not distinct from', session_id)
      .where('expires_at', '>', now)
    return (await tx.run(found)) > 0
  },

  list: (tx: Tx, userId: string, rpId: string) =>
    tx.all(
      ofUser(userId)
        .select(['id', 'credential_id', 'transports', 'user_agent', 'synced', 'created_at', 'last_used_at'])
        .where('rp_id', '=', rpId)
        .orderBy('created_at'),
    ),

  byCredential: (tx: Tx, credentialId: Buffer, rpId: string) =>
    tx.first(
      sqlFor
        .selectFrom('passkeys')
        .select(['credential_id', 'user_id', 'public_key', 'counter', 'transports'])
        .where('credential_id', '=', credentialId)
        .where('rp_id', '=', rpId),
    ),

  /** Returns 0 where some account has it. */
  insert: (tx: Tx, row: PasskeyRow) =>
    tx.run(
      sqlFor
        .insertInto('passkeys')
        .values(row)
        .onConflict((conflict) => conflict.doNothing()),
    ),

  /** Notes the use, and answers whose it is. Undefined: it was removed, or its counter has gone on since it was `before`. */
  use: (tx: Tx, credentialId: Buffer, before: number, { counter, synced }: { counter: number; synced: boolean }, at: string) =>
    tx.first(
      sqlFor
        .updateTable('passkeys as p')
        .from('users as u')
        .whereRef('u.id', '=', 'p.user_id')
        .where('p.credential_id', '=', credentialId)
        .where('p.counter', '=', before)
        .set({ counter, synced, last_used_at: at })
        .returning(['u.id', 'u.email', 'u.name', 'u.email_verified_at']),
    ),

  remove: (tx: Tx, userId: string, id: string) => tx.run(sqlFor.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id)),
}
