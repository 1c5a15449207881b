// What breaks is tried again, later each time and at no fixed moment, so that not everybody comes back at once.
import type { createWakeSignal } from './wake-signal.ts'
import type { Progress } from '../progress.ts'

/** Milliseconds. */
export interface RetryTimes {
  firstRetry: number
  maxRetry: number
}

interface RetryDeps {
  times: RetryTimes
  /** Rings when a person does not want to wait for the next attempt. */
  nudge: ReturnType<typeof createWakeSignal>
  progress: Progress
  changed: () => void
}

export type Retries = ReturnType<typeof createRetries>

export function createRetries({ times, nudge, progress, changed }: RetryDeps) {
  let failures = 0
  return {
    /** It works (again). */
    reset: (): void => void (failures = 0),

    /** Milliseconds until the next attempt. */
    delay: (): number => Math.random() * Math.min(times.maxRetry, times.firstRetry * 2 ** failures++),

    async pause(milliseconds: number, problem: string, signal: AbortSignal): Promise<void> {
      Object.assign(progress, { problem, retryAt: Date.now() + milliseconds })
      changed()
      await nudge.wait(milliseconds, signal)
      progress.retryAt = null
    },
  }
}
