// A small file from a host that a person named: https only, nobody's redirects, over the addresses that may be reached from here.
import { isIPv6 } from 'node:net'
import type { Agent } from 'undici'
import type { MailNet } from '../mail-net.ts'

const timeout = 4000
const maxBytes = 65_536

/** For one https address: connects to what its name leads to now, and to nothing else. */
export async function agentFor(url: URL, net: MailNet, ms: number): Promise<Agent> {
  const addresses = await net.addressesOf({ host: url.hostname, port: Number(url.port || 443), security: 'tls' })
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  const [first] = all
  if (!first) throw new Error('no address')
  const { Agent } = await import('undici')
  return new Agent({
    connect: {
      lookup: (_name, options, callback) => (options.all ? callback(null, all) : callback(null, first.address, first.family)),
      timeout: ms,
      ...(net.ca ? { ca: [...net.ca] } : {}),
    },
    headersTimeout: ms,
    bodyTimeout: ms,
  })
}

/** Undefined where there is none that can be read. */
export async function fetchText(address: string, net: MailNet): Promise<string | undefined> {
  const url = new URL(address)
  const agent = await agentFor(url, net, timeout).catch(() => undefined)
  try {
    const reply = await agent?.request({ origin: url.origin, path: `${url.pathname}${url.search}`, method: 'GET', signal: AbortSignal.timeout(2 * timeout) })
    let text = ''
    for await (const chunk of (reply?.body ?? []) as AsyncIterable<Buffer>) if ((text += chunk.toString('utf8')).length > maxBytes) return undefined
    return reply?.statusCode === 200 ? text : undefined
  } catch {
    return undefined
  } finally {
    await agent?.destroy().catch(() => undefined)
  }
}
