// Folders: a project of Backlog.md (the project, its backlog/ or its tasks/), or an export of Tandem.
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { placed, type Placed } from '../../../../shared/domain/imports/import-draft.ts'
import { backlogName, draftOfBacklogTask, isBacklogTask } from '../../../../shared/domain/imports/import-backlog-md.ts'
import { decode, namesInZip, readText, readZip } from './read-whole.ts'
import { UnusableFile } from './unusable-file.ts'

const parts = ['tasks', 'completed', 'drafts'] as const
const roots = ['', 'backlog', '.backlog']

/** A task as a file: where it is, and its text. */
export interface MarkdownFile {
  path: string
  text: () => Promise<string>
}

export const onDisk = (path: string): MarkdownFile => ({ path, text: () => readText(path) })

export const exportFile = 'tandem.jsonl'

/** The issues of a project that keeps them with beads; older versions call the file otherwise. */
export function beadsFile(folder: string): string | undefined {
  const names = ['issues.jsonl', 'beads.jsonl']
  return [
    ...names.map((name) => join(folder, '.beads', name)),
    ...(basename(resolve(folder)) === '.beads' ? names.map((name) => join(folder, name)) : []),
  ].find((path) => existsSync(path))
}

async function markdownIn(folder: string): Promise<string[]> {
  const names = existsSync(folder) ? await readdir(folder) : []
  return names
    .filter((name) => name.endsWith('.md'))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((name) => join(folder, name))
}

/** The task files of a folder. Archived ones are left where they are: give their own folder to import them. */
export async function backlogFiles(folder: string): Promise<string[]> {
  for (const root of roots) {
    const found = (await Promise.all(parts.map((part) => markdownIn(join(folder, root, part))))).flat()
    if (found.length > 0) return found
  }
  return markdownIn(folder)
}

/** The task files among the names in a zip, as far down as the project may be: beside other folders of tasks, those of a `backlog` folder. */
export function backlogNames(names: readonly string[]): string[] {
  const tasks = names.filter((name) => /(?:^|\/)(?:tasks|completed|drafts)\/[^/.][^/]*\.md$/.test(name) && !/(?:^|\/)(?:archive|__MACOSX)\//.test(name))
  const own = tasks.filter((name) => /(?:^|\/)\.?backlog\/\w+\/[^/]+$/.test(name))
  return (own.length > 0 ? own : tasks).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

export async function backlogInZip(file: string): Promise<MarkdownFile[]> {
  const wanted = new Set(backlogNames(await namesInZip(file)))
  const found = await readZip(file, (name) => wanted.has(name))
  return [...wanted].map((path) => ({ path, text: async () => decode(found.get(path) ?? Buffer.alloc(0), basename(path)) }))
}

/** The folder that has the project's name: not `backlog` or `tasks`, which all have. */
export function projectOf(path: string): string {
  let folder = resolve(path)
  if (folder.endsWith('.md')) folder = dirname(folder)
  while (/^(?:\.?backlog|tasks|completed|drafts|archive)$/.test(basename(folder))) folder = dirname(folder)
  return basename(folder)
}

/** They name each other by numbers that mean something only in this project. */
async function namesIn(files: readonly MarkdownFile[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const { text } of files) {
    // What cannot be read is said when it is its turn.
    const name = backlogName(await text().catch(() => ''))
    if (name) names.set(...name)
  }
  return names
}

export async function* readBacklog(files: readonly MarkdownFile[]): AsyncGenerator<Placed> {
  const names = await namesIn(files)
  for (const { path, text: read } of files) {
    const where = basename(path)
    const folder = basename(dirname(path))
    let text: string
    try {
      text = await read()
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error
      yield { where, problem: error.message }
      continue
    }
    if (folder !== 'tasks' && !isBacklogTask(text)) yield { where, leftOut: 'not a Backlog.md task (no id and title in its front matter)' }
    else yield placed(where, () => draftOfBacklogTask(text, names, folder === 'completed' ? 'done' : undefined))
  }
}
