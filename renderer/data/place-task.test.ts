import { describe, expect, test } from 'vitest'
import type { Task } from '../../shared/schema/task.ts'
import { placeTask, placeTasks, type TaskPages } from './place-task.ts'

const task = (id: number, status: Task['status'] = 'todo'): Task => ({
  id,
  uid: '',
  title: `task ${id}`,
  description: null,
  status,
  priority: 'medium',
  labels: [],
  requesters: [],
  dedupe_key: null,
  version: 1,
  created_at: '',
  updated_at: '',
  completed_at: null,
})

/** Two loaded pages of a list that has more. */
const list = (): TaskPages => ({
  pages: [
    { tasks: [task(9), task(7)], next: 'a', total: 6 },
    { tasks: [task(5), task(4)], next: 'b', total: 6 },
  ],
  pageParams: [undefined, 'a'],
})
const todo = { status: ['todo'] as const }
const ids = (data: TaskPages) => data.pages.flatMap((page) => page.tasks.map((one) => one.id))

describe('a changed task in a list that is loaded page by page', () => {
  test('is replaced where it stands', () => {
    const data = placeTask(list(), todo, 5, { ...task(5), title: 'new' }, task(5))
    expect(data.pages[1]?.tasks[0]?.title).toBe('new')
    expect(data.pages[0]?.total).toBe(6)
  })

  test('leaves when it no longer belongs, and is counted once', () => {
    const once = placeTask(list(), todo, 5, task(5, 'done'), task(5))
    const twice = placeTask(once, todo, 5, task(5, 'done'), task(5, 'done'))
    expect(ids(once)).toEqual([9, 7, 4])
    expect([once.pages[0]?.total, twice.pages[0]?.total]).toEqual([5, 5])
  })

  test('enters by its number, newest first, and is counted once', () => {
    const once = placeTask(list(), todo, 8, task(8), task(8, 'done'))
    expect(ids(once)).toEqual([9, 8, 7, 5, 4])
    expect(placeTask(once, todo, 8, task(8), task(8)).pages[0]?.total).toBe(7)
    expect(ids(placeTask(list(), todo, 12, task(12), undefined))).toEqual([12, 9, 7, 5, 4])
  })

  test('below what is loaded it is only counted; it comes with its page', () => {
    const data = placeTask(list(), todo, 2, task(2), task(2, 'done'))
    expect(ids(data)).toEqual([9, 7, 5, 4])
    expect(data.pages[0]?.total).toBe(7)
    expect(placeTask(list(), todo, 2, undefined, task(2)).pages[0]?.total).toBe(5)
  })

  test('enters at the end of a list that is loaded to its end, also an empty one', () => {
    const whole: TaskPages = { pages: [{ tasks: [task(9)], next: undefined, total: 1 }], pageParams: [undefined] }
    expect(ids(placeTask(whole, todo, 2, task(2), undefined))).toEqual([9, 2])
    const empty: TaskPages = { pages: [{ tasks: [], next: undefined, total: 0 }], pageParams: [undefined] }
    expect(placeTask(empty, todo, 2, task(2), undefined).pages[0]).toMatchObject({ tasks: [{ id: 2 }], total: 1 })
  })

  test('one that never belonged changes nothing', () => {
    const data = list()
    expect(placeTask(data, todo, 3, task(3, 'done'), task(3, 'backlog'))).toBe(data)
    expect(placeTask(data, todo, 3, undefined, undefined)).toBe(data)
  })
})

test('many at once are placed as one after the other', () => {
  const changes = new Map(
    [
      { id: 9, now: { ...task(9), title: 'renamed' }, before: task(9) },
      { id: 7, now: task(7, 'done'), before: task(7) },
      { id: 5, now: undefined, before: task(5) },
      { id: 8, now: task(8), before: task(8, 'done') },
      { id: 2, now: task(2), before: task(2, 'done') },
      { id: 3, now: undefined, before: undefined },
    ].map(({ id, now, before }) => [id, { now, before }]),
  )
  const oneByOne = [...changes].reduce((data, [id, { now, before }]) => placeTask(data, todo, id, now, before), list())
  const together = placeTasks(list(), todo, changes)
  expect(together).toEqual(oneByOne)
  expect(ids(together)).toEqual([9, 8, 4])
  expect(together.pages[0]?.total).toBe(6)
})
