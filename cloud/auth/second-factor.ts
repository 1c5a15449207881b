// The second factor: codes of an authenticator app, each good once, and recovery codes for a lost phone.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '../../shared/domain/app-error.ts'
import type { RecoveryCodes, TotpSecret } from '../../shared/schema/cloud/account.ts'
import type { Person } from '../context.ts'
import { type Database, sqlFor, type Tx } from '../db/database.ts'
import type { Accounts } from './accounts.ts'
import { type Attempts, hourly } from './attempts.ts'
import { hashSecret, seal, unseal } from './secrets.ts'
import { base32, matchingStep, totpUri } from './totp.ts'

const recoveryCodeCount = 10

export type SecondFactor = ReturnType<typeof createSecondFactor>

export function createSecondFactor(deps: { db: Database; accounts: Accounts; attempts: Attempts; now: () => Date; key: Buffer }) {
  const { db, accounts, attempts, now, key } = deps
  const label = (userId: string) => `totp ${userId}`
  const wrong = () => new AppError('unauthenticated', 'The code is incorrect or was already used. Send the six digits your app shows now, or a recovery code.')
  const normalised = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase()

  /** Before each code that somebody sends, right or wrong, wherever they send it. */
  const countTry = (userId: string) => attempts.count(hourly(`totp ${userId}`))

  /** Uses a code up; throws when it is wrong. The conditions stand in the update, so that two sign-ins at once cannot share a code. */
  async function use(tx: Tx, userId: string, code: string): Promise<void> {
    const user = await tx.first(sqlFor.selectFrom('users').select('totp_secret').where('id', '=', userId))
    const secret = unseal(key, user?.totp_secret as Buffer, label(userId))
    const step = matchingStep(secret, normalised(code), now())
    const own = sqlFor.updateTable('users').where('id', '=', userId)
    if (step !== undefined) {
      const fresh = own.set({ totp_last_step: step }).where((row) => row.or([row('totp_last_step', 'is', null), row('totp_last_step', '<', step)]))
      if ((await tx.run(fresh)) === 0) throw wrong()
      return
    }
    const hash = hashSecret(normalised(code))
    const spent = own
      .set({ recovery_hashes: sql<Buffer[]>`array_remove(recovery_hashes, ${hash}::bytea)` })
      .where(sql<boolean>`${hash}::bytea = any(recovery_hashes)`)
    if ((await tx.run(spent)) === 0) throw wrong()
  }

  return {
    use,
    countTry,

    /** A new secret, not yet in force: `confirm` proves that the app has it. */
    async start(user: Person, password: string): Promise<TotpSecret> {
      await attempts.count(`password ${user.id}`)
      const known = await accounts.requirePassword(user.id, password)
      const secret = randomBytes(20)
      const set = await db.asIdentity({}, (tx) =>
        tx.run(
          sqlFor
            .updateTable('users')
            .set({ totp_secret: seal(key, secret, label(user.id)), totp_last_step: null })
            .where('id', '=', user.id)
            .where('password_hash', '=', known)
            .where('totp_confirmed_at', 'is', null),
        ),
      )
      if (set === 0) throw new AppError('conflict', 'Two-factor authentication is already on. Turn it off first: POST /api/auth/totp/disable.')
      return { secret: base32(secret), uri: totpUri(secret, user.email) }
    },

    async confirm(user: Person, code: string): Promise<RecoveryCodes> {
      await countTry(user.id)
      return db.asIdentity({}, async (tx) => {
        const row = await tx.first(sqlFor.selectFrom('users').select(['totp_secret', 'totp_confirmed_at']).where('id', '=', user.id).forUpdate())
        if (!row?.totp_secret || row.totp_confirmed_at)
          throw new AppError('conflict', 'There is no two-factor setup to confirm. Start with POST /api/auth/totp.')
        const step = matchingStep(unseal(key, row.totp_secret, label(user.id)), normalised(code), now())
        if (step === undefined)
          throw new AppError('invalid', 'That code is incorrect. Check your phone’s clock.', {
            errors: [{ pointer: '/code', detail: 'not the current code' }],
          })
        const codes = Array.from({ length: recoveryCodeCount }, () => base32(randomBytes(10)))
        await tx.run(
          sqlFor
            .updateTable('users')
            .set({ totp_confirmed_at: now().toISOString(), totp_last_step: step, recovery_hashes: codes.map(hashSecret) })
            .where('id', '=', user.id),
        )
        return { recovery_codes: codes.map((text) => (text.match(/.{4}/g) as string[]).join('-')) }
      })
    },

    async disable(user: Person, password: string, code: string): Promise<void> {
      await attempts.count(`password ${user.id}`)
      await accounts.requirePassword(user.id, password)
      await countTry(user.id)
      await db.asIdentity({}, async (tx) => {
        const row = await tx.first(sqlFor.selectFrom('users').select('totp_confirmed_at').where('id', '=', user.id))
        if (!row?.totp_confirmed_at) throw new AppError('conflict', 'Two-factor authentication is not on.')
        await use(tx, user.id, code)
        await tx.run(
          sqlFor.updateTable('users').set({ totp_secret: null, totp_confirmed_at: null, totp_last_step: null, recovery_hashes: [] }).where('id', '=', user.id),
        )
      })
    },
  }
}
