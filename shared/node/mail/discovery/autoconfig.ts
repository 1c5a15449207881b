// What a domain's autoconfig file says (Mozilla's config-v1.1): the servers with TLS, and the name to sign in with. Of a file from anywhere nothing else is believed.
import { isIP } from 'node:net'
import type { MailServer, MailServers } from '../../../schema/mail/mail-account.ts'
import { decodeEntities } from '../../../domain/mail/html-text.ts'

const maxFile = 65_536
const maxServers = 20

/** The insides of all `<name …>…</name>`, with what stands in the opening tag. Looks at each place once. */
function elements(xml: string, name: string): { attributes: string; inside: string }[] {
  const found: { attributes: string; inside: string }[] = []
  for (let at = xml.indexOf(`<${name}`); at >= 0 && found.length < maxServers; at = xml.indexOf(`<${name}`, at)) {
    const open = xml.indexOf('>', at)
    const close = open < 0 ? -1 : xml.indexOf(`</${name}>`, open)
    if (close < 0) break
    found.push({ attributes: xml.slice(at + name.length + 1, open), inside: xml.slice(open + 1, close) })
    at = close
  }
  return found
}

const textOf = (xml: string, name: string): string => decodeEntities(elements(xml, name)[0]?.inside ?? '').trim()

const name = /^(?=.{1,253}$)[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9][a-z0-9-]{0,62})+$/i

/** A name with a dot in it, and no address. */
export const isHostName = (text: string): boolean => name.test(text) && isIP(text) === 0

function serverOf(xml: string): MailServer | undefined {
  const host = textOf(xml, 'hostname').toLowerCase()
  const port = Number(textOf(xml, 'port'))
  const socket = textOf(xml, 'socketType').toUpperCase()
  const security = socket === 'SSL' ? 'tls' : socket === 'STARTTLS' ? 'starttls' : undefined
  return security && isHostName(host) && Number.isInteger(port) && port > 0 && port < 65_536 ? { host, port, security } : undefined
}

/** Undefined: it says nothing that can be used. */
export function readAutoconfig(file: string, address: string): MailServers | undefined {
  const xml = file.slice(0, maxFile).replaceAll(/<!--[^<>]{0,2000}-->/g, '')
  const pick = (name: string, type: string) => {
    for (const { attributes, inside } of elements(xml, name)) {
      const server = new RegExp(`type=["']${type}["']`, 'i').test(attributes) ? serverOf(inside) : undefined
      if (server) return { server, user: textOf(inside, 'username') }
    }
    return undefined
  }
  const imap = pick('incomingServer', 'imap')
  if (!imap) return undefined
  const local = address.slice(0, address.lastIndexOf('@'))
  const user = imap.user.replaceAll('%EMAILADDRESS%', address).replaceAll('%EMAILLOCALPART%', local)
  // A name with more to fill in, or none, is no name.
  return { imap: imap.server, smtp: pick('outgoingServer', 'smtp')?.server ?? null, user: /^[^%\s]{1,320}$/.test(user) ? user : address }
}
