// Mailed links with which a password is set: each works once, and proves the address.
import { AppError } from '../../shared/domain/app-error.ts'
import type { PasswordReset } from '../../shared/schema/cloud/account.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Mailer } from '../mail/mailer.ts'
import { messages } from '../mail/messages.ts'
import { addressGroup } from './address-group.ts'
import type { Attempts } from './attempts.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { hashSecret } from './secrets.ts'
import type { Sessions } from './sessions.ts'
import { type LinkPurpose, linkStore, userStore } from './user-store.ts'
import { wayStore } from './ways/way-store.ts'

export interface PasswordLinkDeps {
  db: Database
  sessions: Sessions
  attempts: Attempts
  mailer: Mailer
  now: () => Date
  baseUrl: () => string
  /** Ends what an account could do in teams before its address was proven. `isSame`: whoever proved it knows the password of before. */
  endAccess: (userId: string, isSame: boolean) => Promise<void>
}

export function createPasswordLinks({ db, sessions, attempts, mailer, now, baseUrl, endAccess }: PasswordLinkDeps) {
  const voidLink = () =>
    new AppError('invalid', 'This link was already used or has expired. Request a new one.', { errors: [{ pointer: '/token', detail: 'not a valid link' }] })

  async function accountOfLink(token: string, purpose: LinkPurpose) {
    const account = await db.readIdentity({}, (tx) => linkStore.accountOf(tx, hashSecret(token), purpose, now().toISOString()))
    if (!account) throw voidLink()
    return account
  }

  /** Uses the link up, sets the password and ends every session: one of them may be a thief's. */
  async function setPassword(
    tx: Tx,
    token: string,
    purpose: LinkPurpose,
    set: { userId: string; isProof: boolean; password_hash: string; name: string | null | undefined },
  ): Promise<string> {
    if (!(await linkStore.use(tx, hashSecret(token), purpose))) throw voidLink()
    const { userId, isProof, ...fields } = set
    const user = await userStore.setPassword(tx, userId, isProof, fields, now().toISOString())
    // Another link proved the address meanwhile.
    if (!user) throw voidLink()
    // First: a sign-in in such a way that is under way is waited for, and its session ends with the others.
    if (isProof) await wayStore.removeOf(tx, userId)
    await sessions.endOthers(tx, userId)
    await linkStore.removeOf(tx, userId)
    if (isProof) await userStore.forgetPreferences(tx, userId)
    return user.email
  }

  /** Devices go with the sessions that registered them. */
  async function useLink(purpose: LinkPurpose, { token, password, name }: PasswordReset & { name?: string | null }, address: string): Promise<void> {
    await attempts.count(`reset address ${addressGroup(address)}`)
    const account = await accountOfLink(token, purpose)
    const isProof = account.email_verified_at === null
    const isSame = isProof && (await verifyPassword(password, account.password_hash ?? undefined))
    const password_hash = await hashPassword(password)
    // Before: what could not be ended must not go with a proven address. After: what was made in between.
    if (isProof) await endAccess(account.id, isSame)
    const shown = isProof && !isSame ? (name ?? null) : (name ?? undefined)
    await db.asIdentity({}, async (tx) => {
      const email = await setPassword(tx, token, purpose, { userId: account.id, isProof, password_hash, name: shown })
      if (!isProof) await mailer.queue(tx, messages.passwordChanged(email, baseUrl()))
    })
    sessions.tellEnded(account.id)
    mailer.wake()
    if (isProof) await endAccess(account.id, isSame)
  }

  return { useLink }
}
