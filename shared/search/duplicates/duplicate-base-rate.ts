// How common duplicates are in this list, measured in the background on a sample of its own tasks: a list of questions that people ask
// again and again and a bug tracker promise different things for pairs that look the same.
import { baseRateOf, plainChances } from '../../domain/duplicates/base-rate.ts'
import type { Task } from '../../schema/task.ts'
import { ownText } from './duplicates.ts'
import type { GatherEvidence } from './evidence.ts'
import type { BaseRate } from '../keywords/keyword-tables.ts'
import type { Later, WordSource } from '../sources.ts'
import { throttleBackground } from '../workers/background-throttle.ts'

interface BaseRateDeps {
  keyword: Pick<WordSource, 'baseRate' | 'setBaseRate' | 'sample'>
  gather: GatherEvidence
  byIds(ids: readonly number[]): Later<Task[]>
  /** As they are now. */
  countTasks(): number
  /** Whose likeness it is: another model sees another list. */
  model(): string | null
  /** Milliseconds since somebody searched; whoever asks for duplicates waits for this very number. */
  sinceSearched(): number
  report(error: unknown): void
}

/** Fewer tasks say nothing about a list. */
const minTasks = 30
const sampled = 120
/** It is measured again when the list has grown or shrunk by this part. */
const changed = 0.2
/** Of the time, so much is spent on it while nobody searches: then it takes a second or two. */
const share = 0.4
const stillAsking = 1000

export type ListBaseRate = ReturnType<typeof followBaseRate>

export function followBaseRate({ keyword, gather, byIds, countTasks, model, sinceSearched, report }: BaseRateDeps) {
  let known: BaseRate | undefined
  // Read at once: after a start the same question gets the same answer as before it. A short list has none yet.
  if (countTasks() >= minTasks) keyword.baseRate().then((saved) => (known ??= saved), report)

  return {
    now: (): number => (known && countTasks() >= minTasks ? known.value : 0),
    /** Reads what was measured before, and measures where the list is another one since; false where a stage was missing. */
    async refresh(): Promise<boolean> {
      known ??= await keyword.baseRate()
      const tasks = countTasks()
      const measuring = model()
      const isSame = known.model === measuring && Math.abs(tasks - known.tasks) < changed * known.tasks
      if (tasks < minTasks || isSame) return true
      const chances: number[] = []
      const asked = new Set<string>()
      for (const id of await keyword.sample(sampled)) {
        const [task] = await byIds([id])
        // What the list has many times says the same each time.
        if (!task || asked.has(ownText(task))) continue
        asked.add(ownText(task))
        const began = performance.now()
        const { evidence, degraded } = await gather(ownText(task), id, true)
        if (degraded.length > 0) return false
        chances.push(...plainChances(evidence))
        await throttleBackground(performance.now() - began, { share, sinceAsked: sinceSearched, stillAsking })
      }
      known = { value: baseRateOf(chances), tasks, model: measuring }
      await keyword.setBaseRate(known)
      return true
    },
  }
}
