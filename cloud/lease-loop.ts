// Works on rows that wait in a table. Each instance has such a loop: it leases what is due, so that nobody else gets it for a while (SKIP LOCKED),
// and works on it side by side. What an instance had leased when it died is leased by another one afterwards.

export interface LeaseLoopOptions<Row> {
  /** Leases up to `most` rows that are due. */
  lease(max: number): Promise<readonly Row[]>
  work(row: Row): Promise<void>
  /** Rows that are worked on at the same time. */
  maxUnderWay: number
  /** Rows that are leased by one query. Default: as many as may be under way. */
  maxAtOnce?: number
  /** Milliseconds between two looks for what is due. */
  lookEvery: number
  onError: (error: unknown) => void
}

export function createLeaseLoop<Row>({ lease, work, maxUnderWay, maxAtOnce = maxUnderWay, lookEvery, onError }: LeaseLoopOptions<Row>) {
  const underWay = new Set<Promise<void>>()
  let looking: Promise<void> | undefined
  let again = false
  const state = { stopped: false }

  async function leaseAll(): Promise<void> {
    do {
      again = false
      const free = Math.min(maxAtOnce, maxUnderWay - underWay.size)
      if (free <= 0) {
        await Promise.race(underWay)
        again = true
        continue
      }
      const leased = await lease(free)
      for (const row of leased) {
        const working = work(row)
          .catch(onError)
          .finally(() => underWay.delete(working))
        underWay.add(working)
      }
      if (leased.length === free) again = true
    } while (again && !state.stopped)
  }

  function wake(): void {
    if (state.stopped) return
    again = true
    looking ??= leaseAll()
      .catch(onError)
      .finally(() => (looking = undefined))
  }

  const timer = setInterval(wake, lookEvery).unref()

  return {
    /** Something may be due. Returns at once. */
    wake,
    /** Leases nothing more, and waits for what is under way; the rest is for the next start, or for another instance. */
    async close(): Promise<void> {
      state.stopped = true
      clearInterval(timer)
      await looking
      await Promise.all(underWay)
    },
  }
}
