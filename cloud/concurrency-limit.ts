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

/** As above, for each key by itself: of one so many are at work, however many ask. */
export function createLimitByKey(max: number, maxWaiting = Infinity, full?: () => never) {
  const limits = new Map<string, { limited: ReturnType<typeof createConcurrencyLimit>; users: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const mine = limits.get(key) ?? { limited: createConcurrencyLimit(max, maxWaiting, full), users: 0 }
    limits.set(key, mine)
    mine.users++
    try {
      return await mine.limited(work)
    } finally {
      if (--mine.users === 0) limits.delete(key)
    }
  }
}
