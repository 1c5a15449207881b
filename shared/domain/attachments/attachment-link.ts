// Which file belongs to which task is said by the text itself: a markdown link to the file's content hash. So history, undo, merging, sync and export
// carry it like any other word, and there is no second place that could disagree.
import { fileName } from '../file-name.ts'

export const maxAttachmentBytes = 25 * 1_048_576

/** SHA-256 of the content, in hexadecimal. */
export const hashPattern = '^[0-9a-f]{64}$'

export interface AttachmentRef {
  hash: string
  name: string
}

/** Where the file is on this machine. The name is for people; it does not change which file it is. */
export const attachmentPath = ({ hash, name }: AttachmentRef): string =>
  `/attachments/${hash}/${encodeURIComponent(fileName(name)).replaceAll(/[!'()*~_]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)}`

/** What stands in a text for the file: an image where browsers show it as one, else a link. */
export function attachmentMarkdown(file: AttachmentRef, isImage: boolean): string {
  const words = fileName(file.name).replaceAll(/[[\]`\\]/g, '\\$&')
  return `${isImage ? '!' : ''}[${words}](${attachmentPath(file)})`
}

/** Undefined: the address is not one of an attachment. */
export function attachmentOf(url: string): AttachmentRef | undefined {
  const [, hash, encoded] = /^\/attachments\/([0-9a-f]{64})\/([^/?#]*)$/.exec(url) ?? []
  if (hash === undefined || encoded === undefined) return undefined
  try {
    return { hash, name: fileName(decodeURIComponent(encoded)) }
  } catch {
    return { hash, name: fileName(encoded) }
  }
}

/** The files that a text names, by hash; each once. */
export function attachmentsIn(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(/\/attachments\/([0-9a-f]{64})\//g), ([, hash]) => hash as string))
}

const link = /\]\((\/attachments\/[0-9a-f]{64}\/[^)\s]*)\)/g
/** Files of a task that anything is done with. */
const maxNamed = 100

/** The files that texts link to, each once, in their order. */
export function filesNamedIn(texts: readonly string[]): AttachmentRef[] {
  const found = new Map<string, AttachmentRef>()
  for (const text of texts) {
    if (!text.includes('](/attachments/')) continue
    for (const [, address = ''] of text.matchAll(link)) {
      const file = attachmentOf(address)
      if (file && !found.has(file.hash)) found.set(file.hash, file)
      if (found.size >= maxNamed) return [...found.values()]
    }
  }
  return [...found.values()]
}

/** What people read of a text: a file's name and not its address, whose hash would be a word that nobody looks for. */
export const withoutAddresses = (text: string): string =>
  text.includes('](/attachments/') ? text.replaceAll(/\]\(\/attachments\/[0-9a-f]{64}\/[^)\s]*\)/g, ']') : text

/** The text without what stands there, and without the line that it had for itself. */
export function textWithout(text: string, from: number, to: number): string {
  const lineStart = text.lastIndexOf('\n', from - 1) + 1
  const lineEnd = text.indexOf('\n', to) < 0 ? text.length : text.indexOf('\n', to)
  const [before, after] = [text.slice(lineStart, from), text.slice(to, lineEnd)]
  if (before.trim() !== '' || after.trim() !== '') {
    const isSpaced = before.endsWith(' ') && (after === '' || after.startsWith(' '))
    return text.slice(0, isSpaced ? from - 1 : from) + text.slice(to)
  }
  const [head, tail] = [text.slice(0, lineStart), text.slice(lineEnd + 1)]
  if (tail === '') return head.replace(/\n+$/, '')
  return head + (head === '' || head.endsWith('\n\n') ? tail.replace(/^\n/, '') : tail)
}
