import { expect, test } from 'vitest'
import { unnumbered } from '../../backend/unnumbered.ts'
import { hideTask, showTask, showUnanswered, withUnanswered } from './task-cache.ts'

const open = { status: ['todo'] as const }
const added = unnumbered(2 ** 53 - 3, { title: 'just added', status: 'todo' }, '')

test('[W72] a list that is read again before an addition is answered still has the task', () => {
  const read = { tasks: [], next: undefined, total: 0 }
  const titles = () => withUnanswered(read, open).tasks.map((task) => task.title)
  expect(titles()).toEqual([])
  showUnanswered(added)
  expect(titles()).toEqual(['just added'])
  expect(withUnanswered(read, open).total).toBe(1)
  expect(withUnanswered(read, { status: ['done'] }).tasks).toEqual([])
  expect(withUnanswered({ tasks: [added], next: undefined, total: 1 }, open).tasks).toEqual([added])
  showTask({ ...added, title: 'changed meanwhile' })
  expect(titles()).toEqual(['changed meanwhile'])
  hideTask(added.id)
  expect(titles()).toEqual([])
})
