/** Somebody waits, for a time or until it rings. What rings while nobody waits is not forgotten. */
export function createBell() {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring(): void {
      rung = true
      wake?.()
    },
    /** `most`: milliseconds; undefined waits for the bell alone. */
    async wait(most: number | undefined, signal: AbortSignal): Promise<void> {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = most === undefined ? undefined : setTimeout(resolve, most).unref()
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
