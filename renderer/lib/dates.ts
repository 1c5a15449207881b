// Dates in the person's own words, by Intl.
const locale = () => document.documentElement.lang || undefined

/** Making a formatter costs a hundred times what using it does. */
function kept<Options, Format>(make: new (locale: string | undefined, options: Options) => Format): (options: Options) => Format {
  const made = new Map<string, Format>()
  return (options) => {
    const key = `${locale()} ${JSON.stringify(options)}`
    const known = made.get(key) ?? new make(locale(), options)
    made.set(key, known)
    return known
  }
}
const numbers = kept<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat)
const moments = kept<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat)
const distances = kept<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(Intl.RelativeTimeFormat)

const minute = 60_000
const day = 24 * 60 * minute

/** "now", "4 min", "Tue 11:04", "21 Nov", "21 Nov 2025": short enough for the edge of a row. */
export function shortTime(iso: string, now = Date.now()): string {
  const date = new Date(iso)
  const age = now - date.getTime()
  if (age < minute) return distances({ numeric: 'auto', style: 'narrow' }).format(0, 'second')
  if (age < 60 * minute) return numbers({ style: 'unit', unit: 'minute', unitDisplay: 'short' }).format(Math.floor(age / minute))
  if (new Date(now).toDateString() === date.toDateString()) return format(date, { hour: '2-digit', minute: '2-digit' })
  if (age < 6 * day) return format(date, { weekday: 'short', hour: '2-digit', minute: '2-digit' })
  return format(date, { day: 'numeric', month: 'short', ...(new Date(now).getFullYear() === date.getFullYear() ? {} : { year: 'numeric' }) })
}

/** "Fri 28 Nov", for a row of moments to come. */
export function shortMoment(iso: string): string {
  return format(new Date(iso), { weekday: 'short', day: 'numeric', month: 'short' })
}

/** "tomorrow", "in 6 days", "in 3 hours". */
export function fromNow(iso: string, now = Date.now()): string {
  const ahead = Date.parse(iso) - now
  const words = distances({ numeric: 'auto' })
  if (Math.abs(ahead) >= day) return words.format(Math.round(ahead / day), 'day')
  if (Math.abs(ahead) >= 60 * minute) return words.format(Math.round(ahead / (60 * minute)), 'hour')
  return words.format(Math.round(ahead / minute), 'minute')
}

export function fullTime(iso: string): string {
  return format(new Date(iso), { dateStyle: 'full', timeStyle: 'short' })
}

/** "Friday, 21 November" for the headings of a timeline; today and yesterday by name. */
export function dayName(iso: string, now = Date.now()): string {
  const date = new Date(iso)
  const startOf = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()
  const ago = Math.round((startOf(new Date(now)) - startOf(date)) / day)
  if (Math.abs(ago) <= 1) {
    const name = distances({ numeric: 'auto' }).format(-ago, 'day')
    return name.charAt(0).toUpperCase() + name.slice(1)
  }
  return format(date, { weekday: 'long', day: 'numeric', month: 'long' })
}

export function clock(iso: string): string {
  return format(new Date(iso), { hour: '2-digit', minute: '2-digit' })
}

export function count(value: number): string {
  return numbers({}).format(value)
}

export function percent(value: number): string {
  return numbers({ style: 'percent' }).format(value)
}

function format(date: Date, options: Intl.DateTimeFormatOptions): string {
  return moments(options.dateStyle ? options : { hour12: false, ...options }).format(date)
}
