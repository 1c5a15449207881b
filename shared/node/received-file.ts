// A file as it comes in over HTTP: at most 25 MB, never empty, and not for ever.
import type { Readable } from 'node:stream'
import { AppError } from '../domain/app-error.ts'
import { maxAttachmentBytes } from '../domain/attachments/attachment-link.ts'

const stalledAfterMs = 60_000

/** The body of a request, whatever its type. */
export interface SentFile {
  stream: Readable
  /** As it was said; undefined where it comes in chunks. */
  length: number | undefined
}

export function requireSize(length: number | undefined): void {
  if ((length ?? 0) > maxAttachmentBytes)
    throw new AppError(
      'too_large',
      `A file may have at most ${maxAttachmentBytes / 1_048_576} MB. Keep larger ones where they are, and put a link into the text.`,
    )
}

/** Of what is refused: a film that somebody chose by mistake comes to its end, who sends for ever does not. */
const maxDiscardedBytes = 8 * maxAttachmentBytes

/** Takes the rest of what was refused, so that the answer is heard and the next request on the connection is read; who sends without end is cut off. */
export function discardRest(body: Readable): void {
  let bytes = 0
  body.on('error', () => undefined)
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxDiscardedBytes) body.destroy()
  })
  // Whoever read it by hand until now lets go of it a moment later.
  setImmediate(() => body.resume())
}

/** Writes all that comes. The connection stays open for the answer, whatever happens. */
export async function receiveFile(body: Readable, write: (chunk: Uint8Array) => Promise<void>): Promise<void> {
  let bytes = 0
  const stalled = setTimeout(() => {
    body.destroy(new AppError('invalid', `Nothing more of the file came for ${stalledAfterMs / 1000} seconds. Send it again.`))
  }, stalledAfterMs).unref()
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      stalled.refresh()
      bytes += chunk.length
      requireSize(bytes)
      await write(chunk)
    }
  } finally {
    clearTimeout(stalled)
  }
  if (bytes === 0) throw new AppError('invalid', 'The file is empty. Send its content as the body.')
}
