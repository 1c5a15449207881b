// Finds the servers of an address: what the domain's DNS says (RFC 6186, 8314), what its autoconfig file says, then the usual names. Nobody's password goes
// anywhere for it, and a person sees the names before theirs does.
import { resolveSrv } from 'node:dns/promises'
import { domainToASCII } from 'node:url'
import type { DiscoveredMail, MailServer, MailServers } from '../../../schema/mail/mail-account.ts'
import { isMailAddress } from '../../../domain/mail/mail-address.ts'
import type { MailNet } from '../mail-net.ts'
import { isHostName, readAutoconfig } from './autoconfig.ts'
import { fetchText } from './fetch-text.ts'
import { answersAs } from './probe.ts'

export interface DiscoverDeps {
  net: MailNet
  srv?: (name: string) => Promise<{ name: string; port: number; priority: number; weight: number }[]>
  text?: (url: string) => Promise<string | undefined>
  answers?: (kind: 'imap' | 'smtp', server: MailServer) => Promise<boolean>
}

const srvTimeout = 4000

export async function discoverMail(address: string, { net, srv = resolveSrv, text, answers }: DiscoverDeps): Promise<DiscoveredMail> {
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1)).toLowerCase()
  if (!isMailAddress(address) || !isHostName(domain)) return { source: 'none', servers: null }
  const read = text ?? ((url: string) => fetchText(url, net))
  const isThere = answers ?? ((kind, server) => answersAs(kind, server, net))

  /** The first of its records; a target of "." says that there is none. */
  async function byDns(service: string, security: MailServer['security']): Promise<MailServer | undefined> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never[]>((resolve) => (timer = setTimeout(() => resolve([]), srvTimeout)))
    const records = await Promise.race([srv(`_${service}._tcp.${domain}`).catch(() => []), late])
    clearTimeout(timer)
    const [first] = records.toSorted((a, b) => a.priority - b.priority || b.weight - a.weight)
    const host = first?.name.replace(/\.$/, '').toLowerCase() ?? ''
    return first && first.port > 0 && isHostName(host) ? { host, port: first.port, security } : undefined
  }

  async function byFile(): Promise<MailServers | undefined> {
    const query = `?emailaddress=${encodeURIComponent(address)}`
    const urls = [`https://autoconfig.${domain}/mail/config-v1.1.xml${query}`, `https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml${query}`]
    const files = await Promise.all(urls.map(read))
    for (const file of files) {
      const found = file === undefined ? undefined : readAutoconfig(file, address)
      if (found) return found
    }
    return undefined
  }

  /** Asked at once; the first in this order counts. */
  async function firstThere(kind: 'imap' | 'smtp', all: readonly MailServer[]): Promise<MailServer | undefined> {
    const there = await Promise.all(all.map((server) => isThere(kind, server)))
    return all.find((_, i) => there[i])
  }

  const named = (names: readonly string[], port: number, security: MailServer['security']) =>
    names.map((name): MailServer => ({ host: name === '' ? domain : `${name}.${domain}`, port, security }))

  const [imaps, imapPlain, submissions, submission] = await Promise.all([
    byDns('imaps', 'tls'),
    byDns('imap', 'starttls'),
    byDns('submissions', 'tls'),
    byDns('submission', 'starttls'),
  ])
  const imap = imaps ?? imapPlain
  if (imap) return { source: 'srv', servers: { imap, smtp: submissions ?? submission ?? null, user: address } }
  const servers = await byFile()
  if (servers) return { source: 'autoconfig', servers }
  const [guessed, sends] = await Promise.all([
    firstThere('imap', [...named(['imap', 'mail', ''], 993, 'tls'), ...named(['imap', 'mail'], 143, 'starttls')]),
    firstThere('smtp', [...named(['smtp', 'mail', ''], 465, 'tls'), ...named(['smtp', 'mail'], 587, 'starttls')]),
  ])
  return guessed ? { source: 'names', servers: { imap: guessed, smtp: sends ?? null, user: address } } : { source: 'none', servers: null }
}
