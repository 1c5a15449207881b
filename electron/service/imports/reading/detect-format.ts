// Which program wrote a file? Its content says it, not its name.
import { open, readdir, stat } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isBacklogTask } from '../../../../shared/domain/imports/import-backlog-md.ts'
import { isBeads } from '../../../../shared/domain/imports/import-beads.ts'
import { isTitleName } from '../../../../shared/domain/imports/import-fields.ts'
import { superProductivityData } from '../../../../shared/domain/imports/import-super-productivity.ts'
import { isExportHeader } from '../../../../shared/domain/imports/import-tandem.ts'
import { isTodoistJson } from '../../../../shared/domain/imports/import-todoist-json.ts'
import { isVikunja } from '../../../../shared/domain/imports/import-vikunja.ts'
import { isObject } from '../../../../shared/domain/imports/import-values.ts'
import { headOfCsv } from './read-csv.ts'
import { backlogFiles, backlogNames, beadsFile, exportFile } from './read-folder.ts'
import { namesInZip, parseJson, readText } from './read-whole.ts'
import { UnusableFile } from './unusable-file.ts'

export const formats = ['jsonl', 'json', 'csv', 'todoist', 'vikunja', 'super-productivity', 'backlog.md', 'beads', 'tandem'] as const
export type Format = (typeof formats)[number]

const known = 'Tandem reads JSON Lines, JSON, CSV with named columns, exports of Todoist, Vikunja, Super Productivity, Backlog.md and beads, and its own.'
const nameOne = `Name one with --format ${formats.join('|')}.`
const headSize = 65_536

/** The first bytes of a file as text. Throws UnusableFile when there is no text in it. */
async function headOf(file: string): Promise<{ bytes: Buffer; text: string; isWhole: boolean }> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headSize), 0, headSize, 0)
    const bytes = buffer.subarray(0, bytesRead)
    return { bytes, text: bytes.toString('utf8').replace(/^\u{feff}/u, ''), isWhole: bytesRead < headSize }
  } finally {
    await handle.close()
  }
}

/** One Markdown file that is a task of Backlog.md makes the folder a project; a README alone does not. */
async function hasBacklogTask(folder: string): Promise<boolean> {
  for (const file of await backlogFiles(folder)) if (isBacklogTask((await headOf(file)).text)) return true
  return false
}

async function importable(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /\.(jsonl|ndjson|json|csv|zip)$/i.test(name)).slice(0, 10)
}

/** Throws UnusableFile for what cannot be imported at all. */
export async function detectFormat(path: string): Promise<Format> {
  const name = basename(path)
  if ((await stat(path)).isDirectory()) {
    if (existsSync(join(path, exportFile))) return 'tandem'
    if (beadsFile(path) !== undefined) return 'beads'
    if (await hasBacklogTask(path)) return 'backlog.md'
    throw new UnusableFile(
      `${name} is a folder, but neither a Backlog.md project (backlog/tasks/*.md), nor one with beads (.beads/issues.jsonl), nor a Tandem export (${exportFile}). Name a file in it: ${(await importable(path)).join(', ') || 'none of them looks like an export, though'}.`,
    )
  }
  const { bytes, text, isWhole } = await headOf(path)
  if (text.trim() === '' && isWhole) throw new UnusableFile(`${name} is empty.`)
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return ofZip(path)
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw new UnusableFile(`${name} is encoded as UTF-16. Save it again as UTF-8, then import that.`)
  if (bytes.includes(0)) throw new UnusableFile(`${name} is not a text file. ${known}`, nameOne)
  const start = text.trimStart()
  if (start.startsWith('[')) return isVikunja(parseJson(await readText(path), name)) ? 'vikunja' : 'json'
  if (start.startsWith('{')) return ofObject(path, text, isWhole)
  if (isBacklogTask(text)) return 'backlog.md'
  const { names } = headOfCsv(text)
  const columns = new Set(names.map((column) => column.toUpperCase()))
  if (columns.has('TYPE') && columns.has('CONTENT')) return 'todoist'
  if (names.some(isTitleName)) return 'csv'
  if (names.length > 1 && names.every((column) => column !== ''))
    throw new UnusableFile(
      `${name} looks like a table with the columns ${names.slice(0, 8).join(', ').slice(0, 200)}, but none of them is the title. Name that column "title" in its first row.`,
      nameOne,
    )
  throw new UnusableFile(`${name} is not in a format Tandem knows: it starts with ${JSON.stringify(start.split('\n', 1)[0]?.slice(0, 60))}. ${known}`, nameOne)
}

async function ofZip(path: string): Promise<Format> {
  const names = await namesInZip(path)
  if (names.includes('data.json')) return 'vikunja'
  if (names.some((name) => name.toLowerCase().endsWith('.csv'))) return 'todoist'
  if (backlogNames(names).length > 0) return 'backlog.md'
  // Excel's, Numbers' and LibreOffice's files are zips, too.
  if (names.some((name) => name === '[Content_Types].xml' || name === 'mimetype' || name.endsWith('.iwa')))
    throw new UnusableFile(`${basename(path)} is an office document. Save the sheet as CSV (UTF-8), then import that.`)
  throw new UnusableFile(
    `${basename(path)} is a zip, but neither Vikunja's (data.json), nor Todoist's (CSV files), nor a Backlog.md project (backlog/tasks). Unpack it and import the file you want.`,
  )
}

/** A JSON document, or JSON Lines. */
async function ofObject(path: string, head: string, isWhole: boolean): Promise<Format> {
  const end = head.indexOf('\n')
  const first = end < 0 ? (isWhole ? head : undefined) : head.slice(0, end)
  const value = first === undefined ? undefined : tryJson(first)
  if (isExportHeader(value)) return 'tandem'
  if (isBeads(value)) return 'beads'
  const isAlone = isWhole && (end < 0 || head.slice(end).trim() === '')
  if (isObject(value) && !isAlone) return 'jsonl'
  if (/\.(jsonl|ndjson)$/i.test(path)) return 'jsonl'
  const document = value ?? parseJson(await readText(path), basename(path))
  if (superProductivityData(document)) return 'super-productivity'
  if (isTodoistJson(document)) return 'todoist'
  return isAlone && isObject(value) && !Object.values(value).some(Array.isArray) ? 'jsonl' : 'json'
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
