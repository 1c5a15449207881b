// Time, as far as reminders depend on it. Tests bring one of their own.

export interface Clock {
  now(): Date
  /** Milliseconds that only ever grow, whatever happens to the wall clock. */
  monotonic(): number
  /** The machine's time zone. */
  zone(): string
  /** Runs once, about `ms` milliseconds from now; returns how to call it off. */
  after(ms: number, run: () => void): () => void
  /** How often to look whether the clock or the zone has jumped; the longest wait for a moment, too. */
  watchEvery: number
}

const longestTimer = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  zone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  after(ms, run) {
    const timer = setTimeout(run, Math.min(Math.max(ms, 0), longestTimer)).unref()
    return () => clearTimeout(timer)
  },
  watchEvery: 15_000,
}

/** Makes this process read the machine's zone again: it is remembered from the first time it was asked for. */
export function forgetZone(): void {
  if (process.env.TZ === undefined) delete process.env.TZ
}
