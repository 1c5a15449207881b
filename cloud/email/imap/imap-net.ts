// Mail servers are named by admins of teams, and reached from inside the operator's network: by name, on the ports of mail, and only where the name leads to the
// public internet at the moment of connecting, unless the operator trusts the host. We connect to the address that was checked.
import { isIP } from 'node:net'
import { rootCertificates } from 'node:tls'
import { MailFault } from '../../../shared/node/mail/mail-fault.ts'
import type { MailNet, MailTimes } from '../../../shared/node/mail/mail-net.ts'
import type { MailServer } from '../../../shared/schema/mail/mail-account.ts'
import { createEndpointGuard } from '../../push/endpoint-guard.ts'
import type { ImapConfig } from './imap-config.ts'

/** https, for what a domain says of its servers. */
const usualPorts = new Set([143, 443, 465, 587, 993, 2525])

export function createGuardedNet({ hosts, ca, plain }: ImapConfig, times?: Partial<MailTimes>): MailNet {
  const { lookup } = createEndpointGuard(hosts)
  const own = hosts.map((host) => host.toLowerCase())
  const matches = (pattern: string, host: string) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern)

  function check({ host, port, security }: MailServer): void {
    const name = host.toLowerCase()
    if (security === 'none' && !plain) throw new MailFault('not_allowed', 'without TLS')
    if (isIP(name.replace(/^\[|\]$/g, '')) !== 0 || !/^[a-z0-9.-]+$/.test(name) || /^[\d.]+$/.test(name))
      throw new MailFault('not_allowed', 'it needs a name, not an address')
    if (!usualPorts.has(port) && !own.some((pattern) => matches(pattern, `${name}:${port}`))) throw new MailFault('not_allowed', `port ${port}`)
  }

  return {
    async addressesOf(server) {
      check(server)
      return new Promise((resolve, reject) => {
        lookup(server.host.toLowerCase(), { all: true }, (error, addresses) => {
          if (error) reject(error)
          else resolve((addresses as { address: string }[]).map(({ address }) => address))
        })
      })
    },
    ca: ca === undefined ? undefined : [...rootCertificates, ca],
    ...(times ? { times } : {}),
  }
}
