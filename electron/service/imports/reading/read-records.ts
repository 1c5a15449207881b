// Reads a file of a known format, record by record.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type Draft, placed, type Placed, RefusedRecord } from '../../../../shared/domain/imports/import-draft.ts'
import { draftOfBeads } from '../../../../shared/domain/imports/import-beads.ts'
import { draftOfFields, isTitleName } from '../../../../shared/domain/imports/import-fields.ts'
import { readSuperProductivity, superProductivityData } from '../../../../shared/domain/imports/import-super-productivity.ts'
import { draftOfExportLine, isExportHeader, newerExport } from '../../../../shared/domain/imports/import-tandem.ts'
import { isTodoistJson, readTodoistJson } from '../../../../shared/domain/imports/import-todoist-json.ts'
import { isObject, type Json, objectsIn } from '../../../../shared/domain/imports/import-values.ts'
import { isVikunja, readVikunja } from '../../../../shared/domain/imports/import-vikunja.ts'
import type { Format } from './detect-format.ts'
import { headOfCsv, readCsv, readTodoistCsv } from './read-csv.ts'
import { backlogFiles, backlogInZip, beadsFile, exportFile, type MarkdownFile, onDisk, projectOf, readBacklog } from './read-folder.ts'
import { readLines } from './read-lines.ts'
import { decode, parseJson, readText, readZip } from './read-whole.ts'
import { UnusableFile } from './unusable-file.ts'

/** Whether the whole program counts the ids (then they are the same in every export), or only this file. */
function countsForAll(path: string, format: Format): boolean {
  return ['tandem', 'super-productivity', 'vikunja', 'beads'].includes(format) || (format === 'todoist' && path.toLowerCase().endsWith('.json'))
}

/** Of a file whose folder is not known. */
export function uploadSource(name: string, format: Format): string {
  if (countsForAll(name, format)) return format
  return `${format}:${format === 'backlog.md' ? name.replace(/\.(?:zip|md)$/i, '') : name}`
}

/** Who counts the ids: the whole program, or only this file. */
export function defaultSource(path: string, format: Format): string {
  if (countsForAll(path, format)) return format
  if (format === 'backlog.md') return `backlog.md:${projectOf(path)}`
  // Many files are called tasks.csv: the folder's name tells some of them apart.
  const file = resolve(path)
  return `${format}:${basename(dirname(file))}/${basename(file)}`
}

/** How many bytes `readRecords` will tell of; undefined where it reads all at once. */
export async function sizeOf(path: string, format: Format): Promise<number | undefined> {
  return ['jsonl', 'csv', 'beads', 'tandem'].includes(format) ? (await stat(await fileOf(path, format))).size : undefined
}

async function backlogTasks(path: string): Promise<MarkdownFile[]> {
  if ((await stat(path)).isDirectory()) return (await backlogFiles(path)).map(onDisk)
  return (await firstRow(path)).startsWith('PK') ? backlogInZip(path) : [onDisk(path)]
}

async function fileOf(path: string, format: Format): Promise<string> {
  const isFolder = (await stat(path)).isDirectory()
  const beads = isFolder && format === 'beads' ? beadsFile(path) : undefined
  if (beads !== undefined) return beads
  if (isFolder && format !== 'tandem') throw new UnusableFile(`${basename(path)} is a folder. Name a file in the format ${format}.`)
  return isFolder ? join(path, exportFile) : path
}

/** `read` is told of bytes as they come. Throws UnusableFile when the file is not of this format at all. */
export async function* readRecords(path: string, format: Format, read: (bytes: number) => void): AsyncGenerator<Placed> {
  if (format === 'backlog.md') {
    yield* readBacklog(await backlogTasks(path))
    return
  }
  const file = await fileOf(path, format)
  const name = basename(file)
  switch (format) {
    case 'jsonl':
      yield* readLines(file, draftOfFields, read)
      return
    case 'beads':
      yield* readLines(file, draftOfBeads, read)
      return
    case 'tandem':
      yield* readLines(file, tandemLine(name), read)
      return
    case 'csv':
      yield* readCsv(file, headOfCsv(await firstRow(file)).delimiter, read)
      return
    case 'json':
      yield* readList(parseJson(await readText(file), name), name)
      return
    case 'todoist':
      yield* readTodoist(file, name, read)
      return
    case 'vikunja':
      yield* readVikunja(await vikunjaProjects(file, name))
      return
    case 'super-productivity': {
      const data = superProductivityData(parseJson(await readText(file), name))
      if (!data)
        throw new UnusableFile(`${name} is not a Super Productivity backup: it has no task table. Export it with Settings → Sync & Export → Export data.`)
      yield* readSuperProductivity(data)
    }
  }
}

function tandemLine(name: string): (object: Json) => Draft | undefined {
  let isOpen = false
  return (object) => {
    if (isOpen) return draftOfExportLine(object)
    if (!isExportHeader(object)) throw new UnusableFile(`${name} is not a Tandem export: its first line does not identify it as one.`)
    const newer = newerExport(object)
    if (newer) throw new UnusableFile(`${name}: ${newer}`)
    isOpen = true
    return undefined
  }
}

async function firstRow(file: string): Promise<string> {
  for await (const chunk of createReadStream(file, { end: 65_535 }) as AsyncIterable<Buffer>) return chunk.toString('utf8')
  return ''
}

const listNames = /^(tasks|items|issues|todos|data|records|results|cards|rows|list)$/i

/** An array; the array inside an object ("tasks", "issues", …); or an object that is a task itself. */
function listIn(document: unknown): unknown[] {
  if (Array.isArray(document)) return document
  if (!isObject(document)) return []
  const lists = Object.entries(document).filter(([, value]) => objectsIn(value).length > 0)
  const named = lists.find(([name]) => listNames.test(name))
  const [only] = lists.length === 1 && !Object.keys(document).some(isTitleName) ? lists : []
  return ((named ?? only)?.[1] as unknown[] | undefined) ?? [document]
}

function* readList(document: unknown, name: string): Generator<Placed> {
  const list = listIn(document)
  if (list.length === 0) throw new UnusableFile(`${name} contains no list of tasks: it should be a JSON array of objects, or an object with one such array.`)
  for (const [index, value] of list.entries()) {
    yield placed(`item ${index + 1}`, () => {
      if (!isObject(value)) throw new RefusedRecord(`an item must be a JSON object; got ${JSON.stringify(value)?.slice(0, 40)}`)
      return draftOfFields(value)
    })
  }
}

async function* readTodoist(file: string, name: string, read: (bytes: number) => void): AsyncGenerator<Placed> {
  const head = await firstRow(file)
  if (head.startsWith('PK')) {
    for (const [path, bytes] of await readZip(file, (entry) => entry.toLowerCase().endsWith('.csv'))) {
      // "Work [2203306141].csv": the number is the project's.
      const project = basename(path)
        .replace(/\.csv$/i, '')
        .replace(/ ?\[\w+\]$/, '')
      yield* readTodoistCsv(bytes, headOfCsv(bytes.subarray(0, 65_536).toString('utf8')).delimiter, read, project === 'Inbox' ? undefined : project)
    }
  } else if (head.trimStart().startsWith('{')) {
    const data = parseJson(await readText(file), name)
    if (!isTodoistJson(data)) throw new UnusableFile(`${name} is not a Todoist export: it has no "items" and "projects".`)
    yield* readTodoistJson(data)
  } else {
    const { delimiter, names } = headOfCsv(head)
    if (!names.some((column) => column.toUpperCase() === 'CONTENT')) throw new UnusableFile(`${name} is not a Todoist CSV: it has no columns TYPE and CONTENT.`)
    yield* readTodoistCsv(file, delimiter, read)
  }
}

async function vikunjaProjects(file: string, name: string): Promise<Json[]> {
  const head = await firstRow(file)
  const data = head.startsWith('PK')
    ? parseJson(decode((await readZip(file, (entry) => entry === 'data.json')).get('data.json') ?? missing(name), 'data.json'), 'data.json')
    : parseJson(await readText(file), name)
  if (Array.isArray(data) && data.length === 0) return []
  if (!isVikunja(data)) throw new UnusableFile(`${name} is not a Vikunja export: its data.json is not a list of projects.`)
  return data
}

function missing(name: string): never {
  throw new UnusableFile(`${name} is not a Vikunja export: it has no data.json.`)
}
