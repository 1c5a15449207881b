// The mail providers that the operator has configured.
import { createHmac } from 'node:crypto'
import type { MailProviderName } from '../../shared/schema/cloud/mailbox.ts'
import type { EmailConfig } from './email-config.ts'
import { createGmail } from './gmail.ts'
import { createMicrosoft } from './microsoft.ts'
import type { MailProvider } from './provider.ts'

export type Providers = ReadonlyMap<MailProviderName, MailProvider>

export function createProviders({ gmail, microsoft }: EmailConfig, key: Buffer, webhookUrl: () => string, now: () => Date): Providers {
  const secret = createHmac('sha256', key).update('microsoft webhook').digest('base64url')
  const all = [gmail && createGmail(gmail, webhookUrl, now), microsoft && createMicrosoft(microsoft, webhookUrl, secret, now)]
  return new Map(all.filter((provider) => provider !== undefined).map((provider) => [provider.name, provider]))
}
