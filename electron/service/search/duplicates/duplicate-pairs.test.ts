import { describe, expect, it } from 'vitest'
import type { Task } from '../../../../shared/schema/task.ts'
import { pairsOf } from './duplicate-pairs.ts'

const taskOf = (id: number, title: string, status = 'todo') => ({ id, title, status, description: null, dedupe_key: null }) as Task

describe('pairs of a task', () => {
  const copies = Array.from({ length: 40 }, (_, i) => taskOf(i + 1, 'Weekly report', 'done'))
  const open = taskOf(20.5, 'Weekly Report')
  const near = taskOf(50, 'Weekly reports')
  const all = [open, ...copies.toReversed()]
  const others = (task: Task) => [...all.filter(({ id }) => id !== task.id), ...(task === near ? [] : [near])]
  const idsOf = (task: Task) => pairsOf(task, others(task)).found.map(({ id }) => id)

  it('[D10] copies are paired with the open one, or the newest, alone', () => {
    expect(idsOf(open)).toEqual([...copies.toReversed().map(({ id }) => id), near.id])
    for (const copy of copies) expect(idsOf(copy)).toEqual([open.id])
    const closed = { ...open, status: 'done' as const }
    expect(pairsOf(copies[39] as Task, [closed, ...copies.slice(0, 39)]).found).toHaveLength(40)
  })

  it('[D10] what is near to many copies makes one pair with them', () => expect(idsOf(near)).toEqual([open.id]))
})
