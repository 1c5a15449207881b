// Which backups to keep. The clock of a machine can be years off, so nothing here is compared with today: copies are ordered by
// how much of the journal they hold, and their days only group them.

export interface Copy {
  /** YYYY-MM-DD, by the clock of the machine that made it; may be wrong. */
  day: string
  /** How far the journal was; higher is newer, also across restores. */
  position: number
  bytes: number
}

const dailies = 7
const weeklies = 4
const monthlies = 6
/** Kept whatever room they take. */
const always = 3

/** Most journal first; of equal ones the later day. */
export function newestFirst<T extends Copy>(copies: readonly T[]): T[] {
  return copies.toSorted((a, b) => b.position - a.position || b.day.localeCompare(a.day))
}

/**
 * The newest seven, then the last of each of four weeks and of each of six months; of large lists fewer, so that all together take
 * at most `room` bytes. The newest three stay in any case.
 */
export function keptBackups<T extends Copy>(copies: readonly T[], room: number): Set<T> {
  const sorted = newestFirst(copies)
  const older = sorted.slice(dailies)
  const weekly: T[] = []
  const monthly: T[] = []
  const weeks = new Set<string>()
  const months = new Set<string>()
  for (const copy of older) {
    const week = weekOf(copy.day)
    const month = copy.day.slice(0, 7)
    if (weeks.has(week)) continue
    if (weekly.length < weeklies) weekly.push(copy)
    else if (monthly.length < monthlies && !months.has(month)) monthly.push(copy)
    else continue
    weeks.add(week)
    months.add(month)
  }
  const kept = new Set(sorted.slice(0, always))
  let bytes = [...kept].reduce((sum, copy) => sum + copy.bytes, 0)
  // A copy from weeks ago is worth more than the fifth of this week.
  for (const copy of [...weekly, ...monthly, ...sorted.slice(always, dailies)]) {
    if (bytes + copy.bytes > room) continue
    bytes += copy.bytes
    kept.add(copy)
  }
  return kept
}

/** Weeks begin on Monday. A name that is no day is a week of its own. */
function weekOf(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) ? day : String(Math.floor((time / 86_400_000 + 3) / 7))
}
