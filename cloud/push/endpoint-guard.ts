// A web push endpoint is an address that a user gave us, and we send to it from inside our network. It must be a push service's, by name, and
// the name must lead to the public internet at the moment of sending. (Node asks no lookup for addresses given as numbers: they are refused.)
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import { invalidField } from '../../shared/domain/app-error.ts'

const pushServices = ['fcm.googleapis.com', 'android.googleapis.com', 'updates.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com']

// Apart: a list that blocks the IPv6 forms of IPv4 addresses blocks every IPv4 address with them.
const notPublic = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [network, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
  ] as const),
  ...([
    ['192.0.2.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ] as const),
])
  notPublic.ipv4.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ...([
    ['::', 96],
    ['::ffff:0:0', 96],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['100::', 64],
    ['2001::', 23],
    ['2001:db8::', 32],
  ] as const),
  ...([
    ['2002::', 16],
    ['fc00::', 7],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
  ] as const),
])
  notPublic.ipv6.addSubnet(network, bits, 'ipv6')

/** An address on the public internet? IPv6 forms of IPv4 addresses do not count as such. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  return family === 6 ? !notPublic.ipv6.check(address, 'ipv6') : !notPublic.ipv4.check(address, 'ipv4')
}

export type EndpointGuard = ReturnType<typeof createEndpointGuard>

/** `more`: hosts that the operator trusts besides, `push.example.org` or `*.example.org`, with `:port` where it is not 443. Theirs may be private. */
export function createEndpointGuard(more: readonly string[] = []) {
  const matches = (pattern: string, host: string) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern)
  const own = more.map((entry) => entry.toLowerCase())
  /** The operator's own hosts, whatever their port. */
  const isOperators = (hostname: string) => own.some((entry) => matches(entry.replace(/:\d+$/, ''), hostname))

  return {
    /** Throws invalid unless we may send there. */
    check(endpoint: string): URL {
      const refuse = (detail: string) => invalidField('/token', `token: the endpoint ${detail}`)
      let url: URL
      try {
        url = new URL(endpoint)
      } catch {
        throw refuse('is not a URL.')
      }
      if (url.protocol !== 'https:') throw refuse('must start with https://.')
      if (url.username !== '' || url.password !== '') throw refuse('must not contain a user name or password.')
      // The parser has read 0x7f.1 and 2130706433 as addresses already.
      if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) throw refuse('must use a host name, not an IP address.')
      if (own.some((entry) => matches(entry, url.host))) return url
      if (url.port !== '') throw refuse('must use port 443.')
      if (!pushServices.some((entry) => matches(entry, url.hostname)))
        throw refuse(
          `is at ${url.hostname}, which is not a known push service: ${pushServices.join(', ')}. The operator can allow others with TANDEM_PUSH_HOSTS.`,
        )
      return url
    },

    /** For connections: like dns.lookup, but fails when the name leads into a private network. */
    lookup(
      hostname: string,
      options: LookupOptions,
      callback: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
    ): void {
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, [])
        if (!isOperators(hostname) && !addresses.every(({ address }) => isPublic(address)))
          return callback(Object.assign(new Error(`${hostname} is not on the public internet`), { code: 'address_not_public' }), [])
        if (options.all) return callback(null, addresses)
        const [first] = addresses as [LookupAddress]
        callback(null, first.address, first.family)
      })
    },
  }
}
