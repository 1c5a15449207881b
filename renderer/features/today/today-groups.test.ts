import { expect, test } from 'vitest'
import type { Reminder } from '../../../shared/schema/reminder.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { groupsOf } from './today-groups.ts'

/** Noon of this machine. */
const now = new Date(2026, 10, 18, 12).getTime()
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
const reminder = (task_id: number, due_at: string, more: Partial<Reminder> = {}) =>
  ({ id: null, schedule_id: task_id * 10, task_id, due_at, state: 'upcoming', snoozed_until: null, type: 'interval', title: '', ...more }) as Reminder
const task = (id: number) => ({ id, due: '2026-11-18', status: 'todo' }) as Task
const nothing = { overdue: [], today: [] }
const daily = (task_id: number) => Array.from({ length: 5 }, (_, days) => reminder(task_id, at(18 + days, 15)))
const said = (...all: Parameters<typeof groupsOf>) =>
  groupsOf(...all).map(({ rows }) => rows.map((row) => `${row.taskId}${row.task ? (row.remindsAt ? ' due, reminds' : ' due') : ''}`))

test('[W64] a daily task stands once', () => {
  expect(said([], nothing, daily(1), [], now)).toEqual([['1']])
  expect(said([], { overdue: [], today: [task(1)] }, daily(1), [], now)).toEqual([['1 due, reminds']])
  expect(said([reminder(1, at(18, 9), { id: 7, state: 'fired' })], { overdue: [task(1)], today: [] }, daily(1), [], now)).toEqual([['1']])
  expect(said([], nothing, daily(1), [reminder(1, at(18, 9), { id: 7, state: 'snoozed', snoozed_until: at(18, 16) })], now)).toEqual([['1']])
})

test('[W64] another reminder of the same task on another day is shown, too', () => {
  const once = reminder(1, at(20, 9), { schedule_id: 99, type: 'one_time' })
  expect(said([], { overdue: [], today: [task(1)] }, [...daily(1), once], [], now)).toEqual([['1 due, reminds'], ['1']])
  expect(said([], nothing, [reminder(1, at(18, 15)), reminder(2, at(18, 14))], [], now)).toEqual([['2', '1']])
})
