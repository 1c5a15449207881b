// A mail whose structure no answer of the server can carry (a hundred thousand recipients, say) is known by the beginning of its header, which is asked for as it is.
import type { FetchMessageObject, MessageEnvelopeObject } from 'imapflow'
import { createBase64Decoding, fromQuotedPrintable } from './transfer-decoding.ts'

/** Bytes of the header that are looked at. */
export const roughHeaderBytes = 65_536
const longestField = 2000

/** The first of each name, on one line. */
function fieldsOf(header: Buffer): Map<string, string> {
  const fields = new Map<string, string>()
  const text = header.toString('utf8').replaceAll(/\r?\n[ \t]+/g, ' ')
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1, colon + 1 + longestField).trim())
  }
  return fields
}

function decodedWord(charset: string, kind: string, word: string): string {
  const bytes = Buffer.from(word, 'latin1')
  const base64 = createBase64Decoding()
  const decoded =
    kind.toLowerCase() === 'b' ? Buffer.concat([base64.push(bytes), base64.end()]) : fromQuotedPrintable(Buffer.from(word.replaceAll('_', ' '), 'latin1'))
  try {
    return new TextDecoder(charset).decode(decoded)
  } catch {
    return decoded.toString('utf8')
  }
}

/** RFC 2047. */
const decodedWords = (text: string): string =>
  text
    .replaceAll(/(\?=)\s+(?==\?)/g, '$1')
    .replaceAll(/=\?([\w.:-]{1,40})\?([bq])\?([^?\s]{0,2000})\?=/gi, (_, charset: string, kind: string, word: string) => decodedWord(charset, kind, word))

function senderIn(from: string): NonNullable<MessageEnvelopeObject['from']> {
  const [, name = '', address = ''] = /^([^<>]{0,1000})<([^<>\s]{1,1000})>/.exec(from) ?? []
  if (address !== '') return [{ name: decodedWords(name).replaceAll('"', '').trim(), address }]
  return from === '' ? [] : [{ name: '', address: from.split(/[\s,]/, 1)[0] ?? '' }]
}

/** With what its header says; who it is to is what cannot be told. */
export function roughly(message: FetchMessageObject): FetchMessageObject {
  const headers = (message.headers ?? message.bodyParts?.values().next().value ?? Buffer.alloc(0)).subarray(0, roughHeaderBytes)
  const fields = fieldsOf(headers)
  const date = new Date(fields.get('date') ?? Number.NaN)
  const envelope: MessageEnvelopeObject = {
    subject: decodedWords(fields.get('subject') ?? ''),
    from: senderIn(fields.get('from') ?? ''),
    messageId: fields.get('message-id') ?? '',
    ...(Number.isNaN(date.getTime()) ? {} : { date }),
  }
  return { ...message, headers, envelope }
}
