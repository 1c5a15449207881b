// Moments as people name them: this evening, tomorrow morning, Monday; at the hours of Settings.
import { evening, morning } from './when/habits.ts'

const at = (days: number, time: string, now: Date) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, Number(time.slice(0, 2)), Number(time.slice(3)))

/** The beginning of the day, by this machine's clock. */
export const midnight = (moment: number) => at(0, '00:00', new Date(moment))
export const inAnHour = (now = new Date()) => new Date(now.getTime() + 3_600_000)
export const thisEvening = (now = new Date()) => at(0, evening.get(), now)
export const tomorrowMorning = (now = new Date()) => at(1, morning.get(), now)
/** The next Monday, never today. */
export const nextMonday = (now = new Date()) => at((8 - now.getDay()) % 7 || 7, morning.get(), now)

/** The day, by this machine's calendar: "2026-11-21". */
export function dayKey(moment: string | number | Date): string {
  const date = new Date(moment)
  return `${String(date.getFullYear()).padStart(4, '0')}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
}
