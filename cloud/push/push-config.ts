// The operator's credentials for push, from the environment. A platform has all of its settings or none.
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { StartError } from '../start-error.ts'
import { urlSetting } from '../url-setting.ts'
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
  return readText(name, value, ', or its text')
}

function readText(name: string, file: string, or = ''): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError(`${name} must be a file${or}; '${file}' cannot be read (${(error as { code?: string }).code}).`, { cause: error })
  }
}

/** A key that signs nothing would show at the first notification only, as failing for ever. */
function checkKey(name: string, pem: string, type: 'ec' | 'rsa', what: string): void {
  try {
    const key = createPrivateKey(pem)
    if (pem.includes('-----BEGIN PRIVATE KEY-----') && key.asymmetricKeyType === type) return
  } catch {
    // Said below.
  }
  throw new StartError(`${name} must contain ${what} as PEM (-----BEGIN PRIVATE KEY-----).`)
}

/** A list of hosts, with `*.` for all below one and a port where it is not 443. `name`: of the setting. */
export function readHosts(name: string, text = ''): string[] {
  const hosts = text.split(',').flatMap((host) => host.trim() || [])
  const wrong = hosts.find((host) => !/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i.test(host))
  if (wrong !== undefined) throw new StartError(`${name} must look like push.example.org,*.example.net:8443; got '${wrong}'.`)
  return hosts
}

/** Push services refuse all that is signed with another form. */
function readSubject(subject: string): string {
  if (!/^(?:mailto:\S+@\S+|https:\/\/\S+)$/.test(subject) || !URL.canParse(subject))
    throw new StartError(`TANDEM_VAPID_SUBJECT must look like mailto:ops@example.org or https://example.org; got '${subject}'.`)
  return subject
}

function readApns(env: NodeJS.ProcessEnv): ApnsConfig | undefined {
  const names = ['TANDEM_APNS_KEY', 'TANDEM_APNS_KEY_ID', 'TANDEM_APNS_TEAM_ID', 'TANDEM_APNS_TOPIC']
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return undefined
  if (missing.length > 0) throw new StartError(`Push to iOS needs ${missing.join(', ')} as well. Set all of ${names.join(', ')}, or none.`)
  const [key, keyId, teamId, topic] = names.map((name) => env[name]) as [string, string, string, string]
  const pem = textOrFile('TANDEM_APNS_KEY', key, '-----BEGIN')
  checkKey('TANDEM_APNS_KEY', pem, 'ec', "the .p8 key of Apple's developer account")
  return { key: pem, keyId, teamId, topic, url: urlSetting(env, 'TANDEM_APNS_URL', 'https://api.push.apple.com') }
}

function readFcm(env: NodeJS.ProcessEnv): FcmConfig | undefined {
  const given = env.TANDEM_FCM_CREDENTIALS
  if (!given) return undefined
  let account: null | { project_id?: string; client_email?: string; private_key?: string; token_uri?: string }
  try {
    account = JSON.parse(textOrFile('TANDEM_FCM_CREDENTIALS', given, '{')) as typeof account
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError('TANDEM_FCM_CREDENTIALS is not JSON. It is the file of a service account key, from the Firebase console.')
  }
  const {
    project_id: projectId,
    client_email: clientEmail,
    private_key: privateKey,
    token_uri: tokenUrl = 'https://oauth2.googleapis.com/token',
  } = account ?? {}
  if (!projectId || !clientEmail || !privateKey)
    throw new StartError(
      'TANDEM_FCM_CREDENTIALS lacks project_id, client_email or private_key. It is the file of a service account key, from the Firebase console.',
    )
  checkKey('private_key of TANDEM_FCM_CREDENTIALS', privateKey, 'rsa', "the service account's RSA key")
  return { projectId, clientEmail, privateKey, tokenUrl, url: urlSetting(env, 'TANDEM_FCM_URL', 'https://fcm.googleapis.com') }
}

/** The certificates in the file that a setting names; undefined: it names none. */
export function readCertificates(name: string, file: string | undefined): string | undefined {
  if (!file) return undefined
  const text = readText(name, file)
  try {
    createSecureContext({ ca: text })
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  } catch {
    // Said below.
  }
  throw new StartError(`${name} must be a PEM file with a certificate (-----BEGIN CERTIFICATE-----).`)
}

export function readPushConfig(env: NodeJS.ProcessEnv, publicUrl: string | undefined, mailFrom: string): PushConfig {
  const address = /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom
  return {
    apns: readApns(env),
    fcm: readFcm(env),
    vapidSubject: env.TANDEM_VAPID_SUBJECT ? readSubject(env.TANDEM_VAPID_SUBJECT) : publicUrl?.startsWith('https:') ? publicUrl : `mailto:${address}`,
    hosts: readHosts('TANDEM_PUSH_HOSTS', env.TANDEM_PUSH_HOSTS),
    ca: readCertificates('TANDEM_PUSH_CA', env.TANDEM_PUSH_CA),
  }
}
