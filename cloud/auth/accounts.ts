// Accounts: signing up, confirming the address, passwords. No answer tells whether an address has an account; its owner learns it by mail.
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import type { PasswordChange, PasswordReset, SignUp } from '../../shared/schema/account.ts'
import type { Person } from '../context.ts'
import { type Database, sqlFor, type Tx } from '../db/database.ts'
import type { Mailer } from '../mail/mailer.ts'
import { messages } from '../mail/messages.ts'
import { addressGroup } from './address-group.ts'
import type { Attempts } from './attempts.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { hashSecret, newLinkToken } from './secrets.ts'
import type { Sessions } from './sessions.ts'

const hour = 3_600_000
const lifetimes = { verify: 24 * hour, reset: hour }

export interface AccountDeps {
  db: Database
  sessions: Sessions
  attempts: Attempts
  mailer: Mailer
  now: () => Date
  baseUrl: () => string
  onError: (error: unknown) => void
}

export type Accounts = ReturnType<typeof createAccounts>

/** Addresses that differ in case only are the same person's. */
export const emailKeyOf = (email: string) => email.trim().normalize('NFC').toLowerCase()

export function createAccounts({ db, sessions, attempts, mailer, now, baseUrl, onError }: AccountDeps) {
  /** Work that the answer does not wait for: it differs with and without an account. */
  const later = new Set<Promise<void>>()
  function afterwards(work: () => Promise<void>): void {
    const running = work()
      .catch(onError)
      .finally(() => later.delete(running))
    later.add(running)
  }

  const byEmail = (emailKey: string) => sqlFor.selectFrom('users').select(['id', 'email', 'email_verified_at']).where('email_key', '=', emailKey)

  async function newLink(userId: string, purpose: keyof typeof lifetimes): Promise<string> {
    const token = newLinkToken()
    await db.asIdentity({}, async (tx) => {
      await tx.run(sqlFor.deleteFrom('mail_links').where('user_id', '=', userId).where('purpose', '=', purpose))
      const expires_at = new Date(now().getTime() + lifetimes[purpose]).toISOString()
      await tx.run(sqlFor.insertInto('mail_links').values({ token_hash: hashSecret(token), user_id: userId, purpose, expires_at }))
    })
    return token
  }

  /** Uses a link up and returns whose it was. */
  async function useLink(tx: Tx, token: string, purpose: keyof typeof lifetimes): Promise<string> {
    const row = await tx.first(
      sqlFor.deleteFrom('mail_links').where('token_hash', '=', hashSecret(token)).where('purpose', '=', purpose).returning(['user_id', 'expires_at']),
    )
    if (!row || row.expires_at <= now().toISOString())
      throw new AppError('invalid', 'This link was used already, or is too old. Ask for a new one.', {
        errors: [{ pointer: '/token', detail: 'not a valid link' }],
      })
    return row.user_id
  }

  return {
    async signUp({ email, password, name }: SignUp, address: string): Promise<void> {
      const emailKey = emailKeyOf(email)
      await attempts.count(`sign-up address ${addressGroup(address)}`, `mail ${emailKey}`)
      const at = now().toISOString()
      const id = uuidv7()
      const password_hash = await hashPassword(password)
      const made = await db.asIdentity({}, (tx) =>
        tx.run(
          sqlFor
            .insertInto('users')
            .values({ id, email: email.trim(), email_key: emailKey, name: name ?? null, password_hash, created_at: at, updated_at: at })
            .onConflict((conflict) => conflict.column('email_key').doNothing()),
        ),
      )
      afterwards(async () => {
        if (made > 0) return mailer.send(messages.verify(email.trim(), baseUrl(), await newLink(id, 'verify')))
        const owner = await db.readIdentity({}, (tx) => tx.first(byEmail(emailKey)))
        if (owner) mailer.send(messages.alreadyThere(owner.email, baseUrl()))
      })
    },

    async verifyAddress(token: string): Promise<void> {
      await db.asIdentity({}, async (tx) => {
        const id = await useLink(tx, token, 'verify')
        await tx.run(sqlFor.updateTable('users').set({ email_verified_at: now().toISOString() }).where('id', '=', id))
      })
    },

    async resendVerification(email: string, address: string): Promise<void> {
      const emailKey = emailKeyOf(email)
      await attempts.count(`sign-up address ${addressGroup(address)}`, `mail ${emailKey}`)
      afterwards(async () => {
        const user = await db.readIdentity({}, (tx) => tx.first(byEmail(emailKey)))
        if (user && user.email_verified_at === null) mailer.send(messages.verify(user.email, baseUrl(), await newLink(user.id, 'verify')))
      })
    },

    async requestReset(email: string, address: string): Promise<void> {
      const emailKey = emailKeyOf(email)
      await attempts.count(`reset address ${addressGroup(address)}`, `mail ${emailKey}`)
      afterwards(async () => {
        const user = await db.readIdentity({}, (tx) => tx.first(byEmail(emailKey)))
        if (user) mailer.send(messages.reset(user.email, baseUrl(), await newLink(user.id, 'reset')))
      })
    },

    /** The mailed link proves that the address is theirs, too. Every session ends: one of them may be a thief's. */
    async resetPassword({ token, password }: PasswordReset, address: string): Promise<void> {
      await attempts.count(`reset address ${addressGroup(address)}`)
      const password_hash = await hashPassword(password)
      const email = await db.asIdentity({}, async (tx) => {
        const id = await useLink(tx, token, 'reset')
        const at = now().toISOString()
        await sessions.endOthers(tx, id)
        const user = await tx.first(
          sqlFor.updateTable('users').set({ password_hash, email_verified_at: at, updated_at: at }).where('id', '=', id).returning('email'),
        )
        return (user as { email: string }).email
      })
      mailer.send(messages.passwordChanged(email, baseUrl()))
    },

    async changePassword(user: Person, sessionId: string, { current_password, password }: PasswordChange): Promise<void> {
      await attempts.count(`password ${user.id}`)
      await this.requirePassword(user.id, current_password)
      const password_hash = await hashPassword(password)
      await db.asIdentity({}, async (tx) => {
        await tx.run(sqlFor.updateTable('users').set({ password_hash, updated_at: now().toISOString() }).where('id', '=', user.id))
        await sessions.endOthers(tx, user.id, sessionId)
        // A reset that somebody else asked for must not undo it.
        await tx.run(sqlFor.deleteFrom('mail_links').where('user_id', '=', user.id).where('purpose', '=', 'reset'))
      })
      mailer.send(messages.passwordChanged(user.email, baseUrl()))
    },

    /** Before something that a borrowed session must not do. */
    async requirePassword(userId: string, password: string): Promise<void> {
      const row = await db.readIdentity({}, (tx) => tx.first(sqlFor.selectFrom('users').select('password_hash').where('id', '=', userId)))
      if (!(await verifyPassword(password, row?.password_hash))) throw new AppError('forbidden', 'The current password is wrong.')
    },

    close: async (): Promise<void> => void (await Promise.all(later)),
  }
}
