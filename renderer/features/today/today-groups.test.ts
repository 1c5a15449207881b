import { expect, test } from 'vitest'
import type { Reminder } from '../../../shared/schema/reminder.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { folded, groupsOf, type Lists } from './today-groups.ts'

/** Noon of this machine. */
const now = new Date(2026, 10, 18, 12).getTime()
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
const reminder = (task_id: number, due_at: string, more: Partial<Reminder> = {}) =>
  ({ id: null, schedule_id: task_id * 10, task_id, due_at, state: 'upcoming', snoozed_until: null, type: 'interval', title: '', ...more }) as Reminder
const task = (id: number) => ({ id, due: '2026-11-18', status: 'todo' }) as Task
const nothing = { overdue: [], today: [] }
const daily = (task_id: number) => Array.from({ length: 5 }, (_, days) => reminder(task_id, at(18 + days, 15)))
const none: Lists = { open: [], due: nothing, upcoming: [], snoozed: [], inProgress: [], assigned: [], done: [] }
const said = (open: Lists['open'], due: Lists['due'], upcoming: Lists['upcoming'], snoozed: Lists['snoozed']) =>
  groupsOf({ ...none, open, due, upcoming, snoozed }, now).map(({ rows }) =>
    rows.map((row) => `${row.taskId}${row.task ? (row.remindsAt ? ' due, reminds' : ' due') : ''}`),
  )
const named = (lists: Partial<Lists>) => groupsOf({ ...none, ...lists }, now).map(({ name, rows }) => `${name}: ${rows.map(({ taskId }) => taskId).join(' ')}`)

test('[W64] a daily task stands once', () => {
  expect(said([], nothing, daily(1), [])).toEqual([['1']])
  expect(said([], { overdue: [], today: [task(1)] }, daily(1), [])).toEqual([['1 due, reminds']])
  expect(said([reminder(1, at(18, 9), { id: 7, state: 'fired' })], { overdue: [task(1)], today: [] }, daily(1), [])).toEqual([['1']])
  expect(said([], nothing, daily(1), [reminder(1, at(18, 9), { id: 7, state: 'snoozed', snoozed_until: at(18, 16) })])).toEqual([['1']])
})

test('[W64] another reminder of the same task on another day is shown, too', () => {
  const once = reminder(1, at(20, 9), { schedule_id: 99, type: 'one_time' })
  expect(said([], { overdue: [], today: [task(1)] }, [...daily(1), once], [])).toEqual([['1 due, reminds'], ['1']])
  expect(said([], nothing, [reminder(1, at(18, 15)), reminder(2, at(18, 14))], [])).toEqual([['2', '1']])
})

test('[W121] what is in progress stands before the days to come, what is done at the end, and a task in the first group that has it', () => {
  const tomorrow = reminder(5, at(19, 9))
  expect(named({ due: { overdue: [task(1)], today: [] }, inProgress: [task(2), task(1)], upcoming: [tomorrow], done: [task(3)] })).toEqual([
    'Overdue: 1',
    'In progress: 2',
    expect.stringMatching(/: 5$/),
    'Done today: 3',
  ])
  expect(named({ open: [reminder(1, at(18, 9), { id: 7 })], upcoming: [reminder(2, at(18, 15))], inProgress: [task(1), task(2)] })).toEqual([
    'Now: 1',
    'Later today: 2',
  ])
  // A daily one that is begun, or done, is not repeated tomorrow.
  expect(named({ inProgress: [task(5)], upcoming: [tomorrow] })).toEqual(['In progress: 5'])
  expect(named({ done: [task(5)], upcoming: [tomorrow] })).toEqual(['Done today: 5'])
})

test('[PW22] what else is assigned to the person stands once, after what is in progress', () => {
  const tomorrow = reminder(5, at(19, 9))
  const due = { overdue: [task(1)], today: [] }
  expect(named({ due, inProgress: [task(2)], assigned: [1, 2, 5, 6].map(task), upcoming: [tomorrow] })).toEqual([
    'Overdue: 1',
    'In progress: 2',
    'Assigned to you: 6',
    expect.stringMatching(/: 5$/),
  ])
  expect(folded(groupsOf({ ...none, assigned: [1, 2, 3, 4, 5, 6, 7].map(task) }, now))[0]?.hidden).toBe(2)
})

test('[W121] of what is done five are shown unasked', () => {
  const [done] = folded(groupsOf({ ...none, done: [1, 2, 3, 4, 5, 6, 7].map(task) }, now))
  expect([done?.rows.length, done?.hidden]).toEqual([5, 2])
})
