// SQL for what is kept of an account, and nothing else. No column that opens anything.
import { sqlFor, type Tx } from '../db/database.ts'

export const accountRecordStore = {
  async read(tx: Tx, userId: string) {
    const [user, identities, passkeys, sessions, devices, preferences] = await Promise.all([
      tx.first(
        sqlFor
          .selectFrom('users')
          .select(['id', 'email', 'name', 'email_verified_at', 'totp_confirmed_at', 'created_at', 'updated_at'])
          .where('id', '=', userId),
      ),
      tx.all(
        sqlFor
          .selectFrom('identities')
          .select(['id', 'issuer', 'subject', 'email', 'created_at', 'last_used_at'])
          .where('user_id', '=', userId)
          .orderBy('created_at'),
      ),
      tx.all(
        sqlFor
          .selectFrom('passkeys')
          .select(['id', 'rp_id', 'user_agent', 'synced', 'created_at', 'last_used_at'])
          .where('user_id', '=', userId)
          .orderBy('created_at'),
      ),
      tx.all(
        sqlFor
          .selectFrom('sessions')
          .select(['id', 'user_agent', 'created_at', 'last_used_at', 'expires_at'])
          .where('user_id', '=', userId)
          .orderBy('created_at'),
      ),
      tx.all(sqlFor.selectFrom('devices').select(['id', 'platform', 'name', 'created_at', 'updated_at']).where('user_id', '=', userId).orderBy('created_at')),
      tx.all(sqlFor.selectFrom('notification_preferences').select(['event', 'device_id', 'enabled']).where('user_id', '=', userId).orderBy('event')),
    ])
    return { ...user, identities, passkeys, sessions, devices, preferences }
  },
}
