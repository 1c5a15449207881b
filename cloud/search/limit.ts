import type { InTurn } from '../../shared/search/workers/turns.ts'

/** Runs so many at once, the others in the order in which they came. */
export function createLimit(max: number): InTurn {
  let running = 0
  const waiting: (() => void)[] = []
  return async (step) => {
    if (running >= max) await new Promise<void>((resolve) => void waiting.push(resolve))
    running++
    try {
      return await step()
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}
