// The mail providers that the operator has configured.
import { createHmac } from 'node:crypto'
import type { MailProviderName } from '../../shared/schema/cloud/mailbox.ts'
import type { EmailConfig } from './email-config.ts'
import { createGmail } from './gmail/gmail.ts'
import { createMicrosoft } from './microsoft.ts'
import type { ConsentProviderName, MailProvider, MailReader } from './provider.ts'
import type { Keys } from '../auth/secrets.ts'

export interface Providers {
  /** Whoever can read a mailbox. */
  readers: ReadonlyMap<MailProviderName, MailReader>
  /** Those of them that ask for consent and tell us of mails. */
  telling: ReadonlyMap<MailProviderName, MailProvider>
}

/** `more`: what needs nobody's OAuth client. */
export function createProviders(
  { gmail, microsoft }: EmailConfig,
  more: readonly MailReader[],
  key: Keys,
  webhookUrl: () => string,
  now: () => Date,
): Providers {
  const secrets = key.map((one) => createHmac('sha256', one).update('microsoft webhook').digest('base64url'))
  const all = [gmail && createGmail(gmail, webhookUrl, now), microsoft && createMicrosoft(microsoft, webhookUrl, secrets, now)]
  const telling = new Map<ConsentProviderName, MailProvider>(all.filter((provider) => provider !== undefined).map((provider) => [provider.name, provider]))
  return { telling, readers: new Map<MailProviderName, MailReader>([...telling, ...more.map((reader) => [reader.name, reader] as const)]) }
}
