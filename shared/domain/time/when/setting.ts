// What the words are read with: the moment, the place and the person's habits.
import { Temporal } from 'temporal-polyfill'
import { defaultEvening, defaultMorning, type Habits } from './habits.ts'
import type { Part } from './vocabulary.ts'

export interface Setting {
  now: Temporal.ZonedDateTime
  today: Temporal.PlainDate
  timezone: string
  clock: 12 | 24
  firstWeekday: number
  partTimes: Readonly<Record<Part, string>>
}

export function settingOf(now: Date, timezone: string, habits: Habits = {}): Setting {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone)
  const { clock = 24, firstWeekday = 1, morning = defaultMorning, evening = defaultEvening } = habits
  return {
    now: here,
    today: here.toPlainDate(),
    timezone,
    clock,
    firstWeekday,
    partTimes: { morning, noon: '12:00', afternoon: '15:00', evening, night: '22:00', midnight: '00:00' },
  }
}

/** Why something stays text. The first names are those of the notes that the web UI shows. */
export const doubts = [
  'month_or_day',
  'which_week',
  'hour',
  'every_nth',
  'which_days',
  'passed',
  'no_such_day',
  'second_date',
  'too_often',
  'range',
  'not_read',
] as const
export type Why = (typeof doubts)[number]

/** What could be meant, each as a text that is clear, to be put in its place. */
export interface Doubt {
  why: Why
  options: readonly string[]
}
