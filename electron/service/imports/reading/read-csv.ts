// CSV: names of columns in the first row; commas, semicolons, tabs or bars between; quotes with line breaks inside. Streams.
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type Parser, parse } from 'csv-parse'
import { draftOfFields } from '../../../../shared/domain/imports/import-fields.ts'
import { placed, type Placed } from '../../../../shared/domain/imports/import-draft.ts'
import { createTodoistCsv } from '../../../../shared/domain/imports/import-todoist-csv.ts'
import { createColumnLimit } from './column-limit.ts'
import { createLineCounter } from './line-counter.ts'
import { UnusableFile } from './unusable-file.ts'

const largestRow = 16 * 1_048_576
const delimiters = [',', ';', '\t', '|']

/** The names in the first row of a CSV, and what stands between them. */
export function headOfCsv(text: string): { delimiter: string; names: string[] } {
  const [one = '', two = ''] = text.replace(/^\u{feff}/u, '').split(/\r\n|\n|\r/, 2)
  // What some programs write above, for Excel.
  const told = /^sep=(.)$/i.exec(one)?.[1]
  const first = told === undefined ? one : two
  const bare = first.replaceAll(/"[^"]*"/g, '')
  const [delimiter = ','] =
    told !== undefined && delimiters.includes(told) ? [told] : delimiters.toSorted((a, b) => bare.split(b).length - bare.split(a).length)
  return { delimiter, names: first.split(delimiter).map((name) => name.trim().replaceAll(/^"|"$/g, '').trim()) }
}

interface Row {
  cells: string[]
  /** The line on which the row begins. */
  line: number
  problem?: string
}

/** The bytes of a file, or these bytes, after the mark with which some programs begin UTF-8. */
async function withoutMark(from: string | Buffer): Promise<Readable> {
  const mark = Buffer.from([0xef, 0xbb, 0xbf])
  if (typeof from !== 'string') return Readable.from([from.subarray(from.subarray(0, 3).equals(mark) ? 3 : 0)])
  const handle = await open(from)
  try {
    const { buffer } = await handle.read(Buffer.alloc(3), 0, 3, 0)
    return createReadStream(from, { start: buffer.equals(mark) ? 3 : 0 })
  } finally {
    await handle.close()
  }
}

/** `read` is told of bytes as they come. */
async function* rowsOf(from: string | Buffer, delimiter: string, read: (bytes: number) => void): AsyncGenerator<Row> {
  const bytes = await withoutMark(from)
  const skipped: Row[] = []
  const lines = createLineCounter()
  // Cells come as bytes: a row that is not UTF-8 is refused alone, instead of being changed silently.
  const parser: Parser = parse({
    delimiter,
    encoding: null,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: largestRow,
    skip_records_with_error: true,
    on_skip: (error) =>
      void skipped.push({
        cells: [],
        line: lines.startOf((error as { bytes?: number } | undefined)?.bytes ?? 0),
        problem: error?.message.replace(/ at line \d+$/, '') ?? 'not a row',
      }),
  })
  const limit = createColumnLimit(delimiter)
  bytes
    .on('data', (chunk: Buffer) => {
      try {
        limit(chunk)
      } catch (error) {
        bytes.destroy(error as Error)
        return
      }
      lines.add(chunk)
      read(chunk.length)
    })
    .once('error', (error) => parser.destroy(error))
  bytes.pipe(parser)
  for await (const { record, info } of parser as AsyncIterable<{ record: Buffer[]; info: { bytes: number } }>) {
    yield* skipped.splice(0)
    const line = lines.startOf(info.bytes)
    if (record.every((cell) => isUtf8(cell))) yield { cells: record.map((cell) => cell.toString('utf8')), line }
    else yield { cells: [], line, problem: 'the row is not valid UTF-8; save the file again as "CSV UTF-8"' }
  }
  yield* skipped
}

async function* namedRows(
  from: string | Buffer,
  delimiter: string,
  read: (bytes: number) => void,
): AsyncGenerator<{ cells: Record<string, string>; where: string; problem?: string }> {
  let names: string[] | undefined
  for await (const { cells, line, problem } of rowsOf(from, delimiter, read)) {
    if (!names) {
      if (/^sep=$/i.test(cells[0] ?? '') && cells.slice(1).every((cell) => cell === '')) continue
      if (problem) throw new UnusableFile(`The first row must name the columns, but ${problem}.`)
      names = cells.map((name) => name.trim())
      continue
    }
    const where = `line ${line}`
    if (problem) yield { cells: {}, where, problem }
    else yield { cells: Object.fromEntries(cells.map((cell, index) => [names?.[index] || `column ${index + 1}`, cell])), where }
  }
}

export async function* readCsv(file: string, delimiter: string, read: (bytes: number) => void): AsyncGenerator<Placed> {
  for await (const { cells, where, problem } of namedRows(file, delimiter, read)) {
    yield problem ? { where, problem } : placed(where, () => draftOfFields(cells))
  }
}

/** A file, or one file of a backup: then its name is the project's. */
export async function* readTodoistCsv(from: string | Buffer, delimiter: string, read: (bytes: number) => void, project?: string): AsyncGenerator<Placed> {
  const todoist = createTodoistCsv(project)
  const place = (where: string) => (project ? `${project}, ${where}` : where)
  for await (const { cells, where, problem } of namedRows(from, delimiter, read)) {
    if (problem) yield { where: place(where), problem }
    else yield* todoist.row(Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name.toUpperCase(), cell])), place(where))
  }
  yield* todoist.end()
}
