// The days of an RRULE, worked out in another way than the product does: each day of a stretch is asked whether the rule names it, from the
// text of RFC 5545 (3.3.10) alone, with plain arithmetic on days.

const day = 86_400_000
const codes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

const numberOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / day
const textOf = (n: number) => new Date(n * day).toISOString().slice(0, 10)

interface Parts {
  freq: string
  interval: number
  count: number
  until: string
  wkst: number
  byDay: { nth: number; weekday: number }[]
  list: (name: string) => number[]
}

function partsOf(rule: string): Parts {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]))
  const lists = new Map([...parts].map(([name, value]) => [name, value.split(',').map(Number)]))
  return {
    freq: parts.get('FREQ') as string,
    interval: Number(parts.get('INTERVAL') ?? 1),
    count: Number(parts.get('COUNT') ?? Number.POSITIVE_INFINITY),
    until: parts.get('UNTIL') ?? '99991231',
    wkst: codes.indexOf(parts.get('WKST') ?? 'MO'),
    byDay: (parts.get('BYDAY')?.split(',') ?? []).map((one) => ({ nth: Number(one.slice(0, -2)), weekday: codes.indexOf(one.slice(-2)) })),
    list: (name) => lists.get(name) ?? [],
  }
}

function calendar(n: number) {
  const date = new Date(n * day)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const firstOfYear = Date.UTC(year, 0, 1) / day
  const nextYear = Date.UTC(year + 1, 0, 1) / day
  const firstOfMonth = Date.UTC(year, month, 1) / day
  const nextMonth = Date.UTC(year, month + 1, 1) / day
  return { year, month: month + 1, date: date.getUTCDate(), weekday: date.getUTCDay(), firstOfYear, nextYear, firstOfMonth, nextMonth }
}

const weekStart = (n: number, wkst: number) => n - ((calendar(n).weekday - wkst + 7) % 7)

/** The first day of week 1 of a year: the first week with at least four days in it. */
function firstWeek(year: number, wkst: number): number {
  const first = Date.UTC(year, 0, 1) / day
  const start = weekStart(first, wkst)
  return first - start <= 3 ? start : start + 7
}

const among = (wanted: number[], place: number, length: number) => wanted.includes(place) || wanted.includes(place - length - 1)

function fits(n: number, start: number, { freq, wkst, byDay, list }: Parts): boolean {
  const at = calendar(n)
  const begin = calendar(start)
  const [months, monthDays, yearDays, weeks] = [list('BYMONTH'), list('BYMONTHDAY'), list('BYYEARDAY'), list('BYWEEKNO')]
  if (months.length > 0 && !months.includes(at.month)) return false
  if (monthDays.length > 0 && !among(monthDays, at.date, at.nextMonth - at.firstOfMonth)) return false
  if (yearDays.length > 0 && !among(yearDays, n - at.firstOfYear + 1, at.nextYear - at.firstOfYear)) return false
  if (weeks.length > 0) {
    const first = firstWeek(at.year, wkst)
    const next = firstWeek(at.year + 1, wkst)
    // A week belongs to the year that its number counts in; the first and last days of a year may be in the other's.
    const isIn = (from: number, to: number) => n >= from && n < to && among(weeks, Math.floor((n - from) / 7) + 1, (to - from) / 7)
    if (!isIn(first, next) && !isIn(firstWeek(at.year - 1, wkst), first) && !isIn(next, firstWeek(at.year + 2, wkst))) return false
  }
  if (byDay.length > 0) {
    const inMonth = freq === 'MONTHLY' || months.length > 0
    const [from, to] = inMonth ? [at.firstOfMonth, at.nextMonth] : [at.firstOfYear, at.nextYear]
    const nth = Math.floor((n - from) / 7) + 1
    const nthLast = -Math.floor((to - 1 - n) / 7) - 1
    if (!byDay.some((one) => one.weekday === at.weekday && (one.nth === 0 || one.nth === nth || one.nth === nthLast))) return false
  }
  // What the rule leaves open the start says.
  if (freq === 'WEEKLY') return byDay.length > 0 || at.weekday === begin.weekday
  const isOpen = byDay.length + monthDays.length + yearDays.length === 0
  if (freq === 'MONTHLY') return !isOpen || at.date === begin.date
  if (freq === 'YEARLY' && isOpen) {
    if (weeks.length > 0) return at.weekday === begin.weekday
    return at.date === begin.date && (months.length > 0 || at.month === begin.month)
  }
  return true
}

/** Which period of the rule a day is in, counted from the one of the start. */
function periodOf(n: number, start: number, { freq, wkst }: Parts): number {
  if (freq === 'DAILY') return n - start
  if (freq === 'WEEKLY') return (weekStart(n, wkst) - weekStart(start, wkst)) / 7
  const [at, begin] = [calendar(n), calendar(start)]
  return freq === 'MONTHLY' ? (at.year - begin.year) * 12 + at.month - begin.month : at.year - begin.year
}

/** Every day of the rule from its start to `until`, in order. */
export function daysOfRule(rule: string, startsOn: string, until: string): string[] {
  const parts = partsOf(rule)
  const start = numberOf(startsOn)
  const positions = parts.list('BYSETPOS')
  const found: number[] = []
  let set: number[] = []
  let period = Number.NaN
  const close = () => {
    const chosen = positions.length === 0 ? set : set.filter((_, index) => among(positions, index + 1, set.length))
    found.push(...chosen)
    set = []
  }
  // From the beginning of the start's own period, to the end of the last one: positions count in whole periods.
  for (let n = start - 366; n <= numberOf(until) + 366; n++) {
    const now = periodOf(n, start, parts)
    if (now < 0 || now % parts.interval !== 0) continue
    if (now !== period) close()
    period = now
    if (fits(n, start, parts)) set.push(n)
  }
  close()
  const last = parts.until.slice(0, 8)
  return found
    .filter((n) => n >= start)
    .map(textOf)
    .filter((one) => one.replaceAll('-', '') <= last)
    .slice(0, parts.count)
    .filter((one) => one <= until)
}
