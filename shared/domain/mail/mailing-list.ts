// What the header of a mail says about where it went: over a list that many post to, to many at once, or in copy.
import { addressKey } from '../people/same-person.ts'
import { isMachine, readCorrespondent } from './mail-address.ts'

type Header = (name: 'list-id' | 'list-post' | 'list-unsubscribe' | 'reply-to' | 'precedence' | 'x-original-from' | 'x-original-sender') => string | undefined

const maxInCopy = 200

/** The addresses under which a list is written to. */
function addressesOf(header: Header): string[] {
  const post = /<mailto:([^>?\s]{3,254})/i.exec(header('list-post') ?? '')?.[1]
  // "Support <support.example.org>" (RFC 2919) is mostly support@example.org.
  const id = /<?([^\s<>]{3,250})>?\s*$/.exec(header('list-id') ?? '')?.[1] ?? ''
  return [...(post ? [post] : []), id.replace('.', '@')].map(addressKey)
}

/** Who wrote it: groups pass mails on in their own name ("'Ana' via Support <support@example.org>"), and say elsewhere whose they are. */
export function writerOf(from: string, header: Header): string {
  const lists = header('list-id') === undefined ? [] : addressesOf(header)
  const isList = (text: string) => lists.includes(addressKey(readCorrespondent(text).email ?? ''))
  if (!isList(from)) return from
  const named = [header('x-original-from'), header('reply-to'), header('x-original-sender')].map((one) => (one ?? '').trim().slice(0, 1000))
  const writer = named.find((one) => readCorrespondent(one).email !== undefined && !isList(one))
  if (writer === undefined) return from
  const { name, email = '' } = readCorrespondent(writer)
  const shown = /^['"]?(.{1,200}?)['"]? via .+$/.exec(readCorrespondent(from).name)?.[1]
  return name === '' && shown !== undefined ? `${shown} <${email}>` : writer
}

/** It went to many, and nobody can answer them all: a newsletter, an offer. */
export function isBulk(header: Header): boolean {
  if (/^(?:bulk|junk)$/i.test(header('precedence')?.trim() ?? '')) return true
  return header('list-unsubscribe') !== undefined && !/<mailto:/i.test(header('list-post') ?? '')
}

/** What a reader of mails tells of it. */
export const sentOver = (from: string, cc: readonly string[], header: Header): { from: string; cc?: string[]; bulk?: boolean } => ({
  from: writerOf(from, header),
  ...(cc.length > 0 ? { cc: cc.slice(0, maxInCopy) } : {}),
  ...(isBulk(header) ? { bulk: true } : {}),
})

/** In copy are those who ask, too; a whole department is not. */
const fewInCopy = 10

export function askingInCopy({ from, cc }: { from: string; cc: readonly string[] }, own: string | undefined): string[] {
  const known = new Set([own, readCorrespondent(from).email].flatMap((one) => (one === undefined ? [] : [addressKey(one)])))
  const asking = cc.filter((one) => {
    const person = readCorrespondent(one)
    if (person.email === undefined || isMachine(person) || known.has(addressKey(person.email))) return false
    known.add(addressKey(person.email))
    return true
  })
  return cc.length <= fewInCopy ? asking : []
}
