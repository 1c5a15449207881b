// The field for "when": what it understood, what it is not sure of, and the calendar beside it.

/** Why a text is not read as a date, each with the text in question. */
const doubts = {
  month_or_day: (text: string) => `“${text}”: which is the month?`,
  which_week: (text: string) => `“${text}”: this week or next week?`,
  hour: (text: string) => `“${text}”: morning or afternoon?`,
  every_nth: (text: string) => `“${text}”: of the month, or every few weeks?`,
  passed: (text: string) => `“${text}” has passed`,
  no_such_day: (text: string) => `“${text}”: there is no such day`,
  second_date: (text: string) => `“${text}” stays text: there’s already a date`,
  too_often: (text: string) => `“${text}”: once a day at most`,
  range: (text: string) => `“${text}” is a time span, so it stays text`,
  not_read: (text: string) => `“${text}” can’t be read as a date`,
}

export const when = {
  doubts,
  due: 'When is it due?',
  reminder: 'When do you want to be reminded?',
  snooze: 'Until when?',
  hints: {
    due: 'e.g. Friday 5pm, in 3 weeks, every other Friday',
    reminder: 'e.g. tomorrow 9am, every Monday, 30 min before',
    moment: 'e.g. tonight, tomorrow morning, Friday 9am',
  },
  next: 'Next',
  set: 'Set',
  notHere: 'A snooze can’t repeat. Leave out the repetition.',
  notBefore: 'Only a reminder can be relative to the due date.',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  time: 'Time',
  reminds: (when: string) => `Reminds ${when}`,
  edit: (text: string) => `Edit reminder: ${text}`,
  changed: (id: number) => `Changed the reminder for #${id}`,
  notChanged: 'Couldn’t change the reminder.',
}
