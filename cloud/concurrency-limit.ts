/** Runs at most `most` at a time, the others in their order. `full` throws what is told to whom comes when `maxWaiting` wait already. */
export function createConcurrencyLimit(max: number, maxWaiting = Infinity, full?: () => never) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= max && waiting.length >= maxWaiting) full?.()
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
