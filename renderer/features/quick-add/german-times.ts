// "31.12.", "am 3.12. um 14.30 Uhr", "9 Uhr 30": what chrono's German reads not, or only half.

export interface DateSpan {
  start: number
  end: number
  /** Midnight of the day that was named; undefined when only a time was. */
  day: Date | undefined
  /** HH:MM, when one was named. */
  time: string | undefined
  /** The very moment, for "in 2 hours". */
  moment: Date | undefined
}

/** "Section 3.2." is no second of March. */
const numbered = /(?:section|chapter|version|step|item|part|release|abschnitt|kapitel|punkt|ziffer|absatz|teil|schritt|nr\.?|no\.?|§|v)\s*$/i
const dayAndMonth = /(?<=^|[\s(])(?:(?:am|bis|bis zum|ab)\s+)?(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.(?=$|[\s,;)!?])/giu
const clock = /(?<=^|[\s(])(?:um\s+)?(?<hour>\d{1,2})(?:[.:](?<minute>[0-5]\d))?\s*uhr(?:\s+(?<after>[0-5]\d))?(?=$|[\s,;)!?]|[.:](?:\s|$))/giu

const two = (value: number | string) => String(value).padStart(2, '0')

/** The next such day from today on; undefined when there is none. */
function nextDay(day: number, month: number, now: Date): Date | undefined {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  // 29 February may be eight years away.
  for (let year = now.getFullYear(); year <= now.getFullYear() + 8; year++) {
    const found = new Date(year, month - 1, day)
    if (found.getMonth() === month - 1 && found.getDate() === day && found >= today) return found
  }
  return undefined
}

export function findGermanTimes(text: string, now: Date): DateSpan[] {
  const spans: DateSpan[] = []
  for (const { 0: found, index, groups } of text.matchAll(dayAndMonth)) {
    const day = numbered.test(text.slice(0, index)) ? undefined : nextDay(Number(groups?.day), Number(groups?.month), now)
    if (day) spans.push({ start: index, end: index + found.length, day, time: undefined, moment: undefined })
  }
  for (const { 0: found, index, groups } of text.matchAll(clock)) {
    const { hour = '', minute, after } = groups ?? {}
    // Only what needs us: "9 Uhr" is chrono's, together with the day beside it.
    if ((minute === undefined) === (after === undefined) || Number(hour) > 23) continue
    spans.push({ start: index, end: index + found.length, day: undefined, time: `${two(hour)}:${minute ?? after}`, moment: undefined })
  }
  return spans
}
