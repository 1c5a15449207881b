// How the person reads clocks and calendars, on this device: as they chose in Settings, else as it is done where they are.
import { defaultEvening, defaultMorning, type Habits } from '../../../shared/domain/time/when/habits.ts'
import { locale } from '../messages.ts'
import { storage } from '../storage.ts'
import { createStore } from '../store.ts'

export type ClockHours = 12 | 24

function localClock(): ClockHours {
  try {
    return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 ? 12 : 24
  } catch {
    return 24
  }
}

/** For browsers that do not tell: where most people begin the week on Sunday. */
const sundays = /US|CA|MX|BR|JP|IN/

function localFirstWeekday(): number {
  try {
    const here = new Intl.Locale(locale).maximize() as Intl.Locale & { getWeekInfo?: () => { firstDay: number } }
    const told = here.getWeekInfo?.().firstDay
    return told === undefined ? (sundays.test(here.region ?? '') ? 0 : 1) : told % 7
  } catch {
    return 1
  }
}

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
const storedTime = (name: string, otherwise: string) => (isTime(storage.read(name)) ? storage.read(name) : otherwise)

const storedClock = storage.read('clock')
/** It stays as long as the page: whoever changes it starts the web UI again, as with the language. */
export const clockHours: ClockHours = storedClock === '12' ? 12 : storedClock === '24' ? 24 : localClock()

/** 0 is Sunday. */
export const firstWeekday = createStore<number>(/^[016]$/.test(storage.read('first-weekday')) ? Number(storage.read('first-weekday')) : localFirstWeekday())
/** HH:MM. */
export const morning = createStore<string>(storedTime('morning', defaultMorning))
export const evening = createStore<string>(storedTime('evening', defaultEvening))

export function setClockHours(hours: ClockHours): void {
  if (hours === clockHours) return
  storage.write('clock', String(hours))
  location.reload()
}

export function setFirstWeekday(day: number): void {
  storage.write('first-weekday', String(day))
  firstWeekday.set(day)
}

const times = { morning, evening }

export function setTimeOf(name: keyof typeof times, time: string): void {
  if (!isTime(time)) return
  storage.write(name, time)
  times[name].set(time)
}

export const habits = (): Required<Habits> => ({ clock: clockHours, firstWeekday: firstWeekday.get(), morning: morning.get(), evening: evening.get() })
