// What is mailed about an account, once it is known whether there is one. Links are made here: each works once, and a newer one voids the older.
import type { Tx } from '../db/database.ts'
import type { MailRequest } from '../mail/mailer.ts'
import { messages } from '../mail/messages.ts'
import type { Mail } from '../mail/transport.ts'
import { hashSecret, newLinkToken } from './secrets.ts'
import { type LinkPurpose, linkStore, userStore } from './user-store.ts'

const hour = 3_600_000
const lifetimes: Record<LinkPurpose, number> = { verify: 24 * hour, reset: hour }

export function createAccountMails({ now, baseUrl }: { now: () => Date; baseUrl: () => string }) {
  async function newLink(tx: Tx, userId: string, purpose: LinkPurpose): Promise<string> {
    const token = newLinkToken()
    const expires_at = new Date(now().getTime() + lifetimes[purpose]).toISOString()
    await linkStore.removeOf(tx, userId, purpose)
    await linkStore.insert(tx, { token_hash: hashSecret(token), user_id: userId, purpose, expires_at })
    return token
  }

  /** undefined: there is nothing to say to that address. */
  return async (tx: Tx, { about, emailKey }: MailRequest): Promise<Mail | undefined> => {
    const user = await userStore.lockByEmail(tx, emailKey)
    if (!user) return undefined
    if (about === 'reset') return messages.reset(user.email, baseUrl(), await newLink(tx, user.id, 'reset'))
    if (user.email_verified_at === null) return messages.verify(user.email, baseUrl(), await newLink(tx, user.id, 'verify'))
    return about === 'sign-up' ? messages.alreadyThere(user.email, baseUrl()) : undefined
  }
}
