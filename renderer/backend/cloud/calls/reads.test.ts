import { expect, it } from 'vitest'
import type { Task } from '../../../../shared/schema/task.ts'
import { unnumbered } from '../../unnumbered.ts'
import type { TeamCopy } from '../seen.ts'
import { readPage } from './reads.ts'

const at = '2026-11-27T09:00:00.000Z'
const ana = { kind: 'person', name: 'Ana' } as const
const task = (id: number, more: Partial<Task> = {}): Task => ({ ...unnumbered(id, { title: `${id}`, status: 'todo' }, at), uid: `uid-${id}`, ...more })
const tasks = [
  task(1),
  task(2, { blocker_uids: ['uid-1'] }),
  task(3, { parent_uid: 'uid-1', assignee: 'Ana' }),
  task(4, { assignee: 'Mika' }),
  task(5, { status: 'done', blocker_uids: ['uid-1'] }),
]
const copyOf = (rows: Task[]) =>
  ({
    replica: { isWhole: () => true, schedules: () => [], tasks: new Map(rows.map((one) => [one.id, one])) },
    outbox: { over: (one: Task) => one, schedulesOver: () => [], created: () => [] },
  }) as unknown as TeamCopy
const copy = {
  replica: { isWhole: () => true, schedules: () => [], tasks: new Map(tasks.map((one) => [one.id, one])) },
  outbox: { over: (one: Task) => one, schedulesOver: () => [], created: () => [task(2 ** 53 - 9, { parent_uid: 'uid-1' })] },
} as unknown as TeamCopy

const listed = async (query: Parameters<typeof readPage>[2]) => (await readPage(copy, ana, query)).body.map(({ id }) => id)

it('[W47] the copy on the device answers what is ready, what waits for a task and its parts, with those that have no number yet', async () => {
  const part = 2 ** 53 - 9
  expect(await listed({ parent: 1 })).toEqual([part, 3])
  expect(await listed({ blocker: 1 })).toEqual([5, 2])
  expect(await listed({ ready: true })).toEqual([part, 3])
  expect(await listed({ parent: 404 })).toEqual([])
})

it('[T20] the copy on the device sorts by due date as the services do, page by page', async () => {
  const dues = [null, '2026-11-28', '2026-11-27T09:00:00.000Z', '2026-11-27', null, '2026-11-28']
  const dated = copyOf(dues.map((due, i) => task(i + 1, { due })))
  const ids: number[] = []
  for (let cursor: string | undefined; ; ) {
    const { body, headers } = await readPage(dated, ana, { sort: 'due', limit: 2, ...(cursor ? { cursor } : {}) })
    ids.push(...body.map(({ id }) => id))
    const next = /<\?(.*)>/.exec(headers.get('Link') ?? '')?.[1]
    if (next === undefined) break
    cursor = new URLSearchParams(next).get('cursor') ?? undefined
  }
  expect(ids).toEqual([4, 3, 2, 6, 1, 5])
})
