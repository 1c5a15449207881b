// The text of a mail from its parts as the server lists them: only the text is asked for, so that a mail of 25 MB costs what its text does.
import type { MessageStructureObject } from 'imapflow'
import { fromQuotedPrintable } from './transfer-decoding.ts'

export interface TextPart {
  part: string
  isHtml: boolean
  encoding: string
  charset: string
  isFlowed: boolean
}

const maxDepth = 20

function textPart(node: MessageStructureObject): TextPart | undefined {
  const isHtml = node.type === 'text/html'
  if (!isHtml && node.type !== 'text/plain') return undefined
  const { parameters = {}, dispositionParameters = {} } = node
  if (node.disposition === 'attachment' || parameters.name !== undefined || dispositionParameters.filename !== undefined) return undefined
  return {
    // A mail that is no multipart has one part, and the server gives it no number.
    part: node.part ?? '1',
    isHtml,
    encoding: (node.encoding ?? '7bit').toLowerCase(),
    charset: parameters.charset ?? 'utf-8',
    isFlowed: parameters.format?.toLowerCase() === 'flowed',
  }
}

function* partsOf(node: MessageStructureObject, isNested: boolean, depth = 0): Generator<TextPart> {
  const own = textPart(node)
  if (own) yield own
  // A mail that is attached is somebody else's text: it counts only where there is no other.
  if (depth < maxDepth && (isNested || node.type !== 'message/rfc822')) for (const child of node.childNodes ?? []) yield* partsOf(child, isNested, depth + 1)
}

/** The part to read: plain text before HTML. */
export function textPartOf(structure: MessageStructureObject | undefined): TextPart | undefined {
  if (!structure) return undefined
  for (const isNested of [false, true]) {
    let html: TextPart | undefined
    for (const part of partsOf(structure, isNested)) {
      if (!part.isHtml) return part
      html ??= part
    }
    if (html) return html
  }
  return undefined
}

function decodedBytes(bytes: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(bytes.toString('latin1'), 'base64')
  return encoding === 'quoted-printable' ? fromQuotedPrintable(bytes) : bytes
}

function textIn(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset.trim().slice(0, 40)).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

/** RFC 3676: a line that ends in a space goes on in the next. Quotes are left as they are. */
function unflowed(text: string): string {
  const lines: string[] = []
  let goesOn = false
  for (const line of text.split('\n')) {
    const isPlain = !line.startsWith('>') && line !== '-- '
    const own = isPlain && line.startsWith(' ') ? line.slice(1) : line
    if (goesOn && isPlain && lines.length > 0) lines[lines.length - 1] += own
    else lines.push(own)
    goesOn = isPlain && line.endsWith(' ')
  }
  return lines.join('\n')
}

/** A part as the server sent it, as text with \n at line ends. HTML stays HTML. */
export function decodedText(bytes: Buffer, { encoding, charset, isFlowed, isHtml }: TextPart): string {
  const text = textIn(decodedBytes(bytes, encoding), charset).replaceAll('\r\n', '\n')
  return (isFlowed && !isHtml ? unflowed(text) : text).replaceAll('\0', '').toWellFormed()
}
