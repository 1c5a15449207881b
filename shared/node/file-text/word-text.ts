// The text of a Word document (docx): a zip with XML in it. Only the parts that hold text are unpacked, none of them beyond a bound; the XML is read
// as what it is to us, tags and text between them: no entity is resolved but the five that every XML has, no reference followed.
import { unzipSync } from 'fflate'

const textParts = /^word\/(?:document|footnotes|endnotes|comments|header\d{0,3}|footer\d{0,3})\d{0,2}\.xml$/
/** Of what a part says that it becomes, and all of them together. */
const maxPartBytes = 16 * 1_048_576
const maxParts = 40

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

/** What a tag stands for between two texts. */
function gapOf(tag: string): string {
  if (/^\/(?:w:)?p\b/.test(tag)) return '\n'
  return /^(?:w:)?(?:tab|br|cr)\b/.test(tag) ? ' ' : ''
}

function textOfPart(xml: string, maxCharacters: number): string {
  let text = ''
  let isText = false
  for (let at = 0; text.length < maxCharacters; ) {
    const open = xml.indexOf('<', at)
    if (open < 0) break
    if (isText) text += unescaped(xml.slice(at, open))
    const isComment = xml.startsWith('<!--', open)
    const close = xml.indexOf(isComment ? '-->' : '>', open)
    if (close < 0) break
    const tag = xml.slice(open + 1, Math.min(close, open + 200))
    if (!isComment) {
      isText = /^(?:w:)?t(?:\s|$)/.test(tag) && xml[close - 1] !== '/'
      text += gapOf(tag)
    }
    at = close + (isComment ? 3 : 1)
  }
  return text
}

/** Undefined: it is no such document. */
export function wordTextOf(bytes: Uint8Array, maxCharacters: number): string | undefined {
  let room = 2 * maxPartBytes
  let parts = 0
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!textParts.test(name) || originalSize > Math.min(maxPartBytes, room) || parts >= maxParts) return false
      room -= originalSize
      parts++
      return true
    },
  })
  const names = Object.keys(files).sort((a, b) => Number(b.startsWith('word/document')) - Number(a.startsWith('word/document')))
  if (names.length === 0) return undefined
  let text = ''
  for (const name of names) {
    if (text.length >= maxCharacters) break
    text += `${textOfPart(new TextDecoder().decode(files[name]), maxCharacters - text.length)}\n`
  }
  return text.slice(0, maxCharacters)
}
