// The field for "when": what it understood, what it is not sure of, and the calendar beside it.

/** Why a text is not read as a date, each with the text in question. */
const doubts = {
  month_or_day: (text: string) => `“${text}”: which is the month?`,
  which_week: (text: string) => `“${text}”: this week or next week?`,
  hour: (text: string) => `“${text}”: morning or afternoon?`,
  every_nth: (text: string) => `“${text}”: of the month, or every few weeks?`,
  which_days: (text: string) => `“${text}”: every week?`,
  passed: (text: string) => `“${text}” has passed`,
  no_such_day: (text: string) => `“${text}”: there is no such day`,
  second_date: (text: string) => `“${text}” stays text: there’s already a date`,
  too_often: (text: string) => `“${text}”: once a day at most`,
  range: (text: string) => `“${text}” is a time span, so it stays text`,
  not_read: (text: string) => `“${text}” can’t be read as a date`,
}

export const when = {
  doubts,
  pick: 'Pick a date',
  reminds: (when: string) => `Reminds ${when}`,
  changed: (id: number) => `Changed the reminder for #${id}`,
  notChanged: 'Couldn’t change the reminder.',
}
