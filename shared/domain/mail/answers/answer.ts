// The parts of an answer that are not the person's words: where it hangs in the thread, its subject, and what stands below.
import { onlySeen, oneLine } from '../mail-text.ts'
import { readSubject } from '../mail-subject.ts'
import { fewer } from './mail-head.ts'
import type { ReplyLanguage } from '../../../schema/mail/reply.ts'

/** Seconds for which it can be taken back. */
export const undoSeconds = 10

/** RFC 5322: what it answers, and before that whatever that one referred to. */
export function threadOf({ message_id, references }: { message_id: string; references: readonly string[] }): {
  inReplyTo: string | null
  references: string[]
} {
  // A mail without a Message-ID of its own cannot be named.
  const isNamed = /^<[^<>\s]+>$/.test(message_id)
  const before = references.filter((id) => id !== message_id)
  return { inReplyTo: isNamed ? message_id : null, references: fewer(isNamed ? [...before, message_id] : before, 30) }
}

/** With one "Re:", whatever it had gathered. */
export const answerSubject = (subject: string | null, title: string): string => `Re: ${oneLine(readSubject(subject).bare || title, 200)}`

const mostQuoted = 400
const longestQuote = 20_000

const wrote: Record<ReplyLanguage, (day: string, name: string) => string> = {
  en: (day, name) => `On ${day} ${name} wrote:`,
  de: (day, name) => `Am ${day.split('-').toReversed().join('.')} schrieb ${name}:`,
}

export interface Quoted {
  name: string
  sent_at: string
  text: string
}

/** What they wrote, as mail programs quote it. */
export function quoteOf({ name, sent_at, text }: Quoted, language: ReplyLanguage = 'en', lines = mostQuoted, width = 2000): string {
  const all = onlySeen(text.slice(0, longestQuote)).trim().split('\n')
  if (all.join('') === '') return ''
  const quoted = all.slice(0, lines).map((line) => `> ${oneLine(line, width)}`.trimEnd())
  return [wrote[language](sent_at.slice(0, 10), oneLine(name, 100)), ...quoted, ...(all.length > lines || text.length > longestQuote ? ['> …'] : [])].join('\n')
}

/** What stands below the words: the signature as its writer set it, and what is answered. */
export function belowOf(signature: string, quote: string): string {
  const sign = onlySeen(signature).trim()
  return [...(sign === '' ? [] : [`-- \n${sign}`]), ...(quote === '' ? [] : [quote])].join('\n\n')
}

export const fullText = (body: string, below: string): string => `${onlySeen(body).trimEnd()}\n${below === '' ? '' : `\n${below}\n`}`

/** Words that a person set once, for answers that nobody reads before they are sent. */
export function filledIn(template: string, { title, name }: { title: string; name: string }): string {
  const values: Record<string, string> = { title: oneLine(title, 200), name: oneLine(name, 60) }
  return template.replaceAll(/\{(title|name)\}/g, (_, word: string) => values[word] ?? '')
}

/** Ours are known by their look, also where a server tells of one in prose. */
export const newMessageId = (uuid: string, address: string): string => `<tandem.${uuid}@${address.slice(address.lastIndexOf('@') + 1).toLowerCase()}>`
const ours = /<tandem\.[0-9a-f-]{36}@[^<>\s]{1,253}>/g
const maxGiven = 50
const ownIdsIn = (text: string): string[] => text.match(ours) ?? []
/** The Message-IDs that it gives to mails, not those that mails refer to: a mail in a report names those before it, above its own. */
const givenIn = (text: string): string[] => [...text.matchAll(/^[> \t]*(?:x-)?(?:original-)?message-id:\s*(<[^<>\s]{1,900}>)/gim)].map(([, id]) => id as string)

/** What came back may be any of these, the likeliest first: `body` says so in words, and `references` end with it. */
export const returnedIds = ({ body, references }: { body: string; references: readonly string[] }): string[] => [
  ...new Set([...givenIn(body).slice(0, maxGiven), ...references.toReversed(), ...ownIdsIn(body).slice(0, maxGiven)]),
]

export interface DeliveryReport {
  /** The Message-IDs of which one is the mail's that was not delivered, the likeliest first. */
  of: string[]
  /** What the server said, in one line. */
  said: string
}

/**
 * `raw`: the beginning of a delivery report, as it came. `named`: whom its own header names: Gmail gives what it sends another Message-ID than ours. Undefined: of none,
 * or only a delay.
 */
export function readReport(raw: string, named: readonly string[] = []): DeliveryReport | undefined {
  const text = raw.replaceAll(/=\r?\n/g, '').replaceAll(/\r?\n[ \t]+/g, ' ')
  const of = [...new Set([...givenIn(text).slice(0, maxGiven), ...named.toReversed(), ...ownIdsIn(text).slice(0, maxGiven)])]
  const action = /^action:\s*(\w+)/im.exec(text)?.[1]?.toLowerCase()
  if (of.length === 0 || (action !== undefined && action !== 'failed')) return undefined
  const said = /^diagnostic-code:\s*(?:[\w-]+\s*;\s*)?(.+)$/im.exec(text)?.[1] ?? /^status:\s*(5\.\d+\.\d+.*)$/im.exec(text)?.[1] ?? ''
  return { of, said: oneLine(said, 300) }
}
