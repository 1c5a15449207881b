// The moment by which somebody wants something, in the words of a message: English and German, by chrono, which is loaded when the
// first message comes. It would rather miss one than remind of a date that was only mentioned: past ones and vague ones do not count.
import { Temporal } from 'temporal-polyfill'
import type { ParsedResult } from 'chrono-node'

/** Patterns run over hostile text: only so much of it. */
const readCharacters = 4000
const longestLine = 400
const farthestDays = 730
const deadline =
  /(?:\bby|\buntil|\bbefore|\bdue(?:\s+\w+)?|\bdeadline:?|\bno later than|\bbis(?:\s+(?:zum|spätestens))?|\bspätestens(?:\s+(?:am|bis))?|\bfällig(?:\s+am)?)\s*$/i
const german =
  /(?<!\p{L})(?:heute|morgen|übermorgen|uhr|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|jänner|februar|märz|mai|juni|juli|oktober|dezember|wochen?|tagen?|stunden?)(?!\p{L})|\d\.\s?\d{1,2}\.|\d\.\s\p{L}/iu

const load = () => Promise.all([import('chrono-node/en'), import('chrono-node/de')])
let loaded: ReturnType<typeof load> | undefined

const two = (value: number | null) => String(value ?? 0).padStart(2, '0')

function isCertain({ text, start }: ParsedResult): boolean {
  if (/^\p{L}{1,3}\.?$/u.test(text) || /^(?:now|jetzt|today|heute)$/i.test(text)) return false
  // "3 days" is how long something takes; 12/5 is December, May or a fraction; 2.10.3 is a version.
  if (/^(?:for\s+|für\s+)?\d+\s*\p{L}+$/iu.test(text) && !start.isCertain('hour')) return false
  if (/^\D*\d{1,2}\/\d{1,2}\D*$/.test(text) || /^\d+\.\d+(?:\.\d{1,3})?$/.test(text)) return false
  return start.isCertain('day') || start.isCertain('weekday')
}

/**
 * As a wall-clock time in `zone`, or as a moment where the text says an offset or "in two hours". `sentAt` is what "tomorrow" counts
 * from; what is not after `now` is left out. Undefined when no date is asked for.
 */
export async function findDue(text: string, sentAt: string, zone: string, now: Date): Promise<string | undefined> {
  const short = text
    .slice(0, readCharacters)
    .split('\n')
    .map((line) => line.slice(0, longestLine))
    .join('\n')
  if (!/\d|day|tomorrow|week|month|morgen|tag|woche|mittwoch/i.test(short)) return undefined
  const [en, de] = await (loaded ??= load())
  const instant = new Date(sentAt)
  const timezone = Temporal.Instant.from(sentAt).toZonedDateTimeISO(zone).offsetNanoseconds / 60e9
  const reference = { instant, timezone }
  const options = { forwardDate: true }
  const results = [...de.casual.parse(short, reference, options).filter((one) => german.test(one.text)), ...en.casual.parse(short, reference, options)]
  const found = results.filter(isCertain).flatMap((result) => {
    const { start, index } = result
    const isExact = start.isCertain('timezoneOffset') && start.isCertain('hour')
    const day = `${start.get('year')}-${two(start.get('month'))}-${two(start.get('day'))}`
    const local = `${day}T${start.isCertain('hour') ? `${two(start.get('hour'))}:${two(start.get('minute'))}` : '09:00'}`
    let moment: number
    try {
      moment = isExact ? start.date().getTime() : Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds
    } catch {
      return []
    }
    if (!(moment > now.getTime() && moment < now.getTime() + farthestDays * 86_400_000)) return []
    return [
      {
        due: isExact ? new Date(moment).toISOString() : local,
        index,
        isDeadline: deadline.test(short.slice(Math.max(0, index - 40), index)) || deadline.test(`${result.text.split(' ')[0]} `),
      },
    ]
  })
  found.sort((a, b) => Number(b.isDeadline) - Number(a.isDeadline) || a.index - b.index)
  return found[0]?.due
}
