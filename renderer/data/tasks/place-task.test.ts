import { describe, expect, test } from 'vitest'
import type { Task } from '../../../shared/schema/task.ts'
import { unnumbered } from '../../backend/unnumbered.ts'
import { isReadInBetween, placeTasks, type TaskPages, placeTask as placeTaskNow } from './place-task.ts'

const task = (id: number, status: Task['status'] = 'todo'): Task => unnumbered(id, { title: `task ${id}`, status }, '')

/** Two loaded pages of a list that has more. */
const list = (): TaskPages => ({
  pages: [
    { tasks: [task(9), task(7)], next: 'a', total: 6 },
    { tasks: [task(5), task(4)], next: 'b', total: 6 },
  ],
  pageParams: [undefined, 'a'],
})
const todo = { status: ['todo'] as const }
/** One's own change, or an entry of the journal where `seq` is given. */
const placeTask = (data: TaskPages, filter: Parameters<typeof placeTaskNow>[1], id: number, now: Task | undefined, before: Task | undefined, seq?: number) =>
  placeTaskNow(data, filter, id, { now, steps: [{ before, seq }] })
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

describe('[W1] a change that is told twice counts once', () => {
  const done = task(2, 'done')
  const total = (data: TaskPages) => data.pages[0]?.total

  test('one of the only two leaves at once, and its entry comes after', () => {
    const two: TaskPages = { pages: [{ tasks: [task(3), task(2)], next: undefined, total: 2 }], pageParams: [undefined] }
    const own = placeTask(two, todo, 2, done, task(2))
    const told = placeTask(own, todo, 2, done, task(2), 11)
    expect([ids(told), total(told)]).toEqual([[3], 1])
    expect(total(placeTask(told, todo, 2, done, task(2), 11))).toBe(1)
  })

  test('below what is loaded, too, and so does its way back', () => {
    const own = placeTask(list(), todo, 2, done, task(2))
    const told = placeTask(own, todo, 2, done, task(2), 11)
    expect([total(own), total(told)]).toEqual([5, 5])
    const back = placeTask(told, todo, 2, task(2), done, 12)
    expect([total(back), total(placeTask(back, todo, 2, task(2), done, 12))]).toEqual([6, 6])
  })

  test('an entry that the answer had taken in changes nothing in it, a later one does', () => {
    const read: TaskPages = { ...list(), pages: list().pages.map((page) => ({ ...page, asOf: 11 })) }
    expect(placeTask(read, todo, 2, done, task(2), 11)).toBe(read)
    expect(ids(placeTask(read, todo, 9, task(9, 'done'), task(9), 10))).toEqual([9, 7, 5, 4])
    expect(total(placeTask(read, todo, 2, done, task(2), 12))).toBe(5)
    // Of two in one go only the second is news.
    const both = {
      now: done,
      steps: [
        { before: task(2, 'backlog'), seq: 11 },
        { before: task(2), seq: 12 },
      ],
    }
    expect(total(placeTaskNow(read, todo, 2, both))).toBe(5)
  })

  test('a list that was read before one’s own change arrived counts it when its entry comes', () => {
    const same = placeTask(list(), todo, 2, done, done)
    expect(total(same)).toBe(6)
    expect(total(placeTask(same, todo, 2, done, task(2), 11))).toBe(5)
  })

  test('pages that were read before and after an entry are to be read again', () => {
    const [first, second] = list().pages as [TaskPages['pages'][0], TaskPages['pages'][0]]
    const mixed: TaskPages = {
      ...list(),
      pages: [
        { ...first, asOf: 10 },
        { ...second, asOf: 12 },
      ],
    }
    const change = (seq: number) => new Map([[5, { now: task(5), steps: [{ before: task(5), seq }] }]])
    expect([10, 11, 12, 13].map((seq) => isReadInBetween(mixed, change(seq)))).toEqual([false, true, true, false])
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
    ].map(({ id, now, before }) => [id, { now, steps: [{ before }] }]),
  )
  const oneByOne = [...changes].reduce((data, [id, change]) => placeTaskNow(data, todo, id, change), list())
  const together = placeTasks(list(), todo, changes)
  expect(together).toEqual(oneByOne)
  expect(ids(together)).toEqual([9, 8, 4])
  expect(together.pages[0]?.total).toBe(6)
})
