// Everything of a team, and everything of a person, as JSON Lines. Lines are made page by page, so that an export of any size needs little memory;
// each line is true in itself, and what is written meanwhile may or may not be in it.
import { exportHeader } from '../../shared/domain/imports/export-format.ts'
import type { AccountRecord } from '../auth/account-record.ts'
import { type Context, personOf } from '../context.ts'
import type { Files } from '../files/files.ts'
import type { History } from '../journal/history.ts'
import type { Journal } from '../journal/journal.ts'
import { withWholeTexts } from '../journal/long-texts/whole-texts.ts'
import type { Tx } from '../db/database.ts'
import { exportStore } from './export-store.ts'

/** Rows of a page: one with its comments may be large. */
const page = 200

export type Exports = ReturnType<typeof createExports>

export interface ExportDeps {
  journal: Pick<Journal, 'read'>
  history: Pick<History, 'after'>
  /** A team's files, in pieces. */
  files: Pick<Files, 'pieces'>
  /** What is known of an account: itself, its sessions, devices, preferences, and its teams. */
  recordOf: (userId: string) => Promise<AccountRecord>
}

const line = (value: object) => `${JSON.stringify(value)}\n`

export function createExports({ journal, history, files, recordOf }: ExportDeps) {
  async function* paged<R extends object>(team: { id: string }, next: (tx: Tx, after: number) => Promise<R[]>, idOf: (row: R) => number): AsyncGenerator<R[]> {
    for (let after = 0; ; ) {
      const from = after
      const rows = await journal.read(team, (tx) => next(tx, from))
      const last = rows.at(-1)
      if (!last) return
      yield rows
      after = idOf(last)
    }
  }

  const byTask = <R extends { task_id: number }>(rows: readonly R[]) => {
    const found = new Map<number, Omit<R, 'task_id'>[]>()
    for (const { task_id, ...row } of rows) found.set(task_id, [...(found.get(task_id) ?? []), row])
    return (id: number) => found.get(id) ?? []
  }

  return {
    /** As a local service exports its list, so that either imports it: contacts, saved lists, then tasks with comments and reminders, by id; at last the files. */
    async *list(team: { id: string }): AsyncGenerator<string> {
      yield line(exportHeader)
      for await (const rows of paged(
        team,
        (tx, after) => exportStore.contactsAfter(tx, team.id, after, page),
        ({ id }) => id,
      ))
        yield rows.map((contact) => line({ type: 'contact', ...contact })).join('')
      for (const list of await journal.read(team, (tx) => exportStore.lists(tx, team.id))) yield line({ type: 'list', ...list })
      for await (const rows of paged(
        team,
        (tx, after) => exportStore.tasksAfter(tx, team.id, after, page),
        ({ id }) => id,
      )) {
        const ids = rows.map(({ id }) => id)
        const [comments, schedules] = await journal.read(team, (tx) =>
          Promise.all([exportStore.comments(tx, team.id, ids), exportStore.schedules(tx, team.id, ids)]),
        )
        const [commentsOf, schedulesOf] = [byTask(comments), byTask(schedules)]
        yield rows.map((task) => line({ type: 'task', ...task, comments: commentsOf(task.id), schedules: schedulesOf(task.id) })).join('')
      }
      for await (const piece of files.pieces(team)) yield line({ type: 'attachment', ...piece })
    },

    /** Every write to the team's content, oldest first, with all texts in full. */
    async *journal(team: { id: string }): AsyncGenerator<string> {
      for (let after = 0, more = true; more; ) {
        const found = await history.after(team, after, page, true)
        more = found.more
        after = found.entries.at(-1)?.seq ?? after
        yield found.entries.map(line).join('')
      }
    },

    /** What is known of the person who asks, and everything they wrote in the teams that they are in. */
    async *ofPerson(ctx: Context): AsyncGenerator<string> {
      const { user } = personOf(ctx)
      const { teams, ...account } = await recordOf(user.id)
      yield line({ format: 'tandem-account', version: 1 })
      yield line({ type: 'account', ...account })
      for (const team of teams) {
        yield line({ type: 'team', ...team })
        for await (const rows of paged(
          team,
          (tx, after) => exportStore.entriesOf(tx, team.id, `user:${user.id}`, after, page),
          ({ seq }) => seq,
        ))
          yield (await withWholeTexts(rows, team.id, (work) => journal.read(team, work)))
            .map((entry) => line({ type: 'entry', team_id: team.id, ...entry, texts: undefined }))
            .join('')
      }
    },
  }
}
