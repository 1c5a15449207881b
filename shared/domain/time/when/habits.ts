/** What a person is used to; apart from what it is used for, so that the first load of the web UI need not bring that along. */
export interface Habits {
  /** A bare "at 5" is clear on a clock of 24 hours. Default: 24. */
  clock?: 12 | 24
  /** 0 is Sunday. Default: 1. */
  firstWeekday?: number
  /** HH:MM of "tomorrow morning", and of a day without a time. Default: 09:00. */
  morning?: string
  /** HH:MM of "this evening" and "tonight". Default: 18:00. */
  evening?: string
}

export const defaultMorning = '09:00'
export const defaultEvening = '18:00'
