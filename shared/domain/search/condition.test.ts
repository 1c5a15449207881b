import { describe, expect, it } from 'vitest'
import type { Task } from '../../schema/task.ts'
import { type Around, fits, readCondition, writeCondition } from './condition.ts'

/** A Friday. */
const around: Around = {
  today: '2026-11-27',
  now: '2026-11-27T12:00:00.000Z',
  endOfWeek: '2026-11-29',
  dayOf: (moment) => moment.slice(0, 10),
  me: ['ana@example.org'],
  isReady: () => true,
  isBlocked: () => false,
}
const parent = '0198aaaa-0000-7000-8000-000000000001'
const task = {
  title: 'Café closes early',
  description: 'On **Sundays** only',
  status: 'in_progress',
  priority: 'high',
  labels: ['Needs Review', 'bug'],
  requesters: ['Bo Stone', 'zoe@example.org'],
  assignee: 'ana@example.org',
  due: '2026-11-28',
  parent_uid: parent,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-26T09:00:00.000Z',
} as unknown as Task

const meets = (source: string, other: Partial<Task> = {}) => {
  const condition = readCondition(source)
  if (!condition) throw new Error(`${source} is no condition`)
  return fits(condition, { ...task, ...other }, around)
}

describe('a condition of a list', () => {
  it.each([
    'status:in-progress',
    'status:todo,in_progress',
    '-status:done',
    'priority:high',
    'label:bug',
    'label:"needs review"',
    '-label:other',
    'requester:bo',
    'requester:zoe',
    'assignee:me',
    'assignee:ana',
    '-assignee:none',
    'due:tomorrow',
    'due:week',
    'due:2d',
    'due:>2026-11-27',
    'due:any',
    '-due:none,overdue',
    'created:7d',
    'created:<2026-11-22',
    '-created:6d',
    'updated:yesterday',
    'updated:week',
    '-updated:today',
    'is:ready',
    '-is:blocked',
    `part:${parent}`,
    '"cafe closes"',
    'sundays',
    'zoe@',
    '-"closes late"',
  ])('[SL4] %s holds', (source) => expect(meets(source)).toBe(true)) // prettier-ignore

  it.each(['-label:BUG', 'label:bu', 'due:today', 'due:none', 'due:1d', 'created:today', 'updated:<2026-11-26', 'is:overdue', 'assignee:none,bo', '-cafe'])(
    '[SL4] %s does not',
    (source) => expect(meets(source)).toBe(false),
  )

  it('[SL4] what is late, done or without a day', () => {
    expect(meets('is:overdue', { due: '2026-11-26' })).toBe(true)
    expect(meets('due:overdue', { due: '2026-11-26', status: 'done' })).toBe(false)
    expect(meets('due:none', { due: null })).toBe(true)
    expect(meets('due:<2026-12-01', { due: null })).toBe(false)
  })

  it.each(['', '  ', 'due:soon', 'status:open', 'created:none', 'is:blue', 'part:12', 'label:a label:b', 'two words'])('[SL2] %j is none', (source) =>
    expect(readCondition(source)).toBeUndefined(),
  )

  it.each(['-label:"needs review"', 'created:7d', '"two words"', '-"x"', 'status:todo,done'])('is written as it is read: %s', (source) => {
    const condition = readCondition(source)
    expect(condition && writeCondition(condition)).toBe(source)
  })
})
