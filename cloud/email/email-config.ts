// The operator's OAuth clients for mail providers, from the environment.
import { StartError } from '../start-error.ts'
import { urlSetting } from '../url-setting.ts'
import type { GmailConfig } from './gmail/gmail.ts'
import { type ImapConfig, readImapConfig } from './imap/imap-config.ts'
import type { MicrosoftConfig } from './microsoft.ts'

export interface EmailConfig {
  gmail: GmailConfig | undefined
  microsoft: MicrosoftConfig | undefined
  /** Default: servers on the public internet, by TLS. */
  imap?: ImapConfig
}

function all(env: NodeJS.ProcessEnv, what: string, names: readonly string[]): string[] | undefined {
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return undefined
  if (missing.length > 0) throw new StartError(`${what} needs ${missing.join(', ')} as well. Set all of ${names.join(', ')}, or none.`)
  return names.map((name) => env[name] as string)
}

export function readEmailConfig(env: NodeJS.ProcessEnv): EmailConfig {
  const google = all(env, 'Gmail', ['TANDEM_GMAIL_CLIENT_ID', 'TANDEM_GMAIL_CLIENT_SECRET', 'TANDEM_GMAIL_TOPIC', 'TANDEM_GMAIL_PUSH_ACCOUNT'])
  const microsoft = all(env, 'Microsoft 365', ['TANDEM_MICROSOFT_CLIENT_ID', 'TANDEM_MICROSOFT_CLIENT_SECRET'])
  return {
    imap: readImapConfig(env),
    gmail: google && {
      clientId: google[0] as string,
      clientSecret: google[1] as string,
      topic: google[2] as string,
      pushAccount: google[3] as string,
      issuer: urlSetting(env, 'TANDEM_GMAIL_ISSUER', 'https://accounts.google.com'),
      apiUrl: urlSetting(env, 'TANDEM_GMAIL_API_URL', 'https://gmail.googleapis.com'),
    },
    microsoft: microsoft && {
      clientId: microsoft[0] as string,
      clientSecret: microsoft[1] as string,
      issuer: urlSetting(env, 'TANDEM_MICROSOFT_ISSUER', 'https://login.microsoftonline.com/common/v2.0'),
      apiUrl: urlSetting(env, 'TANDEM_MICROSOFT_API_URL', 'https://graph.microsoft.com'),
    },
  }
}
