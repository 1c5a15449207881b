// Folders: a project of Backlog.md (the project, its backlog/ or its tasks/), or an export of Tandem.
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { placed, type Placed } from '../../../shared/domain/import-draft.ts'
import { draftOfBacklogTask, isBacklogTask } from '../../../shared/domain/import-backlog-md.ts'
import { readText } from './read-whole.ts'
import { UnusableFile } from './unusable-file.ts'

const parts = ['tasks', 'completed', 'drafts'] as const
const roots = ['', 'backlog', '.backlog']

export const exportFile = 'tandem.jsonl'

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

/** The folder that has the project's name: not `backlog` or `tasks`, which all have. */
export function projectOf(path: string): string {
  let folder = resolve(path)
  if (folder.endsWith('.md')) folder = dirname(folder)
  while (/^(?:\.?backlog|tasks|completed|drafts|archive)$/.test(basename(folder))) folder = dirname(folder)
  return basename(folder)
}

export async function* readBacklog(files: readonly string[]): AsyncGenerator<Placed> {
  for (const file of files) {
    const where = basename(file)
    const folder = basename(dirname(file))
    let text: string
    try {
      text = await readText(file)
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error
      yield { where, problem: error.message }
      continue
    }
    if (folder !== 'tasks' && !isBacklogTask(text)) yield { where, leftOut: 'not a task of Backlog.md (no id and title in its front matter)' }
    else yield placed(where, () => draftOfBacklogTask(text, folder === 'completed' ? 'done' : undefined))
  }
}
