// How many calls somebody may make in a minute. Counted in each instance's memory, before the database is asked anything.
import { AppError } from '../../shared/domain/app-error.ts'
import { secondsText } from '../auth/attempts.ts'

const window = 60_000
/** Beyond this many callers the oldest are forgotten: memory must not grow with made-up tokens. */
const maxCallers = 50_000

export function createRequestLimit(maxPerMinute: number, now: () => Date) {
  const callers = new Map<string, { start: number; count: number }>()

  /** Undefined: there was room. Else in how many milliseconds there is again. */
  function counted(caller: string): number | undefined {
    const at = now().getTime()
    let entry = callers.get(caller)
    if (!entry || at - entry.start >= window) {
      if (callers.size >= maxCallers) callers.delete(callers.keys().next().value as string)
      callers.delete(caller)
      callers.set(caller, (entry = { start: at, count: 0 }))
    }
    return ++entry.count <= maxPerMinute ? undefined : entry.start + window - at
  }

  return {
    /** Whether the caller's minute has room; where it has, one of it is taken. */
    hasRoom: (caller: string): boolean => counted(caller) === undefined,

    /** Throws rate_limited when the caller's minute is used up. */
    count(caller: string): void {
      const wait = counted(caller)
      if (wait === undefined) return
      const seconds = Math.max(1, Math.ceil(wait / 1000))
      throw new AppError('rate_limited', `At most ${maxPerMinute} calls a minute are allowed. Try again in ${secondsText(seconds)}.`, {
        extra: { retry_after: seconds },
      })
    },
    /** Takes one back that was counted before it was known to be none. */
    giveBack(caller: string): void {
      const entry = callers.get(caller)
      if (entry && entry.count > 0) entry.count--
    },
  }
}
