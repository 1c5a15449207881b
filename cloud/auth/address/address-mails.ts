// What is mailed when somebody asks for another address: composed after the answer, so that the answer does not tell whether it has an account.
import type { Tx } from '../../db/database.ts'
import type { MailRequest } from '../../mail/mailer.ts'
import { messages } from '../../mail/messages.ts'
import type { Mail } from '../../mail/transport.ts'
import { hashSecret, newLinkToken } from '../secrets.ts'
import { userStore } from '../user-store.ts'
import { addressStore } from './address-store.ts'

const linkLasts = 24 * 3_600_000

/** A newer link voids the older. */
export async function composeAddressMail(
  tx: Tx,
  { email, emailKey, by }: MailRequest & { by: { userId: string; sessionId: string } },
  now: Date,
  baseUrl: string,
): Promise<Mail> {
  if (await userStore.lockByEmail(tx, emailKey)) return messages.addressTaken(email, baseUrl)
  const token = newLinkToken()
  await addressStore.removeConfirms(tx, by.userId)
  await addressStore.insert(tx, {
    token_hash: hashSecret(token),
    user_id: by.userId,
    purpose: 'confirm',
    email,
    email_key: emailKey,
    session_id: by.sessionId,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + linkLasts).toISOString(),
  })
  return messages.confirmAddress(email, baseUrl, token)
}
