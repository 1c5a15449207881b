// The operator's credentials for push, from the environment. A platform has all of its settings or none.
import { existsSync, readFileSync } from 'node:fs'
import { StartError } from '../start-error.ts'
import type { ApnsConfig } from './apns.ts'
import type { FcmConfig } from './fcm.ts'

export interface PushConfig {
  apns: ApnsConfig | undefined
  fcm: FcmConfig | undefined
  /** How push services reach the operator: mailto: or https:. */
  vapidSubject: string
  /** Hosts of web push beyond the well-known ones. */
  hosts: string[]
  /** A certificate authority to trust besides, as PEM. */
  ca: string | undefined
}

/** The text itself, or the file that it names. */
function textOrFile(name: string, value: string, begins: string): string {
  if (value.trimStart().startsWith(begins)) return value
  if (!existsSync(value)) throw new StartError(`${name} must be a file, or its text; there is no file '${value}'.`)
  return readFileSync(value, 'utf8')
}

function readApns(env: NodeJS.ProcessEnv): ApnsConfig | undefined {
  const names = ['TANDEM_APNS_KEY', 'TANDEM_APNS_KEY_ID', 'TANDEM_APNS_TEAM_ID', 'TANDEM_APNS_TOPIC']
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return undefined
  if (missing.length > 0) throw new StartError(`Push to iOS needs ${missing.join(', ')} as well. Set all of ${names.join(', ')}, or none.`)
  const [key, keyId, teamId, topic] = names.map((name) => env[name]) as [string, string, string, string]
  return { key: textOrFile('TANDEM_APNS_KEY', key, '-----BEGIN'), keyId, teamId, topic, url: env.TANDEM_APNS_URL || 'https://api.push.apple.com' }
}

function readFcm(env: NodeJS.ProcessEnv): FcmConfig | undefined {
  const given = env.TANDEM_FCM_CREDENTIALS
  if (!given) return undefined
  let account: { project_id?: string; client_email?: string; private_key?: string; token_uri?: string }
  try {
    account = JSON.parse(textOrFile('TANDEM_FCM_CREDENTIALS', given, '{')) as typeof account
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError('TANDEM_FCM_CREDENTIALS is not JSON. It is the file of a service account key, from the Firebase console.')
  }
  const { project_id: projectId, client_email: clientEmail, private_key: privateKey, token_uri: tokenUrl = 'https://oauth2.googleapis.com/token' } = account
  if (!projectId || !clientEmail || !privateKey)
    throw new StartError(
      'TANDEM_FCM_CREDENTIALS lacks project_id, client_email or private_key. It is the file of a service account key, from the Firebase console.',
    )
  return { projectId, clientEmail, privateKey, tokenUrl, url: env.TANDEM_FCM_URL || 'https://fcm.googleapis.com' }
}

export function readPushConfig(env: NodeJS.ProcessEnv, publicUrl: string | undefined, mailFrom: string): PushConfig {
  const address = /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom
  return {
    apns: readApns(env),
    fcm: readFcm(env),
    vapidSubject: env.TANDEM_VAPID_SUBJECT || (publicUrl?.startsWith('https:') ? publicUrl : `mailto:${address}`),
    hosts: (env.TANDEM_PUSH_HOSTS ?? '').split(',').flatMap((host) => host.trim() || []),
    ca: env.TANDEM_PUSH_CA ? readFileSync(env.TANDEM_PUSH_CA, 'utf8') : undefined,
  }
}
