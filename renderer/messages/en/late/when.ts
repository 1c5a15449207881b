// The field for "when": what it understood, what it is not sure of, and the calendar beside it.

export const when = {
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
  timeHint: 'A time, such as 9:30 or 9:30 pm',
  nextMonth: 'Next month',
  time: 'Time',
  edit: (text: string) => `Edit reminder: ${text}`,
}
