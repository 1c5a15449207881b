// The text of a mail from what Gmail gives: a tree of MIME parts.
import { textOfHtml } from '../../../shared/domain/mail/html-text.ts'

export interface MimePart {
  partId?: string
  mimeType?: string
  filename?: string
  headers?: { name: string; value: string }[]
  body?: { data?: string; size?: number; attachmentId?: string }
  parts?: MimePart[]
}

const maxText = 100_000

function charsetOf(part: MimePart): string {
  const type = part.headers?.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? ''
  return /charset="?([\w.:-]+)/i.exec(type)?.[1] ?? 'utf-8'
}

function decoded(part: MimePart): string {
  const bytes = Buffer.from(part.body?.data ?? '', 'base64url')
  try {
    return new TextDecoder(charsetOf(part)).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

/** The addresses of a header, apart at commas outside of quotes. */
export function addressesOf(header: string): string[] {
  return (header.match(/(?:"[^"]*(?:"|$)|[^",])+/g) ?? []).map((one) => one.trim()).filter((one) => one !== '')
}

function find(part: MimePart, type: string, depth = 0): MimePart | undefined {
  if (depth > 20) return undefined
  if (part.mimeType === type && !part.filename && part.body?.data) return part
  for (const child of part.parts ?? []) {
    const found = find(child, type, depth + 1)
    if (found) return found
  }
  return undefined
}

/** Plain text before HTML; without NUL, which no database of ours can keep. */
export function bodyOf(payload: MimePart): string {
  const plain = find(payload, 'text/plain')
  const html = plain ? undefined : find(payload, 'text/html')
  const text = plain ? decoded(plain).replaceAll('\r\n', '\n').trim() : html ? textOfHtml(decoded(html)) : ''
  return text.replaceAll('\0', '').toWellFormed().slice(0, maxText)
}
