// When, in words: "by Friday", "every other Friday at 9". The same reading as in the web UI, by the clock and the zone of this computer.
import type { NewSchedule } from '../../../shared/schema/schedule.ts'
import type { Purpose, Unsure, When } from '../../../shared/domain/time/when/read-when.ts'
import { UsageError } from '../exit-codes.ts'

const here = () => Intl.DateTimeFormat().resolvedOptions()

const why: Record<Unsure['why'], string> = {
  month_or_day: 'either number may be the month',
  which_week: 'it may be this week or the next',
  hour: 'it may be morning or afternoon',
  every_nth: 'it may be of the month, or every so many weeks',
  which_days: 'it names several days, and not whether each week',
  passed: 'it has passed',
  no_such_day: 'there is no such day',
  second_date: 'it is one date too many',
  too_often: 'a reminder comes at most once a day',
  range: 'it is a span of time, not a moment',
  not_read: 'it is not understood',
}

function refuse(text: string, { unsure, rest }: When): never {
  const [doubt] = unsure
  if (!doubt)
    throw new UsageError(`'${rest === '' ? text : rest}' does not say when. Try "Friday 9am", "in 3 weeks", "every other Friday", "am 1. jeden Monat 8 Uhr".`)
  const instead = doubt.options.length > 0 ? ` Say ${doubt.options.map((one) => `"${one}"`).join(' or ')}.` : ''
  throw new UsageError(`'${doubt.text}': ${why[doubt.why]}.${instead}`)
}

/** Throws UsageError for what is not understood whole. The grammar is loaded only when somebody uses words. */
async function read(text: string, purpose: Purpose, timezone = here().timeZone): Promise<When> {
  const { readWhen } = await import('../../../shared/domain/time/when/read-when.ts')
  const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 ? 12 : 24
  const when = readWhen(text, { now: new Date(), timezone, purpose, clock })
  return when.rest === '' && when.spans.length > 0 && when.unsure.length === 0 ? when : refuse(text, when)
}

/** "Friday 9am", "every Monday", "30 minutes before due": the reminders that it means. */
export async function remindersOf(text: string, timezone?: string): Promise<NewSchedule[]> {
  return (await read(text, 'reminder', timezone)).schedules
}

/** A day or a moment as the API takes it stays as it is; words are read. A repetition is due for the first time at its first day. */
export async function dueInWords(text: string): Promise<{ due: string; schedules: NewSchedule[] }> {
  if (/^\d{4}-\d\d-\d\d/.test(text.trim())) return { due: text.trim(), schedules: [] }
  const when = await read(text, 'due')
  if (when.due !== undefined) return { due: when.due, schedules: when.schedules }
  const { nextTimes } = await import('../../../shared/domain/time/when/next-times.ts')
  const { ruleDays } = await import('../../../shared/node/rule-days.ts')
  const { timeZone } = here()
  const [first] = when.schedules.flatMap((one) => nextTimes(one, new Date().toISOString(), timeZone, 1, ruleDays)).sort()
  if (first === undefined) throw new UsageError(`'${text}' never comes.`)
  return { due: new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }).format(new Date(first)), schedules: when.schedules }
}
