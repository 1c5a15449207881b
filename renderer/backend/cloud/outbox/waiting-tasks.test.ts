import { expect, test } from 'vitest'
import type { Task } from '../../../../shared/schema/task.ts'
import { commentsOver, createdTasks, schedulesOver, taskOver } from './waiting-tasks.ts'
import { type Draft, unsentSchedule, type Write } from './write.ts'

const at = '2026-01-01T00:00:00.000Z'
const task = { id: 12, version: 3, title: 'Rye', labels: ['bread'], requesters: [] as string[] } as Task
const queue = (...drafts: Draft[]): Write[] => drafts.map((draft, turn) => ({ ...draft, turn, page: 'p' }))

test('[PW6] a task is shown with what waits for it, in the order in which it was written', () => {
  const change = (title: string): Draft => ({ kind: 'change', id: 12, key: title, body: { title }, base: task, version: 3 })
  expect(taskOver(task, queue(change('Oat'), { ...change('Nut'), id: 13 } as Draft, change('Bran')))).toMatchObject({ title: 'Bran', labels: ['bread'] })
  expect(taskOver(task, queue(change('Oat'), { kind: 'delete', id: 12, version: 3 }))).toBeUndefined()
})

test('[PW6] a task without a number is shown as it was changed since, and not once it is deleted', () => {
  const create: Draft = { kind: 'create', id: 900, key: 'k', body: { title: 'Rye' }, at }
  const change: Draft = { kind: 'change', id: 900, key: 'l', body: { status: 'todo' }, base: task, version: undefined }
  expect(createdTasks(queue(create, change))).toMatchObject([{ id: 900, title: 'Rye', status: 'todo' }])
  expect(createdTasks(queue(create, { kind: 'delete', id: 900, version: undefined }))).toEqual([])
})

test('[PW6] reminders and comments of one task', () => {
  const daily = { type: 'interval', interval_days: 1 } as const
  const shown = unsentSchedule(-7, 12, daily, at)
  const known = { ...shown, id: 40 }
  const remind: Draft = { kind: 'remind', id: 12, key: 'k', body: daily, shown }
  expect(schedulesOver(12, [known], queue(remind, { kind: 'unremind', id: 12, scheduleId: 40 }))).toEqual([shown])
  const moved: Draft = { kind: 'remind-change', id: 12, key: 'l', scheduleId: 40, body: { type: 'weekly' }, shown: { ...known, type: 'weekly' } }
  expect(schedulesOver(12, [known], queue(moved))).toEqual([{ ...known, type: 'weekly' }])
  const comment = { id: -1, task_id: 12, body: 'Wait', author: { kind: 'person', name: 'ana' }, created_at: at, updated_at: at } as const
  const waiting = queue({ kind: 'comment', id: 12, key: 'k', shown: comment }, { kind: 'comment', id: 13, key: 'l', shown: { ...comment, task_id: 13 } })
  expect(commentsOver(12, [], waiting)).toEqual([comment])
})
