// What somebody wrote themselves in a mail: plain text, without what they quote and without their signature. Line by line, so that no
// text can make it slow.
import { decodeEntities, looksLikeHtml, textOfHtml } from './html-text.ts'

/** Longer bodies are read by their beginning. */
const readCharacters = 100_000

/** Controls, hidden letters and turned writing: text that people cannot see is not for machines either. (Joiners make emoji and Persian.) */
const unseen = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}]/gu

export function onlySeen(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').toWellFormed().replaceAll(unseen, '')
}

/** The body as text with \n at line ends, whatever it was. */
function plainBody(body: string): string {
  const text = looksLikeHtml(body) ? textOfHtml(body.slice(0, 2 * readCharacters)) : decodeEntities(body)
  return onlySeen(text).slice(0, readCharacters).toWellFormed()
}

/** One line without anything unseen, at most so long. */
export function oneLine(text: string, max: number): string {
  const line = onlySeen(text).replaceAll(/\s+/g, ' ').trim()
  if (line.length <= max) return line
  const cut = line.slice(0, max - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > max / 2 ? cut.slice(0, space) : cut).toWellFormed().trimEnd()}…`
}

const wroteWords = 'wrote|schrieb|écrit|escribió|scritto|schreef|skrev|napisał|escreveu'
/** "On 3 March Ana wrote:", also over two lines. */
const attribution = new RegExp(`^(?:on|am|le|el|il|op|den|em|w dniu)\\s.{3,300}(?:${wroteWords})(?:\\s.{0,80})?:\\s*$`, 'i')
const attributionBegins = /^(?:on|am|le|el|il|op|den|em|w dniu)\s.{3,200}$/i
const attributionEnds = new RegExp(`(?:${wroteWords})(?:\\s.{0,80})?:\\s*$`, 'i')
const original = /^[-_\s]{0,20}(?:original message|ursprüngliche nachricht|message d'origine|mensaje original)[-_\s]{0,20}$/i
const forwarded =
  /^[-_\s]{0,20}(?:forwarded message|begin forwarded message|weitergeleitete nachricht|anfang der weitergeleiteten nachricht|message transféré)[-_:\s]{0,20}$/i
const senderLine = /^\*?(?:from|von|de|da|van)\s?:\*?\s/i
const headerLine = /^\*?(?:from|von|de|da|van|sent|gesendet|envoyé|date|datum|to|an|à|cc|subject|betreff|objet|asunto)\s?:\*?\s/i
const signature = /^--\s?$/
const deviceLine =
  /^(?:sent from my |sent from outlook|sent with |get outlook for |von meinem .{2,30} gesendet|gesendet von |envoyé de mon |enviado desde mi |diese nachricht wurde von meinem )/i

/** Where Outlook's block of headers begins that a quoted mail follows. */
function isHeaderBlock(lines: readonly string[], at: number): boolean {
  if (!senderLine.test(lines[at] as string)) return false
  return lines.slice(at + 1, at + 6).filter((line) => headerLine.test(line)).length >= 2
}

function isAttribution(lines: readonly string[], at: number): boolean {
  const line = (lines[at] as string).slice(0, 500)
  if (attribution.test(line)) return true
  const next = lines[at + 1]?.slice(0, 300)
  return next !== undefined && attributionBegins.test(line) && !/[.!?]$/.test(line) && attributionEnds.test(next) && /@|\d/.test(`${line} ${next}`)
}

const tidy = (lines: readonly string[]) =>
  lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** The lines without quotes; what stands between them (an answer inline) stays. */
function withoutQuotes(lines: readonly string[]): string[] {
  const own: string[] = []
  let hasOwn = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    if (/^\s{0,3}>/.test(line)) continue
    if (original.test(line.slice(0, 100)) || isHeaderBlock(lines, at)) break
    if (isAttribution(lines, at)) {
      const isLeft = (other: string, n: number) => n > at && other.trim() !== '' && !/^\s{0,3}>/.test(other)
      const quotedBelow = lines.slice(at + 1, at + 5).some((other) => /^\s{0,3}>/.test(other))
      // Some programs quote without marks: then all below is theirs, unless nothing would be left.
      if (!quotedBelow && hasOwn && lines.some(isLeft)) break
      if (!attribution.test(line.slice(0, 500))) at++
      continue
    }
    own.push(line)
    hasOwn ||= line.trim() !== ''
  }
  return own
}

function withoutSignature(lines: readonly string[]): string[] {
  const at = lines.findIndex((line) => signature.test(line))
  const kept = at >= 0 ? lines.slice(0, at) : [...lines]
  while (kept.length > 0 && (kept.at(-1)?.trim() === '' || deviceLine.test((kept.at(-1) as string).slice(0, 80)))) kept.pop()
  return kept
}

/** Of a mail that is passed on, the first mail in it is what it is about. */
function passedOn(lines: readonly string[]): string[] {
  const marker = lines.findIndex((line) => forwarded.test(line.slice(0, 100)))
  const start = marker >= 0 ? marker + 1 : lines.findIndex((_, at) => isHeaderBlock(lines, at))
  if (start < 0) return [...lines]
  const note = lines.slice(0, marker >= 0 ? marker : start).filter((line) => line.trim() !== '')
  let at = start
  while (at < lines.length && (lines[at]?.trim() === '' || headerLine.test(lines[at] as string))) at++
  // Whose words they are. It is a text like any other: nobody comes to ask for a task by being named in one.
  const writer = lines.slice(start, at).find((line) => senderLine.test(line))
  const above = [note, writer === undefined ? [] : [writer.replaceAll('*', '').slice(0, 300)]].flatMap((part) => (part.length > 0 ? [...part, ''] : []))
  return [...above, ...withoutQuotes(lines.slice(at))]
}

/** What the sender wrote themselves. `isForward`: it passes another mail on, which then counts as theirs. */
export function ownText(body: string, isForward = false): string {
  const lines = plainBody(body).split('\n')
  const unmarked =
    isForward && lines.every((line) => line.trim() === '' || /^\s{0,3}>/.test(line)) ? lines.map((line) => line.replace(/^\s{0,3}>\s?/, '')) : lines
  return tidy(withoutSignature(isForward ? passedOn(unmarked) : withoutQuotes(unmarked)))
}
