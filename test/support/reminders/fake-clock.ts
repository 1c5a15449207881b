// Time that passes only when it is told to: from one timer to the next.
import type { Clock } from '../../../electron/service/reminders/clock.ts'

export interface FakeClock extends Clock {
  /** When the next timer is to run, in epoch milliseconds; Infinity when there is none. */
  next(): number
  /** Goes forward to a moment, running what comes due on the way, each at its own time. */
  advanceTo(at: number, between?: () => Promise<void>): Promise<void>
  /** As if the machine slept, or the clock were set: no timer runs, and the monotonic clock knows nothing of it. */
  jumpTo(at: number): void
  setZone(zone: string): void
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

export function createFakeClock(start: string | number, options: { zone?: string; watchEvery?: number } = {}): FakeClock {
  let wall = new Date(start).getTime()
  let steady = 0
  let zone = options.zone ?? 'UTC'
  const timers = new Set<{ at: number; run: () => void }>()
  const first = () => [...timers].sort((a, b) => a.at - b.at)[0]
  // Timers run by the monotonic clock, as the system's do.
  const wallOf = (at: number) => wall + (at - steady)

  return {
    watchEvery: options.watchEvery ?? 2 ** 40,
    now: () => new Date(wall),
    monotonic: () => steady,
    zone: () => zone,
    after(ms, run) {
      const timer = { at: steady + Math.max(ms, 0), run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    next: () => wallOf(first()?.at ?? Number.POSITIVE_INFINITY),
    async advanceTo(at, between = turn) {
      await between()
      for (;;) {
        const timer = first()
        if (!timer || wallOf(timer.at) > at) break
        const passed = Math.max(timer.at - steady, 0)
        wall += passed
        steady += passed
        timers.delete(timer)
        timer.run()
        await between()
      }
      if (at > wall) {
        steady += at - wall
        wall = at
      }
      await between()
    },
    jumpTo(at) {
      wall = at
    },
    setZone(name) {
      zone = name
    },
  }
}
