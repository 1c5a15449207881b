// The end of what a program prints, and a digest of all of it, in the memory of the end alone.
import { createHash } from 'node:crypto'
import { plainOutput } from '../../../shared/domain/evidence/harmless-run.ts'
import { maxOutput } from '../../../shared/schema/work/evidence-words.ts'

/** Twice what is kept: escape sequences are taken out afterwards. */
const kept = 2 * maxOutput

export class OutputTail {
  readonly #hash = createHash('sha256')
  #end = Buffer.alloc(0)
  #bytes = 0

  add(chunk: Buffer): void {
    this.#hash.update(chunk)
    this.#bytes += chunk.length
    this.#end = Buffer.concat([this.#end, chunk.subarray(-kept)]).subarray(-kept)
  }

  /** Once. */
  result(): { output: string; output_bytes: number; output_sha256: string } {
    // A letter that was cut in the middle is not shown as a question mark.
    let from = 0
    while (from < 4 && this.#bytes > kept && ((this.#end[from] ?? 0) & 0xc0) === 0x80) from++
    const text = plainOutput(this.#end.subarray(from).toString('utf8'))
    return { output: endOf(text), output_bytes: this.#bytes, output_sha256: this.#hash.digest('hex') }
  }
}

function endOf(text: string): string {
  const end = text.slice(-maxOutput)
  // Not the second half of a pair.
  return /^[\udc00-\udfff]/.test(end) ? end.slice(1) : end
}
