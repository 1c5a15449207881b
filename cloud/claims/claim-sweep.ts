// Ends claims whose time is over, also where nobody asks: a task that its holder left goes back, and whoever waits for one hears of it. Each instance
// looks now and then; that two of them find the same does no harm.
export interface ClaimSweepOptions {
  /** Ends some. Returns whether there may be more. */
  sweep: (limit: number) => Promise<boolean>
  /** Milliseconds between two looks. */
  lookEvery: number
  onError: (error: unknown) => void
}

const atOnce = 200

export function createClaimSweep({ sweep, lookEvery, onError }: ClaimSweepOptions): { close(): Promise<void> } {
  let looking: Promise<void> | undefined
  const state = { stopped: false }

  async function look(): Promise<void> {
    while (!state.stopped && (await sweep(atOnce))) continue
  }

  const timer = setInterval(() => {
    looking ??= look()
      .catch(onError)
      .finally(() => (looking = undefined))
  }, lookEvery).unref()

  return {
    /** Waits for what is under way. */
    async close() {
      state.stopped = true
      clearInterval(timer)
      await looking
    },
  }
}
