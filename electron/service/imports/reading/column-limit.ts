import { UnusableFile } from './unusable-file.ts'

/** As many as a sheet can have. Each cell of a row is an object in memory, in the parser and after it. */
export const maxColumns = 16_384

const quote = 0x22
const newline = 0x0a

/** Looks at a table's bytes before they are parsed; throws UnusableFile at a row that has more columns. A quote that is never closed ends the counting. */
export function createColumnLimit(delimiter: string): (chunk: Buffer) => void {
  const between = delimiter.charCodeAt(0)
  let columns = 1
  let isQuoted = false
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === quote) isQuoted = !isQuoted
      else if (isQuoted) continue
      else if (byte === newline) columns = 1
      else if (byte === between && ++columns > maxColumns)
        throw new UnusableFile(
          `A row has more than ${maxColumns.toLocaleString('en')} columns. Keep those with the title, the description and what else belongs to a task, then import it again.`,
        )
    }
  }
}
