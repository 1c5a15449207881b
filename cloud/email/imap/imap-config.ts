// What the operator allows of mail servers beyond the public internet and TLS, from the environment.
import { readCertificates, readHosts } from '../../push/push-config.ts'
import { StartError } from '../../start-error.ts'

export interface ImapConfig {
  /** Hosts that may be private or on other ports: `mail.example.org`, `*.example.org:1993`. */
  hosts: string[]
  /** A certificate authority to trust besides, as PEM. */
  ca: string | undefined
  /** May a mailbox be reached without TLS? */
  plain: boolean
  /** Mailboxes that one instance watches at a time. */
  max: number
}

export const usualImap: ImapConfig = { hosts: [], ca: undefined, plain: false, max: 500 }

export function readImapConfig(env: NodeJS.ProcessEnv): ImapConfig {
  const { TANDEM_MAIL_TLS: tls = 'required', TANDEM_MAIL_WATCHED: watched = String(usualImap.max) } = env
  if (tls !== 'required' && tls !== 'optional') throw new StartError(`TANDEM_MAIL_TLS must be required or optional; got '${tls}'.`)
  if (!/^\d{1,5}$/.test(watched)) throw new StartError(`TANDEM_MAIL_WATCHED must be a whole number, 0 or more; got '${watched}'.`)
  return {
    hosts: readHosts('TANDEM_MAIL_HOSTS', env.TANDEM_MAIL_HOSTS),
    ca: readCertificates('TANDEM_MAIL_CA', env.TANDEM_MAIL_CA),
    plain: tls === 'optional',
    max: Number(watched),
  }
}
