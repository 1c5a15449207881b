// The text of a mail from what Gmail gives: a tree of MIME parts.

export interface MimePart {
  mimeType?: string
  filename?: string
  headers?: { name: string; value: string }[]
  body?: { data?: string; size?: number }
  parts?: MimePart[]
}

const maxText = 100_000

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * What a reader would see of it, roughly: mails are read by people and models, not rendered. Strangers write mails: a pattern may not look at one
 * place again and again, so a tag ends where the next begins.
 */
export function textOfHtml(html: string): string {
  const rules: [RegExp, string | ((...match: string[]) => string)][] = [
    [/<(style|script|head|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ''],
    [/<!--[\s\S]*?(?:-->|$)/g, ''],
    [/\s+/g, ' '],
    [/<li\b[^<>]*>/gi, '\n- '],
    [/<(?:br|\/p|\/div|\/h[1-6]|\/tr|\/li)\b[^<>]*>/gi, '\n'],
    [/<[^<>]*>/g, ''],
    [/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex, decimal) => codePoint(hex ? Number.parseInt(hex, 16) : Number(decimal))],
    [/&(\w+);/g, (whole, name) => entities[name ?? ''] ?? whole ?? ''],
    // Runs first: what looks for a newline behind any number of spaces looks at each of them again and again.
    [/[ \t]+/g, ' '],
    [/ ?\n ?/g, '\n'],
    [/\n{3,}/g, '\n\n'],
  ]
  return rules.reduce((text, [pattern, by]) => (typeof by === 'string' ? text.replaceAll(pattern, by) : text.replaceAll(pattern, by)), html).trim()
}

function codePoint(code: number): string {
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
}

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
