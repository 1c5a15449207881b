// What is mailed about an account, once it is known whether there is one. Links are made here: each works once, and a newer one voids the older.
import type { SignUps } from '../../shared/schema/cloud/account.ts'
import type { Tx } from '../db/database.ts'
import type { MailRequest } from '../mail/mailer.ts'
import { messages } from '../mail/messages.ts'
import type { Mail } from '../mail/transport.ts'
import { composeAddressMail } from './address/address-mails.ts'
import { hashSecret, newLinkToken } from './secrets.ts'
import { type LinkPurpose, linkStore, userStore } from './user-store.ts'

const hour = 3_600_000
const lifetimes: Record<LinkPurpose, number> = { verify: 24 * hour, reset: hour }

export function createAccountMails({ now, baseUrl, signUps }: { now: () => Date; baseUrl: () => string; signUps: SignUps }) {
  async function newLink(tx: Tx, userId: string, purpose: LinkPurpose): Promise<string> {
    const token = newLinkToken()
    const expires_at = new Date(now().getTime() + lifetimes[purpose]).toISOString()
    await linkStore.removeOf(tx, userId, purpose)
    await linkStore.insert(tx, { token_hash: hashSecret(token), user_id: userId, purpose, expires_at })
    return token
  }

  /** undefined: there is nothing to say to that address. */
  return async (tx: Tx, request: MailRequest): Promise<Mail | undefined> => {
    const { about, emailKey, by } = request
    if (by) return composeAddressMail(tx, { ...request, by }, now(), baseUrl())
    const user = await userStore.lockByEmail(tx, emailKey)
    // Where only the invited may sign up, whoever was not learns it here.
    if (!user) return about === 'sign-up' && signUps === 'invited' ? messages.notInvited(request.email) : undefined
    if (about === 'reset') return messages.reset(user.email, baseUrl(), await newLink(tx, user.id, 'reset'))
    if (user.email_verified_at === null) return messages.verify(user.email, baseUrl(), await newLink(tx, user.id, 'verify'))
    return about === 'sign-up' ? messages.alreadyThere(user.email, baseUrl()) : undefined
  }
}
