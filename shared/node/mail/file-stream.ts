import { Readable } from 'node:stream'

/** What comes as a stream for whoever stores it, who may stop at any moment. `wasEmpty`: it ended, and nothing had come. */
export async function asStream<T>(content: AsyncIterable<Uint8Array>, store: (stream: Readable) => Promise<T>, wasEmpty: () => T): Promise<T> {
  const seen = { bytes: 0, hasEnded: false }
  async function* counted() {
    for await (const piece of content) {
      seen.bytes += piece.length
      yield piece
    }
    seen.hasEnded = true
  }
  const stream = Readable.from(counted(), { objectMode: false })
  try {
    return await store(stream)
  } catch (error) {
    if (seen.hasEnded && seen.bytes === 0) return wasEmpty()
    throw error
  } finally {
    stream.destroy()
  }
}
