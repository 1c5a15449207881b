/** Somebody waits, for a time or until it rings. What rings while nobody waits is not forgotten. */
export function createWakeSignal() {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring(): void {
      rung = true
      wake?.()
    },
    /** `maxMs`: milliseconds; undefined waits for the signal alone. */
    async wait(maxMs: number | undefined, signal: AbortSignal): Promise<void> {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = maxMs === undefined ? undefined : setTimeout(resolve, maxMs).unref()
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
          signal.addEventListener('abort', wake, { once: true })
        })
        if (wake) signal.removeEventListener('abort', wake)
        wake = undefined
      }
      rung = false
    },
  }
}
