// Everything as JSON Lines. Lines are made page by page, so that an export of any size needs little memory and the service goes on
// answering in between. Each line is true in itself; what is written meanwhile may or may not be in it.
import type { Comments } from '../comments/comments.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { Journal } from '../journal/journal.ts'
import type { Schedules } from '../schedules/schedules.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { exportHeader } from '../../../shared/domain/export-format.ts'

const page = 200

export interface ExportDeps {
  journal: Journal
  tasks: Pick<Tasks, 'inOrder'>
  comments: Pick<Comments, 'list'>
  schedules: Pick<Schedules, 'list'>
  contacts: Pick<Contacts, 'list'>
}

export type Exports = ReturnType<typeof createExports>

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

export function createExports({ journal, tasks, comments, schedules, contacts }: ExportDeps) {
  const line = (value: object) => `${JSON.stringify(value)}\n`
  const ofTask = <T extends { task_id: number }>({ task_id: _task, ...rest }: T) => rest

  return {
    /** A line that names the format, one for each contact, one for each task with its comments and reminders; by id. */
    async *list(): AsyncGenerator<string> {
      yield line(exportHeader)
      for (const contact of contacts.list().reverse()) yield line({ type: 'contact', ...contact })
      for (let after = 0; ; ) {
        const rows = tasks.inOrder(after, page)
        const last = rows.at(-1)
        if (!last) return
        yield rows
          .map((task) =>
            line({
              type: 'task',
              ...task,
              comments: comments.list(task.id).map(ofTask),
              schedules: schedules.list(task.id).reverse().map(ofTask),
            }),
          )
          .join('')
        after = last.id
        await nextTurn()
      }
    },

    /** One line for each write there ever was, oldest first. */
    async *history(): AsyncGenerator<string> {
      for (let after = 0; ; ) {
        const entries = journal.after(after, page)
        const last = entries.at(-1)
        if (!last) return
        yield entries.map(line).join('')
        after = last.seq
        await nextTurn()
      }
    },
  }
}
