// Accounts: signing up, confirming the address, passwords. No answer tells whether an address has an account; its owner learns it by mail.
// Anybody can sign up with anybody's address. So nothing that an account was given before its address was proven outlives the proof: whoever
// opens the mailed link chooses the password, and sessions, second factor, devices and API tokens of before end.
import { addressKey } from '../../shared/domain/people/same-person.ts'
import { uuidv7 } from 'uuidv7'
import { AppError, invalidField } from '../../shared/domain/app-error.ts'
import type { AddressProof, PasswordChange, PasswordReset, SignUp, SignUps } from '../../shared/schema/cloud/account.ts'
import type { Person } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { MailRequest } from '../mail/mailer.ts'
import { messages } from '../mail/messages.ts'
import { addressGroup } from './address-group.ts'
import { addressStore } from './address/address-store.ts'
import { type Attempts, often } from './attempts.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { createPasswordLinks, type PasswordLinkDeps } from './password-links.ts'
import { linkStore, userStore } from './user-store.ts'

export interface AccountDeps extends PasswordLinkDeps {
  /** Counts mails, as `attempts` counts tries. */
  mailAllowance: Attempts
  signUps: SignUps
  /** Whether a team waits for whoever owns this address. */
  isInvited: (tx: Tx, emailKey: string, at: string) => Promise<boolean>
}

export type Accounts = ReturnType<typeof createAccounts>

/** As it is kept and mailed to. Look-alikes that Unicode calls the same (the kelvin sign and K) are written in one way, so that no mail goes astray. */
export const writtenEmail = (email: string) => email.trim().normalize('NFC')

/** Addresses that differ in case only are the same person's. */
export const emailKeyOf = (email: string) => addressKey(writtenEmail(email))

/** Nobody's mailbox is flooded, whoever asks for the mails and from wherever. */
export const mailsTo = (emailKey: string) => [`mail ${emailKey}`, often(`mail by the hour ${emailKey}`)] as const

export function createAccounts(deps: AccountDeps) {
  const { db, sessions, attempts, mailAllowance, mailer, now, baseUrl, signUps, isInvited } = deps
  const { useLink } = createPasswordLinks(deps)

  /** The same work with and without an account: the mailer finds out afterwards. */
  async function request(about: MailRequest['about'], email: string): Promise<void> {
    await db.asIdentity({}, (tx) => mailer.queue(tx, { about, email: writtenEmail(email), emailKey: emailKeyOf(email) }))
    mailer.wake()
  }

  return {
    /** Throws forbidden where nobody may. Where only the invited may, the answer does not tell who that is: others are told by mail. */
    async signUp({ email, password, name }: SignUp, address: string): Promise<void> {
      if (signUps === 'closed') throw new AppError('forbidden', 'This server takes no new accounts. Ask the people who run it.')
      const emailKey = emailKeyOf(email)
      await attempts.count(`sign-up address ${addressGroup(address)}`)
      await mailAllowance.count(...mailsTo(emailKey))
      const at = now().toISOString()
      const password_hash = await hashPassword(password)
      await db.asIdentity({ emailKey }, async (tx) => {
        // A thief who has changed the address must not shut the way back by signing up with the old one.
        if (await addressStore.isKept(tx, emailKey, at)) return
        if (signUps === 'open' || (await isInvited(tx, emailKey, at)))
          await userStore.insert(tx, {
            id: uuidv7(),
            email: writtenEmail(email),
            email_key: emailKey,
            name: name ?? null,
            password_hash,
            created_at: at,
            updated_at: at,
          })
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

    /** Without the current one where there is none: `requireRecent` asks for another proof then. */
    async changePassword(user: Person, sessionId: string, { current_password, password }: PasswordChange, requireRecent: () => Promise<void>): Promise<void> {
      await attempts.count(`password ${user.id}`)
      const known = current_password === undefined ? null : await this.requirePassword(user.id, current_password)
      if (known === null) {
        if (await this.hasPassword(user.id)) throw invalidField('/current_password', 'current_password is required')
        await requireRecent()
      }
      const password_hash = await hashPassword(password)
      await db.asIdentity({}, async (tx) => {
        // Whoever set another one meanwhile, with a mailed link, must not lose the account again.
        const changed = await userStore.replacePassword(tx, user.id, known, password_hash, now().toISOString())
        if (changed === 0) throw new AppError('forbidden', 'The current password is incorrect.')
        await sessions.endOthers(tx, user.id, sessionId)
        // A reset that somebody else asked for must not undo it.
        await linkStore.removeOf(tx, user.id, 'reset')
        await mailer.queue(tx, messages.passwordChanged(user.email, baseUrl()))
      })
      sessions.tellEnded(user.id)
      mailer.wake()
    },

    hasPassword: async (userId: string): Promise<boolean> => typeof (await db.readIdentity({}, (tx) => userStore.passwordHash(tx, userId))) === 'string',

    /** Before something that a borrowed session must not do. Returns the stored hash that the password fitted. */
    async requirePassword(userId: string, password: string): Promise<string> {
      const hash = await db.readIdentity({}, (tx) => userStore.passwordHash(tx, userId))
      if (!(await verifyPassword(password, hash ?? undefined)) || typeof hash !== 'string')
        throw new AppError('forbidden', 'The current password is incorrect.')
      return hash
    },
  }
}
