// Whom an address stands for when tries are counted. Whoever has one IPv6 address has the whole /64 around it.
import { isIPv6 } from 'node:net'

/** An IPv4 address as it is (also one that is written as IPv6), the first 64 bits of an IPv6 address. */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [plain = ''] = address.split('%', 1)
  if (!isIPv6(plain)) return address
  // The URL parser writes every spelling in the same way: short, lower case, no dotted end.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const begin = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - begin.length - end.length
  return `${[...begin, ...Array.from({ length: zeros }, () => '0'), ...end].slice(0, 4).join(':')}::/64`
}
