// Where events may be sent: an address from an admin of a team, called from inside the operator's network. So https, by name, and the name must lead to
// the public internet at the moment of sending (push/endpoint-guard.ts looks it up), unless the operator trusts the host.
import { isIP } from 'node:net'
import { invalidField } from '../../shared/domain/app-error.ts'

/** `hosts`: those that the operator trusts, `hooks.example.org` or `*.example.org`, with `:port` where it is not 443. */
export function createAddressCheck(hosts: readonly string[]) {
  const own = hosts.map((host) => host.toLowerCase())
  const matches = (pattern: string, host: string) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern)

  /** Throws `invalid` unless we may send there. */
  return (address: string): URL => {
    const refuse = (detail: string) => invalidField('/url', `url ${detail}`)
    if (!URL.canParse(address)) throw refuse(`must be an address such as https://example.org/hooks/tandem; got '${address.slice(0, 200)}'.`)
    const url = new URL(address)
    if (url.protocol !== 'https:') throw refuse('must start with https://.')
    if (url.username !== '' || url.password !== '') throw refuse('must not contain a user name or password: deliveries are signed.')
    // The parser has read 0x7f.1 and 2130706433 as addresses already.
    if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) throw refuse('must use a host name, not an IP address.')
    if (url.port !== '' && !own.some((pattern) => matches(pattern, url.host)))
      throw refuse('must use port 443. The operator can allow others with TANDEM_WEBHOOK_HOSTS.')
    return url
  }
}

export type AddressCheck = ReturnType<typeof createAddressCheck>
