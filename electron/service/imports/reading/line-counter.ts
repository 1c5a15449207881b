const newline = 0x0a
const carriageReturn = 0x0d

/** Finds the line on which each part of a stream begins. Give it the stream's chunks, then ask for one part after the other. */
export function createLineCounter() {
  const chunks: Buffer[] = []
  let passed = 0
  let line = 1
  return {
    add: (chunk: Buffer): void => void chunks.push(chunk),
    /** The line of the first visible byte between the last `end` and this one (bytes since the start). */
    startOf(end: number): number {
      let start: number | undefined
      for (let chunk = chunks[0]; chunk && passed < end; chunk = chunks[0]) {
        const length = Math.min(chunk.length, end - passed)
        for (let at = 0; at < length; at++) {
          if (chunk[at] === newline) line++
          else if (start === undefined && chunk[at] !== carriageReturn) start = line
        }
        passed += length
        if (length === chunk.length) chunks.shift()
        else chunks[0] = chunk.subarray(length)
      }
      return start ?? line
    },
  }
}
