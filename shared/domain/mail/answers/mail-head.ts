// What the header of a mail says about answering it: which mails it refers to, where answers go, and whether a machine wrote it.

import { type MailHead, maxReferences } from '../../../schema/mail/mail-head.ts'

/** Headers that are read for it, in lower case. */
export const headNames = [
  ...(['references', 'in-reply-to', 'reply-to', 'auto-submitted', 'precedence', 'list-id', 'list-post', 'list-unsubscribe', 'list-help'] as const),
  ...(['return-path', 'x-auto-response-suppress', 'x-autoreply', 'x-autorespond', 'x-failed-recipients', 'content-type'] as const),
  ...(['x-original-from', 'x-original-sender'] as const),
] as const
type HeadName = (typeof headNames)[number]

const messageId = /<[^<>\s]{1,900}>/g

export const idsIn = (text: string | undefined): string[] => [...new Set((text ?? '').slice(0, 60_000).match(messageId))]

/** The first ones say where the thread began, the last ones what is answered. */
export const fewer = (ids: readonly string[], max = maxReferences): string[] => (ids.length <= max ? [...ids] : [...ids.slice(0, 1), ...ids.slice(1 - max)])

function machineOf(header: (name: HeadName) => string | undefined): MailHead['machine'] {
  const value = (name: HeadName) => header(name)?.trim().toLowerCase()
  const type = value('content-type') ?? ''
  if (type.startsWith('multipart/report') && !/disposition-notification|feedback-report/.test(type)) return 'bounce'
  if (value('x-failed-recipients')) return 'bounce'
  if ((['list-id', 'list-post', 'list-unsubscribe', 'list-help'] as const).some((name) => value(name) !== undefined)) return 'list'
  const precedence = value('precedence')
  if (precedence === 'list' || precedence === 'bulk' || precedence === 'junk') return 'list'
  // RFC 3834: anything but "no", with or without parameters.
  const submitted = value('auto-submitted')
  if (submitted !== undefined && !/^no\b/.test(submitted)) return 'automatic'
  if (precedence === 'auto_reply' || value('x-autoreply') !== undefined || value('x-autorespond') !== undefined) return 'automatic'
  if (/\b(?:all|oof|autoreply)\b/.test(value('x-auto-response-suppress') ?? '')) return 'automatic'
  // Nobody wants to hear of what became of it.
  return value('return-path') === '<>' || type.startsWith('multipart/report') ? 'automatic' : null
}

/** `header`: the value of one, unfolded. */
export function headOf(header: (name: HeadName) => string | undefined): MailHead {
  const references = idsIn(header('references'))
  const [answered] = idsIn(header('in-reply-to'))
  if (answered !== undefined && !references.includes(answered)) references.push(answered)
  return { references: fewer(references), reply_to: header('reply-to')?.trim().slice(0, 1000) || null, machine: machineOf(header) }
}

/** The header of a mail as it was sent: its lines unfolded, by name. Of several the first counts, as the last server wrote it. */
export function headersIn(raw: string): (name: string) => string | undefined {
  const end = raw.search(/\r?\n\r?\n/)
  const lines = (end < 0 ? raw : raw.slice(0, end)).replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const found = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !found.has(name)) found.set(name, line.slice(colon + 1).trim())
  }
  return (name) => found.get(name)
}
