import type { NewSchedule } from '../../../shared/schema/schedule.ts'
import { m } from '../../lib/messages.ts'
import type { ReadLine, Token } from './read-quick-add.ts'

/** What a chip says was understood: the date as it is in the calendar, the repetition in full. */
export function chipText(token: Token, { date, time, schedules }: Pick<ReadLine, 'date' | 'time' | 'schedules'>): string {
  if (token.kind === 'priority') return m.priority[token.priority]
  if (token.kind === 'label') return token.label
  if (token.kind === 'requester') return token.requester
  const recurring = schedules.filter((schedule) => schedule.type !== 'one_time')
  if (token.kind === 'repeat') return recurring.length > 0 ? repeatText(recurring) : token.raw
  return date ? dateText(date) : (time ?? token.raw)
}

const locale = () => document.documentElement.lang || undefined

function dateText(date: Date): string {
  const otherYear = date.getFullYear() !== new Date().getFullYear()
  const year = otherYear ? ({ year: 'numeric' } as const) : {}
  const words = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false, ...year } as const
  return new Intl.DateTimeFormat(locale(), words).format(date)
}

/** 0 is Sunday; 4 January 1970 was one. */
function weekday(day: number): string {
  return new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(1970, 0, 4 + day)))
}

function repeatText(schedules: readonly NewSchedule[]): string {
  const [{ type, interval_days, day_of_month, time }] = schedules as [NewSchedule]
  if (type === 'interval') return m.everyDays(interval_days ?? 1, time ?? null)
  if (type === 'monthly') return day_of_month === 31 ? m.everyMonthEnd(time ?? '') : m.everyMonth(day_of_month ?? 1, time ?? '')
  const days = schedules.map((schedule) => weekday(schedule.day_of_week ?? 0))
  return m.everyWeek(new Intl.ListFormat(locale(), { type: 'conjunction' }).format(days), time ?? '')
}
