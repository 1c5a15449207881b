import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../domain/duplicates/duplicate-score.ts'
import type { Task } from '../../schema/task.ts'
import type { WordSource } from '../sources.ts'
import { followBaseRate } from './duplicate-base-rate.ts'

const unlike: Omit<Evidence, 'id' | 'text'> = {
  cosine: 0.1,
  beyond: 0,
  words: 0,
  titles: 0,
  contradiction: 0,
  swapped: false,
  askedLength: 6,
  length: 6,
  usualLength: 6,
  same: undefined,
}

/** A list in which nothing is like anything else, and what is kept of it between two starts. */
function listOf(count: number) {
  const list = { tasks: count, model: 'one', measured: 0 }
  let kept = { value: 0, tasks: 0, model: null as string | null }
  const keyword = {
    baseRate: async () => kept,
    setBaseRate: async (baseRate: typeof kept) => {
      kept = baseRate
      list.measured++
    },
    sample: async () => Array.from({ length: 40 }, (_, i) => i + 1),
  } as unknown as WordSource
  const start = () =>
    followBaseRate({
      keyword,
      gather: async () => ({ evidence: [101, 102, 103, 104, 105].map((id) => ({ id, text: String(id), ...unlike })), degraded: [] }),
      byIds: ([id]) => [{ title: `Sharpen knife ${id}` } as Task],
      countTasks: () => list.tasks,
      model: () => list.model,
      sinceSearched: () => 60_000,
      report: (error) => expect.unreachable(String(error)),
    })
  return { list, start }
}

describe('the base rate of a list, as it is followed', () => {
  it('[D9] is known from the start on, holds for thirty tasks and more, and is measured again for another model', async () => {
    const { list, start } = listOf(30)
    const first = start()
    expect(first.now()).toBe(0)
    await first.refresh()
    const value = first.now()
    expect(value).toBeLessThan(-0.3)

    const again = start()
    await expect.poll(() => again.now()).toBe(value)
    await again.refresh()
    expect(list.measured).toBe(1)

    list.tasks = 29
    expect(again.now()).toBe(0)
    list.tasks = 30
    expect(again.now()).toBe(value)

    list.model = 'another'
    await again.refresh()
    expect(list.measured).toBe(2)
  })
})
