// The environment of a cloud that runs as a process of its own, with the stand-ins of the providers on the wire.
import type { Gmail } from '../mail/mail-stand-ins.ts'
import type { TestDatabase } from './postgres.ts'
import type { PushServices } from '../push/push-cloud.ts'

/** Web push reaches the stand-in, whose certificate only this process trusts. */
export function cloudSettings({ database, gmail, services }: { database: TestDatabase; gmail: Gmail; services: PushServices }): Record<string, string> {
  return {
    DATABASE_URL: database.url,
    TANDEM_KEY: '7'.repeat(64),
    TANDEM_LOG: 'warn',
    TANDEM_PUSH_HOSTS: services.web.host,
    TANDEM_PUSH_CA: new URL('../certificate/localhost.crt', import.meta.url).pathname,
    TANDEM_GMAIL_CLIENT_ID: gmail.config.clientId,
    TANDEM_GMAIL_CLIENT_SECRET: gmail.config.clientSecret,
    TANDEM_GMAIL_TOPIC: gmail.config.topic,
    TANDEM_GMAIL_PUSH_ACCOUNT: gmail.config.pushAccount,
    TANDEM_GMAIL_ISSUER: gmail.config.issuer,
    TANDEM_GMAIL_API_URL: gmail.config.apiUrl,
  }
}
