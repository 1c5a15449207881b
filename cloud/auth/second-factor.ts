// The second factor: codes of an authenticator app, each good once, and recovery codes for a lost phone.
import { randomBytes } from 'node:crypto'
import { AppError } from '../../shared/domain/app-error.ts'
import type { RecoveryCodes, TotpSecret } from '../../shared/schema/cloud/account.ts'
import type { Person } from '../context.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Accounts } from './accounts.ts'
import { type Attempts, hourly } from './attempts.ts'
import { hashSecret, type Keys, seal, unseal } from './secrets.ts'
import { base32, matchingStep, totpUri } from './totp.ts'
import { factorStore, userStore } from './user-store.ts'

const recoveryCodeCount = 10

export type SecondFactor = ReturnType<typeof createSecondFactor>

export const factorLabel = (userId: string): string => `totp ${userId}`

export function createSecondFactor(deps: { db: Database; accounts: Accounts; attempts: Attempts; now: () => Date; key: Keys }) {
  const { db, accounts, attempts, now, key } = deps
  const wrong = () => new AppError('unauthenticated', 'The code is incorrect or was already used. Send the six digits your app shows now, or a recovery code.')
  const normalised = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase()

  /** Before each code that somebody sends, right or wrong, wherever they send it. */
  const countTry = (userId: string) => attempts.count(hourly(`totp ${userId}`))

  /** Uses a code up; throws when it is wrong. The conditions stand in the update, so that two sign-ins at once cannot share a code. */
  async function use(tx: Tx, userId: string, code: string): Promise<void> {
    const secret = unseal(key, (await factorStore.secret(tx, userId)) as Buffer, factorLabel(userId))
    const step = matchingStep(secret, normalised(code), now())
    const used = step === undefined ? factorStore.useRecoveryCode(tx, userId, hashSecret(normalised(code))) : factorStore.useStep(tx, userId, step)
    if ((await used) === 0) throw wrong()
  }

  return {
    use,
    countTry,

    /** Password and, where there is one, code: it is not enough to have found somebody's phone unlocked. Returns the hash of the password. */
    async requireBoth(user: Person, { password, code }: { password: string; code?: string }): Promise<string> {
      await attempts.count(`password ${user.id}`)
      const known = await accounts.requirePassword(user.id, password)
      const proofs = await db.readIdentity({}, (tx) => userStore.proofs(tx, user.id))
      if (!proofs?.totp_confirmed_at) return known
      if (code === undefined)
        throw new AppError('invalid', 'Send the code of your authenticator app, too.', { errors: [{ pointer: '/code', detail: 'code is required' }] })
      await countTry(user.id)
      await db.asIdentity({}, (tx) => use(tx, user.id, code))
      return known
    },

    /** A new secret, not yet in force: `confirm` proves that the app has it. */
    async start(user: Person, password: string): Promise<TotpSecret> {
      await attempts.count(`password ${user.id}`)
      const known = await accounts.requirePassword(user.id, password)
      const secret = randomBytes(20)
      const set = await db.asIdentity({}, (tx) => factorStore.start(tx, user.id, known, seal(key, secret, factorLabel(user.id))))
      if (set === 0) throw new AppError('conflict', 'Two-factor authentication is already on. Turn it off first: POST /api/auth/totp/disable.')
      return { secret: base32(secret), uri: totpUri(secret, user.email) }
    },

    async confirm(user: Person, code: string): Promise<RecoveryCodes> {
      await countTry(user.id)
      return db.asIdentity({}, async (tx) => {
        const row = await factorStore.lock(tx, user.id)
        if (!row?.totp_secret || row.totp_confirmed_at)
          throw new AppError('conflict', 'Two-factor setup has not been started, or is already complete. To start it, send POST /api/auth/totp.')
        const step = matchingStep(unseal(key, row.totp_secret, factorLabel(user.id)), normalised(code), now())
        if (step === undefined)
          throw new AppError('invalid', 'That code is incorrect. Check your phone’s clock.', {
            errors: [{ pointer: '/code', detail: 'not the current code' }],
          })
        const codes = Array.from({ length: recoveryCodeCount }, () => base32(randomBytes(10)))
        await factorStore.confirm(tx, user.id, now().toISOString(), step, codes.map(hashSecret))
        return { recovery_codes: codes.map((text) => (text.match(/.{4}/g) as string[]).join('-')) }
      })
    },

    async disable(user: Person, password: string, code: string): Promise<void> {
      await attempts.count(`password ${user.id}`)
      await accounts.requirePassword(user.id, password)
      await countTry(user.id)
      await db.asIdentity({}, async (tx) => {
        const row = await userStore.proofs(tx, user.id)
        if (!row?.totp_confirmed_at) throw new AppError('conflict', 'Two-factor authentication is not on.')
        await use(tx, user.id, code)
        await factorStore.remove(tx, user.id)
      })
    },
  }
}
