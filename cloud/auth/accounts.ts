// Accounts: signing up, confirming the address, passwords. No answer tells whether an address has an account; its owner learns it by mail.
// Anybody can sign up with anybody's address. So nothing that an account was given before its address was proven outlives the proof: whoever
// opens the mailed link chooses the password, and sessions, second factor, devices and API tokens of before end.
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import type { AddressProof, PasswordChange, PasswordReset, SignUp } from '../../shared/schema/cloud/account.ts'
import type { Person } from '../context.ts'
import { type Database, sqlFor, type Tx } from '../db/database.ts'
import type { Mailer, MailRequest } from '../mail/mailer.ts'
import { messages } from '../mail/messages.ts'
import type { LinkPurpose } from './account-mails.ts'
import { addressGroup } from './address-group.ts'
import { type Attempts, often } from './attempts.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { hashSecret } from './secrets.ts'
import type { Sessions } from './sessions.ts'

export interface AccountDeps {
  db: Database
  sessions: Sessions
  attempts: Attempts
  /** Counts mails, as `attempts` counts tries. */
  mailAllowance: Attempts
  mailer: Mailer
  now: () => Date
  baseUrl: () => string
  /** Ends what an account could do in teams before its address was proven. `isSame`: whoever proved it knows the password of before. */
  endAccess: (userId: string, isSame: boolean) => Promise<void>
}

export type Accounts = ReturnType<typeof createAccounts>

/** As it is kept and mailed to. Look-alikes that Unicode calls the same (the kelvin sign and K) are written in one way, so that no mail goes astray. */
export const writtenEmail = (email: string) => email.trim().normalize('NFC')

/** Addresses that differ in case only are the same person's. */
export const emailKeyOf = (email: string) => writtenEmail(email).toLowerCase()

/** Nobody's mailbox is flooded, whoever asks for the mails and from wherever. */
const mailsTo = (emailKey: string) => [`mail ${emailKey}`, often(`mail by the hour ${emailKey}`)] as const

export function createAccounts({ db, sessions, attempts, mailAllowance, mailer, now, baseUrl, endAccess }: AccountDeps) {
  const voidLink = () =>
    new AppError('invalid', 'This link was already used or has expired. Request a new one.', { errors: [{ pointer: '/token', detail: 'not a valid link' }] })

  /** The same work with and without an account: the mailer finds out afterwards. */
  async function request(about: MailRequest['about'], email: string): Promise<void> {
    await db.asIdentity({}, (tx) => mailer.queue(tx, { about, email: writtenEmail(email), emailKey: emailKeyOf(email) }))
    mailer.wake()
  }

  async function accountOfLink(token: string, purpose: LinkPurpose) {
    const account = await db.readIdentity({}, (tx) =>
      tx.first(
        sqlFor
          .selectFrom('mail_links as l')
          .innerJoin('users as u', 'u.id', 'l.user_id')
          .select(['u.id', 'u.password_hash', 'u.email_verified_at'])
          .where('l.token_hash', '=', hashSecret(token))
          .where('l.purpose', '=', purpose)
          .where('l.expires_at', '>', now().toISOString()),
      ),
    )
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
    const used = await tx.first(sqlFor.deleteFrom('mail_links').where('token_hash', '=', hashSecret(token)).where('purpose', '=', purpose).returning('user_id'))
    if (!used) throw voidLink()
    const at = now().toISOString()
    const { userId, isProof, password_hash, name } = set
    const user = await tx.first(
      sqlFor
        .updateTable('users')
        .set({
          password_hash,
          updated_at: at,
          ...(isProof ? { email_verified_at: at, totp_secret: null, totp_confirmed_at: null, totp_last_step: null, recovery_hashes: [] as Buffer[] } : {}),
          ...(name === undefined ? {} : { name }),
        })
        .where('id', '=', userId)
        .where('email_verified_at', isProof ? 'is' : 'is not', null)
        .returning('email'),
    )
    // Another link proved the address meanwhile.
    if (!user) throw voidLink()
    await sessions.endOthers(tx, userId)
    await tx.run(sqlFor.deleteFrom('mail_links').where('user_id', '=', userId))
    if (isProof) await tx.run(sqlFor.deleteFrom('notification_preferences').where('user_id', '=', userId))
    return user.email
  }

  /** Devices go with the sessions that registered them. */
  async function useLink(purpose: LinkPurpose, { token, password, name }: PasswordReset & { name?: string | null }, address: string): Promise<void> {
    await attempts.count(`reset address ${addressGroup(address)}`)
    const account = await accountOfLink(token, purpose)
    const isProof = account.email_verified_at === null
    const isSame = isProof && (await verifyPassword(password, account.password_hash))
    const password_hash = await hashPassword(password)
    // Before: what could not be ended must not go with a proven address. After: what was made in between.
    if (isProof) await endAccess(account.id, isSame)
    const shown = isProof && !isSame ? (name ?? null) : (name ?? undefined)
    await db.asIdentity({}, async (tx) => {
      const email = await setPassword(tx, token, purpose, { userId: account.id, isProof, password_hash, name: shown })
      if (!isProof) await mailer.queue(tx, messages.passwordChanged(email, baseUrl()))
    })
    mailer.wake()
    if (isProof) await endAccess(account.id, isSame)
  }

  return {
    async signUp({ email, password, name }: SignUp, address: string): Promise<void> {
      const emailKey = emailKeyOf(email)
      await attempts.count(`sign-up address ${addressGroup(address)}`)
      await mailAllowance.count(...mailsTo(emailKey))
      const at = now().toISOString()
      const password_hash = await hashPassword(password)
      await db.asIdentity({}, async (tx) => {
        await tx.run(
          sqlFor
            .insertInto('users')
            .values({ id: uuidv7(), email: writtenEmail(email), email_key: emailKey, name: name ?? null, password_hash, created_at: at, updated_at: at })
            .onConflict((conflict) => conflict.column('email_key').doNothing()),
        )
        await mailer.queue(tx, { about: 'sign-up', email: writtenEmail(email), emailKey })
      })
      mailer.wake()
    },

    /** Proves the address. An account that somebody else made with it becomes that of whoever opens the link, with nothing of theirs left. */
    verifyAddress: (proof: AddressProof, address: string): Promise<void> => useLink('verify', proof, address),

    async resendVerification(email: string, address: string): Promise<void> {
      await attempts.count(`sign-up address ${addressGroup(address)}`)
      await mailAllowance.count(...mailsTo(emailKeyOf(email)))
      await request('verify', email)
    },

    async requestReset(email: string, address: string): Promise<void> {
      await attempts.count(`reset address ${addressGroup(address)}`)
      await mailAllowance.count(...mailsTo(emailKeyOf(email)))
      await request('reset', email)
    },

    /** The mailed link proves that the address is theirs, too. */
    resetPassword: (reset: PasswordReset, address: string): Promise<void> => useLink('reset', reset, address),

    async changePassword(user: Person, sessionId: string, { current_password, password }: PasswordChange): Promise<void> {
      await attempts.count(`password ${user.id}`)
      const known = await this.requirePassword(user.id, current_password)
      const password_hash = await hashPassword(password)
      await db.asIdentity({}, async (tx) => {
        const changed = await tx.run(
          sqlFor
            .updateTable('users')
            .set({ password_hash, updated_at: now().toISOString() })
            .where('id', '=', user.id)
            // Whoever set another one meanwhile, with a mailed link, must not lose the account again.
            .where('password_hash', '=', known),
        )
        if (changed === 0) throw new AppError('forbidden', 'The current password is incorrect.')
        await sessions.endOthers(tx, user.id, sessionId)
        // A reset that somebody else asked for must not undo it.
        await tx.run(sqlFor.deleteFrom('mail_links').where('user_id', '=', user.id).where('purpose', '=', 'reset'))
        await mailer.queue(tx, messages.passwordChanged(user.email, baseUrl()))
      })
      mailer.wake()
    },

    /** Before something that a borrowed session must not do. Returns the stored hash that the password fitted. */
    async requirePassword(userId: string, password: string): Promise<string> {
      const row = await db.readIdentity({}, (tx) => tx.first(sqlFor.selectFrom('users').select('password_hash').where('id', '=', userId)))
      if (!(await verifyPassword(password, row?.password_hash)) || !row) throw new AppError('forbidden', 'The current password is incorrect.')
      return row.password_hash
    },
  }
}
