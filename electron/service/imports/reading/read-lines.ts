// JSON Lines, one object a line. The file streams through: its size does not matter, only that of its longest line.
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { type Draft, placed, type Placed } from '../../../../shared/domain/imports/import-draft.ts'
import { isObject, type Json } from '../../../../shared/domain/imports/import-values.ts'

const longestLine = 16 * 1_048_576
const newline = 0x0a

/** `undefined` stands for a line that is too long. */
async function* linesOf(file: string, read: (bytes: number) => void): AsyncGenerator<Buffer | undefined> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    read(chunk.length)
    let start = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      parts.push(chunk.subarray(start, end))
      yield length + end - start > longestLine ? undefined : Buffer.concat(parts)
      parts = []
      length = 0
      start = end + 1
    }
    length += chunk.length - start
    // A line that is too long already is only counted, not kept.
    if (length <= longestLine) parts.push(chunk.subarray(start))
    else parts = []
  }
  if (length > 0) yield length > longestLine ? undefined : Buffer.concat(parts)
}

/** `draft` maps an object to a draft, or to nothing when the line is no record (a header). `read` is told of bytes as they come. */
export async function* readLines(file: string, draft: (object: Json) => Draft | undefined, read: (bytes: number) => void): AsyncGenerator<Placed> {
  let number = 0
  for await (const line of linesOf(file, read)) {
    number++
    const where = `line ${number}`
    if (line === undefined) yield { where, problem: `the line is longer than ${longestLine / 1_048_576} MB` }
    else if (!isUtf8(line)) yield { where, problem: 'the line is not valid UTF-8' }
    else {
      const text = line
        .toString('utf8')
        .replace(/^\u{feff}/u, '')
        .trim()
      if (text !== '') yield* one(text, where, draft)
    }
  }
}

function* one(text: string, where: string, draft: (object: Json) => Draft | undefined): Generator<Placed> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    yield { where, problem: `the line is not valid JSON: ${(error as Error).message}` }
    return
  }
  if (!isObject(value)) {
    yield { where, problem: `a line must be a JSON object; got ${text.slice(0, 40)}` }
    return
  }
  let found: Draft | undefined
  const result = placed(where, () => (found = draft(value)) ?? {})
  if (found || result.problem || result.leftOut) yield result
}
