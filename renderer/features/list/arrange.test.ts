import { expect, test } from 'vitest'
import type { Task } from '../../../shared/schema/task.ts'
import { createOrder, groupedBy, sortedBy } from './arrange.ts'

const task = (id: number, more: Partial<Task>): Task =>
  ({ id, title: `${id}`, status: 'todo', priority: 'medium', labels: [], requesters: [], updated_at: '', ...more }) as Task
const tasks = [
  task(3, { title: 'b 10', priority: 'low', labels: ['web', 'bug'], updated_at: '2026-01-01' }),
  task(2, { title: 'a', priority: 'high', status: 'done', updated_at: '2026-01-03' }),
  task(1, { title: 'b 9', labels: ['bug'], updated_at: '2026-01-02' }),
]
const ids = (some: readonly Task[]) => some.map(({ id }) => id)

test.each([
  [undefined, [3, 2, 1]],
  ['oldest', [1, 2, 3]],
  ['updated', [2, 1, 3]],
  ['priority', [2, 1, 3]],
  ['title', [2, 1, 3]],
] as const)('in the order %s', (sort, expected) => {
  expect(ids(sortedBy(sort, tasks))).toEqual(expected)
})

test('a list that changes stays in order, whatever came, went or was renamed', () => {
  const inOrder = createOrder()
  expect(ids(inOrder('title', tasks))).toEqual([2, 1, 3])
  expect(ids(inOrder('title', [task(4, { title: 'b 1' }), ...tasks.slice(1)]))).toEqual([2, 4, 1])
  expect(ids(inOrder('title', [task(4, { title: 'z' }), ...tasks]))).toEqual([2, 1, 3, 4])
  expect(ids(inOrder('oldest', tasks))).toEqual([1, 2, 3])
  expect(ids(inOrder(undefined, tasks))).toEqual([3, 2, 1])
})

test('a list that changes is in the same order as one that is sorted again, after few changes and after many', () => {
  const words = ['b', 'a 10', 'a 9', 'ä', '']
  let now = Array.from({ length: 300 }, (_, n) => task(300 - n, { title: words[n % 5] ?? '', updated_at: `${n % 7}` }))
  for (const sort of ['title', 'updated', 'priority', 'oldest'] as const) {
    const inOrder = createOrder()
    for (const [round, each] of [1000, 97, 2, 31, 1].entries()) {
      now = now.flatMap((one, n) => (n % each === 1 ? [{ ...one, title: words[(n + round) % 5] ?? '', priority: 'low', updated_at: `${round}` }] : [one]))
      now = [task(1000 + round, { title: 'a 9' }), ...now.slice(0, -3)]
      expect(ids(inOrder(sort, now)), `${sort}, round ${round}`).toEqual(ids(sortedBy(sort, now)))
    }
  }
})

test('[W43] [T20] by due date a list is in the order of the service: a day at its first moment, the older first, what is not due last', () => {
  const due = [
    task(5, { due: null }),
    task(4, { due: '2026-11-27' }),
    task(3, { due: '2026-11-27T09:00:00.000Z' }),
    task(2, { due: '2026-11-26T23:00:00.000Z' }),
    task(1, { due: '2026-11-27' }),
  ]
  expect(ids(sortedBy('due', due))).toEqual([2, 1, 4, 3, 5])
})

test('[W90] in groups by label a task stands under each of its labels, and once in all others; those without the word last', () => {
  expect(groupedBy('label', tasks).map(({ title, tasks: some }) => [title, ids(some)])).toEqual([
    ['bug', [3, 1]],
    ['web', [3]],
    ['No label', [2]],
  ])
  expect(groupedBy('status', tasks).map(({ key, tasks: some }) => [key, ids(some)])).toEqual([
    ['todo', [3, 1]],
    ['done', [2]],
  ])
})
