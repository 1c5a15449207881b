// `tandem attach`: files become part of a task by standing in one of its texts.
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { maxAttachmentBytes } from '../../../shared/domain/attachments/attachment-link.ts'
import { appended } from '../../../shared/domain/tasks/appended.ts'
import { UsageError } from '../exit-codes.ts'
import { id, readBytes } from '../read-input.ts'
import { changeOne } from './change-commands.ts'
import type { Command } from './command.ts'

/** Before the first byte is sent: of several files either all can be attached or none is. */
function requireFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) throw new UsageError(`There is no file ${file}.`)
  if (!found.isFile()) throw new UsageError(`${file} is not a file.`)
  if (found.size === 0) throw new UsageError(`${file} is empty.`)
  if (found.size > maxAttachmentBytes)
    throw new UsageError(`${file} is larger than ${maxAttachmentBytes / 1_048_576} MB. Keep it where it is, and put a link into the text.`)
}

export const attachCommand: Command = {
  name: 'attach',
  takes: 'ID FILE…',
  says: 'attach files to a task, in a comment',
  options: { description: { type: 'boolean', short: 'd', says: 'in the description instead' } },
  async run(input, client) {
    const task = id(input)
    const files = input.words.slice(1)
    if (files.length === 0) throw new UsageError('FILE is missing. Name the files to attach.')
    for (const file of files) requireFile(file)
    // No file comes for a task that there is not.
    await client.getTask({ params: { id: task } })
    const attached = []
    for (const file of files) attached.push(await client.uploadAttachment({ query: { name: basename(file) }, body: readBytes(file) }))
    const text = attached.map(({ markdown }) => markdown).join('\n')
    if (input.flag('description')) await changeOne(client, task, ({ description }) => ({ description: appended(description, text) }))
    else await client.createComment({ params: { id: task }, body: { body: text } })
    return {
      json: { task_id: task, attached: attached.map(({ name, bytes, path }) => ({ name, bytes, path })) },
      text: `Attached ${attached.map(({ name }) => name).join(', ')} to task ${task}.`,
    }
  },
}
