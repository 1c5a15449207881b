// Files of a mail as Gmail gives them: a tree of MIME parts that names them, and each as base64 within JSON.
import { isUnseenPart, maxToldFiles, nameOfPart } from '../../../shared/domain/mail/mail-file.ts'
import { createBase64Decoding } from '../../../shared/node/mail/transfer-decoding.ts'
import type { MailFile } from '../../../shared/schema/files/mail-file.ts'
import type { MimePart } from './mail-text.ts'
import { ProviderError } from '../provider.ts'

export interface GmailFile extends MailFile {
  source: MimePart
}

const maxDepth = 20

function* leavesOf(part: MimePart, depth = 0): Generator<MimePart> {
  // A mail that is attached is one file, whatever is in it.
  const isOne = !part.parts?.length || part.mimeType === 'message/rfc822' || part.body?.attachmentId !== undefined
  if (isOne) yield part
  else if (depth < maxDepth) for (const child of part.parts ?? []) yield* leavesOf(child, depth + 1)
}

function fileOf(source: MimePart): GmailFile | undefined {
  const { partId, mimeType = 'application/octet-stream', filename = '', headers = [], body = {} } = source
  const header = (name: string) => headers.find((one) => one.name.toLowerCase() === name)?.value ?? ''
  const named = filename.trim()
  const isAttached = /^\s*attachment/i.test(header('content-disposition'))
  const isText = (mimeType === 'text/plain' || mimeType === 'text/html') && named === '' && !isAttached
  if (isText || isUnseenPart(mimeType) || mimeType.startsWith('multipart/')) return undefined
  const id = header('content-id').trim().replace(/^</, '').replace(/>$/, '')
  const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()
  return {
    part: partId || '0',
    name: clean((named || nameOfPart(mimeType)).slice(-1000)),
    bytes: typeof body.size === 'number' && Number.isSafeInteger(body.size) && body.size >= 0 ? body.size : null,
    content_id: id !== '' && id.length <= 900 ? clean(id) : null,
    source,
  }
}

/** In their order, as many as anybody is told of. */
export function gmailFilesOf(payload: MimePart): GmailFile[] {
  const files: GmailFile[] = []
  for (const leaf of leavesOf(payload)) {
    const file = fileOf(leaf)
    if (file && files.push(file) >= maxToldFiles) break
  }
  return files
}

export const told = ({ part, name, bytes, content_id }: GmailFile): MailFile => ({ part, name, bytes, content_id })

/** An answer says what a file is within so many bytes. */
const maxHead = 65_536

/** The bytes within an answer like {"size": 3, "data": "YWJj"}, which is never held as a whole. */
export async function* dataOf(answer: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const decoding = createBase64Decoding()
  let head: string | undefined = ''
  for await (const piece of answer) {
    let text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
    if (head !== undefined) {
      head += text
      const begin: RegExpExecArray | null = /"data"\s*:\s*"/.exec(head)
      if (!begin && head.length > maxHead) break
      if (!begin) continue
      text = head.slice(begin.index + begin[0].length)
      head = undefined
    }
    // Behind what is escaped are signs that only fill up.
    const end = text.search(/["\\]/)
    yield decoding.push(Buffer.from(end < 0 ? text : text.slice(0, end), 'latin1'))
    if (end >= 0) return yield decoding.end()
  }
  throw new ProviderError(0, 'stopped in the middle of a file')
}
