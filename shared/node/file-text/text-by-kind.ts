// Which reader a file gets: by its first bytes, never by its name.
import { pdfTextOf } from './pdf-text.ts'
import { plainTextOf } from './plain-text.ts'
import { wordTextOf } from './word-text.ts'

export interface FileTextRequest {
  bytes: Uint8Array
  maxCharacters: number
  /** Milliseconds after which what was read so far is what there is. */
  enoughAfterMs: number
}

/** As it is kept: words with a space or a line between them. */
const tidied = (text: string) =>
  text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim()
    .toWellFormed()

/** Empty where it has none. Throws where it cannot be read. */
export async function fileText({ bytes, maxCharacters, enoughAfterMs }: FileTextRequest): Promise<string> {
  const until = performance.now() + enoughAfterMs
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1')
  if (head.includes('%PDF-')) return tidied(await pdfTextOf(bytes, maxCharacters, until))
  if (head.startsWith('PK\x03\x04')) return tidied(wordTextOf(bytes, maxCharacters) ?? '')
  return tidied(plainTextOf(bytes, maxCharacters) ?? '')
}
