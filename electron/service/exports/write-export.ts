// Writes an export into a folder. Each file appears whole or not at all, and what an earlier export left there is replaced.
import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { conversationMarkdown, type ExportedConversation, type ExportedTask, markdownName, markdownOf } from '../../../shared/domain/imports/export-markdown.ts'
import type { ImportedAttachment, ImportedConversation, ImportedEntity, ImportedMessage, ImportedOrigin } from '../../../shared/schema/import.ts'
import { StartError } from '../start-error.ts'
import type { ExportPart } from './export-source.ts'
import { attachmentsIn } from './attachment-folder.ts'
import { exportFile } from '../imports/reading/read-folder.ts'

export interface Exported {
  tasks: number
  contacts: number
  conversations: number
  entries: number
  attachments: number
}

const journalFile = 'journal.jsonl'
const folders = ['tasks', 'conversations', 'attachments'] as const
const ourName = /^\d{4,}-[a-z0-9-]+\.md$/

async function prepare(out: string): Promise<void> {
  const found = existsSync(out) ? await readdir(out).catch(() => undefined) : []
  if (!found) throw new StartError('usage', `${out} is a file. Name a folder for the export.`)
  if (found.length > 0 && !found.includes(exportFile))
    throw new StartError('usage', `${out} is not empty and does not contain a Tandem export. Choose another folder.`)
  for (const folder of folders) await mkdir(join(out, folder), { recursive: true, mode: 0o700 })
}

/** Writes pieces to a file that gets its name when all are there; tells each whole line. */
async function save(file: string, pieces: AsyncIterable<string>, line: (text: string) => Promise<void>): Promise<void> {
  const partial = `${file}.partial`
  const handle: FileHandle = await open(partial, 'w', 0o600)
  try {
    let rest = ''
    for await (const piece of pieces) {
      await handle.write(piece)
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      for (const text of lines) await line(text)
    }
    // A service that stopped in the middle leaves half a line.
    if (rest !== '') throw new StartError('data-dir', 'The export ended in the middle of a line. Run it again.')
    await handle.sync()
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  await rename(partial, file)
}

/** Files of one folder: those that are not written this time are an earlier export's. */
function markdownFolder(folder: string) {
  const names = new Set<string>()
  return {
    async write(name: string, text: string): Promise<void> {
      names.add(name)
      await writeFile(join(folder, name), text, { mode: 0o600 })
    },
    async tidy(): Promise<void> {
      for (const name of await readdir(folder)) if (ourName.test(name) && !names.has(name)) await rm(join(folder, name))
    },
  }
}

/** `from` gives the text of each part. `told` hears of each task as it is written. */
export async function writeExport(out: string, from: (part: ExportPart) => AsyncIterable<string>, told: (tasks: number) => void): Promise<Exported> {
  await prepare(out)
  const count: Exported = { tasks: 0, contacts: 0, conversations: 0, entries: 0, attachments: 0 }
  const [tasks, conversations] = [markdownFolder(join(out, 'tasks')), markdownFolder(join(out, 'conversations'))]
  const attachments = attachmentsIn(join(out, 'attachments'))
  const numbers = new Map<string, number>()
  let open: ExportedConversation | undefined

  /** A conversation is whole when the next one begins. */
  async function closeConversation(next?: ImportedConversation): Promise<void> {
    if (open) await conversations.write(markdownName({ id: open.id, title: open.subject ?? '' }, 'conversation'), conversationMarkdown(open))
    open = next && { ...next, id: next.id ?? 0, messages: [], origins: [] }
  }

  await save(join(out, exportFile), from('list'), async (text) => {
    const { type, ...thing } = JSON.parse(text) as { type?: ImportedEntity | 'attachment' }
    if (type === 'contact') count.contacts++
    else if (type === 'attachment') {
      const piece = thing as ImportedAttachment
      // Of a file in pieces, the first stands for all.
      if (piece.offset === 0) count.attachments++
      await attachments.take(piece)
    } else if (type === 'conversation') {
      count.conversations++
      await closeConversation(thing as ImportedConversation)
    } else if (type === 'message') open?.messages.push(thing as ImportedMessage)
    else if (type === 'origin') {
      const origin = thing as ImportedOrigin
      open?.origins.push({ ...origin, task: numbers.get(origin.task_uid) })
    } else if (type === 'task') {
      count.tasks++
      const task = thing as ExportedTask
      numbers.set(task.uid, task.id)
      await tasks.write(markdownName(task), attachments.linked(markdownOf(task)))
      told(count.tasks)
    }
  })
  await closeConversation()
  await save(join(out, journalFile), from('journal'), async () => void count.entries++)
  for (const folder of [tasks, conversations, attachments]) await folder.tidy()
  return count
}
