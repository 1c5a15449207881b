import type { InTurn } from '../../shared/search/workers/turns.ts'

/** Runs so many at once, the others in the order in which they came; throws where too many wait already. */
export function createLimit(max: number, maxWaiting = Number.POSITIVE_INFINITY): InTurn {
  let running = 0
  const waiting: (() => void)[] = []
  return async (step) => {
    if (waiting.length >= maxWaiting) throw new Error('Too many wait already.')
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
