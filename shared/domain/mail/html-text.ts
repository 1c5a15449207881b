// The text of an HTML mail, in one pass over its tags. Quotes become lines that begin with >, as in plain mails.
import { htmlTokens } from './html-tokens.ts'

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…', ndash: '–', mdash: '—', euro: '€' }

/** What is in these is no text. */
const silent = new Set(['script', 'style', 'head', 'title', 'template', 'noscript', 'svg', 'object', 'select', 'textarea'])
const blocks = new Set('p div ul ol table tr h1 h2 h3 h4 h5 h6 pre section article header footer form hr address dl dt dd'.split(' '))

export function looksLikeHtml(text: string): boolean {
  return /<(?:!doctype html|html|body|head|p|br|div|span|table|ul|ol|a|b|i|strong|em|blockquote|font)(?=[\s/>])[^<>]*>/i.test(text.slice(0, 20_000))
}

export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(\w{2,10}));/g, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
  })
}

/** What a text has where a picture of the mail stands. An id that could end the brackets or the line is none. */
export const picturePlace = (contentId: string): string => (/^[^[\]\s]{1,900}$/.test(contentId) ? `[cid:${contentId}]` : '')

/** Where a picture stands that came with the mail. */
function pictureIn(tag: string): string {
  const [, quoted, single, bare] = /\ssrc\s*=\s*(?:"\s*cid:([^"]*)"|'\s*cid:([^']*)'|cid:([^\s"'>]+))/i.exec(tag) ?? []
  const id = decodeEntities(quoted ?? single ?? bare ?? '').trim()
  try {
    return picturePlace(decodeURIComponent(id))
  } catch {
    return picturePlace(id)
  }
}

export function textOfHtml(html: string): string {
  const lines: string[] = ['']
  let quotes = 0
  // Kept apart: looking at the end of what is put together piece by piece costs what all of it costs.
  let endsInSpace = false
  let hush: string | undefined
  const breakLine = (blank = false) => {
    const last = lines.at(-1) as string
    if (last.trim() !== '') lines.push('')
    else lines[lines.length - 1] = ''
    if (blank && lines.length > 1 && lines.at(-2) !== '') lines.push('')
  }
  const write = (text: string) => {
    if (text === '') return
    const last = lines.at(-1) as string
    const begun = last === '' && quotes > 0 ? `${'>'.repeat(quotes)} ` : last
    lines[lines.length - 1] = begun + (last === '' || endsInSpace ? text.trimStart() : text)
    endsInSpace = text.endsWith(' ')
  }

  for (const { kind, part, name: tag } of htmlTokens(html)) {
    if (hush !== undefined) {
      if (hush === '--' ? part.includes('-->') : tag === hush && kind === 'close') {
        const rest = hush === '--' ? part.slice(part.indexOf('-->') + 3) : ''
        hush = undefined
        write(decodeEntities(rest).replaceAll(/\s+/g, ' '))
      }
      continue
    }
    if (kind === 'comment') hush = '--'
    else if (kind === 'text') write(decodeEntities(part).replaceAll(/\s+/g, ' '))
    else if (silent.has(tag)) {
      if (kind === 'open' && !part.endsWith('/>')) hush = tag
    } else if (tag === 'blockquote') {
      breakLine(true)
      quotes = Math.max(0, Math.min(20, quotes + (kind === 'close' ? -1 : 1)))
    } else if (tag === 'br') {
      if (lines.at(-1) === '') lines[lines.length - 1] = ''
      lines.push('')
    } else if (tag === 'li') {
      breakLine()
      if (kind === 'open') write('- ')
    } else if (tag === 'td' || tag === 'th') write(' ')
    else if (tag === 'img') write(pictureIn(part))
    else if (blocks.has(tag)) breakLine(tag === 'p')
  }
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
