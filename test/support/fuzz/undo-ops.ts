// Random writes for the undo tests: abstract operations that fast-check can shrink, interpreted on whatever is there.
import * as fc from 'fast-check'
import type { JournalEntry, UndoResult } from '../../../shared/schema/journal.ts'
import { type OpenApp, openApp } from '../service/app.ts'
import { call, type Reply } from '../service/http.ts'
import { rebuild } from './replay.ts'
import { newToken } from '../../../electron/service/sign-in/folder-token.ts'

export const actors = ['ana', 'ben', 'cleo'] as const

const kinds = [
  'createTask',
  'patchTask',
  'patchTask',
  'finishTask',
  'deleteTask',
  'addComment',
  'editComment',
  'deleteComment',
  'addSchedule',
  'patchSchedule',
  'deleteSchedule',
  'createContact',
  'patchContact',
  'deleteContact',
  'takeIn',
  'deleteConversation',
] as const

export interface Op {
  kind: (typeof kinds)[number]
  actor: number
  /** Which of the things that are there. */
  pick: number
  /** Few different values, so that writers come back to the same one. */
  value: number
}

export const op = (actor: fc.Arbitrary<number> = fc.nat(actors.length - 1)): fc.Arbitrary<Op> =>
  fc.record({ kind: fc.constantFrom(...kinds), actor, pick: fc.nat(20), value: fc.nat(3) })

export type Rows = Record<string, Record<string, unknown>>

export interface World {
  app: OpenApp
  /** Every row by "task 7", without versions and times that follow from the moment. Also checks that the journal gives the same. */
  rows(): Rows
  versions(): Record<string, number>
  /** Seconds pass between writes; RFC 3339. */
  now(): string
  write(op: Op): Promise<void>
  /** An actor without a kind means all that bears the name: mails come from the same three. */
  undo(request: object): Promise<Reply<UndoResult>>
  journal(): Promise<JournalEntry[]>
}

const statuses = ['backlog', 'todo', 'in_progress', 'done']

export async function openWorld(): Promise<World> {
  let clock = Date.UTC(2027, 0, 1)
  const token = newToken()
  const app = await openApp({ token, clock: { now: () => new Date(clock), zone: () => 'UTC' } })
  const { url, db } = app
  // These agents read what they take in; that their deletes would wait for a person is shown elsewhere.
  const free = await call(url, 'PUT', '/agents/*/policy', { outside: 'allow' }, { 'X-Actor': 'person', Authorization: `Bearer ${token}` })
  if (free.status >= 300) throw new Error(`PUT /agents/*/policy: ${free.status} ${free.body.detail}`)
  const nth = (table: string, pick: number) => {
    const rows = db.prepare(`SELECT * FROM ${table} ORDER BY id`).all() as { id: number; task_id: number; slug: string }[]
    return rows[pick % rows.length]
  }
  const read = () => {
    const { fromJournal, fromTables } = rebuild(db.name)
    if (JSON.stringify(sorted(fromJournal)) !== JSON.stringify(sorted(fromTables))) throw new Error('the journal does not rebuild the rows')
    return fromTables
  }
  return {
    app,
    now: () => new Date(clock).toISOString(),
    rows: () => Object.fromEntries(Object.entries(read()).map(([name, { version: _version, ...row }]) => [name, row])),
    versions: () => Object.fromEntries(Object.entries(read()).map(([name, row]) => [name, row.version as number])),
    async write({ kind, actor, pick, value }) {
      clock += 1000
      const send = async (method: string, path: string, body?: object) => {
        const reply = await call(url, method, path, body, { 'X-Actor': actors[actor] as string })
        if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.body.detail}`)
      }
      const task = nth('tasks', pick)
      const comment = nth('comments', pick)
      const schedule = nth('schedules', pick)
      const contact = nth('contacts', pick)
      const at = comment && `/tasks/${comment.task_id}/comments/${comment.id}`
      const when = schedule && `/tasks/${schedule.task_id}/schedules/${schedule.id}`
      if (kind === 'createTask') await send('POST', '/tasks', { title: `title ${value}`, status: statuses[value] })
      if (kind === 'patchTask' && task)
        await send(
          'PATCH',
          `/tasks/${task.id}`,
          [
            { title: `title ${value}` },
            { description: `text ${value}`, priority: 'high' },
            { labels: [`l${value}`] },
            { title: `title ${value}`, priority: 'low' },
          ][pick % 4],
        )
      if (kind === 'finishTask' && task) await send('PATCH', `/tasks/${task.id}`, { status: statuses[value] })
      if (kind === 'deleteTask' && task) await send('DELETE', `/tasks/${task.id}`)
      if (kind === 'addComment' && task) await send('POST', `/tasks/${task.id}/comments`, { body: `comment ${value}` })
      if (kind === 'editComment' && at) await send('PATCH', at, { body: `comment ${value}` })
      if (kind === 'deleteComment' && at) await send('DELETE', at)
      if (kind === 'addSchedule' && task) await send('POST', `/tasks/${task.id}/schedules`, { type: 'weekly', day_of_week: value, time: '09:00' })
      if (kind === 'patchSchedule' && when)
        await send(
          'PATCH',
          when,
          [
            { type: 'monthly', day_of_month: value + 1, time: '10:00' },
            { type: 'rule', rule: `FREQ=DAILY;INTERVAL=${value + 1}`, time: '10:00' },
            { type: 'weekly', day_of_week: value, time: '09:00' },
            { enabled: value % 2 === 0 },
          ][pick % 4],
        )
      if (kind === 'deleteSchedule' && when) await send('DELETE', when)
      if (kind === 'takeIn') {
        const message = {
          external_id: new Date(clock).toISOString(),
          from: actors[actor],
          sent_at: new Date(clock).toISOString(),
          body: `wish ${value} ${pick}`,
        }
        await send('POST', '/conversations', {
          source: 'email',
          external_id: `thread ${value}`,
          subject: `${['Paint', 'Carry', 'Fix', 'Sell'][value]} it`,
          messages: [message],
        })
      }
      const conversation = nth('conversations', pick)
      if (kind === 'deleteConversation' && conversation) await send('DELETE', `/conversations/${conversation.id}`)
      if (kind === 'createContact') await send('POST', '/contacts', { name: `Name ${value}` })
      if (kind === 'patchContact' && contact) await send('PATCH', `/contacts/${contact.slug}`, [{ phone: `${value}` }, { name: `Name ${value}` }][pick % 2])
      if (kind === 'deleteContact' && contact) await send('DELETE', `/contacts/${contact.slug}`)
    },
    async undo(request) {
      clock += 1000
      return call<UndoResult>(url, 'POST', '/undo', 'actor' in request ? { run: '*', ...request } : request, { 'X-Actor': 'person:undoer' })
    },
    journal: async () => (await call<JournalEntry[]>(url, 'GET', '/journal?limit=1000')).body,
  }
}

export function sorted(rows: Rows): Rows {
  const inOrder = <T>(row: Record<string, T>) => Object.fromEntries(Object.entries(row).sort(([a], [b]) => a.localeCompare(b)))
  return inOrder(Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, inOrder(row)])))
}
