// What the steps of one search share: how much time is left, what each stage took, and which stages are missing in the answer.
import type { Outcome } from '../workers/within.ts'

export type Stage = 'keyword' | 'semantic' | 'rerank'

export interface Deadlines {
  total: number
  keyword: number
  semantic: number
}

/** What fetching tasks, marking snippets and writing the answer takes of the total. */
const reserve = 15

export class SearchRun {
  readonly limits: Deadlines
  readonly degraded = new Set<Stage>()
  /** Milliseconds by stage. */
  readonly times: Record<string, number> = {}
  readonly #began = performance.now()

  constructor(limits: Deadlines) {
    this.limits = limits
  }

  /** Milliseconds until the answer has to be written. */
  left(): number {
    return this.limits.total - reserve - (performance.now() - this.#began)
  }

  /** The value, if it came in time; notes how long it took. */
  take<T>(stage: string, outcome: Outcome<T>): T | undefined {
    this.times[stage] = outcome.took
    return 'value' in outcome ? outcome.value : undefined
  }

  end(): void {
    this.times.total = performance.now() - this.#began
  }

  roundedTimes(): Record<string, number> {
    return Object.fromEntries(Object.entries(this.times).map(([stage, took]) => [stage, Math.round(took * 100) / 100]))
  }
}
