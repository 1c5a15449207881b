// What agents ask the person.
export const question = {
  part: 'Questions from agents',
  asks: (who: string, task: number) => `${who} asks about #${task}`,
  hasOne: 'has a question',
  own: 'Your answer…',
  other: 'Or something else…',
  answer: 'Answer',
  dismiss: 'Dismiss',
  choose: 'Choose an answer',
  write: 'Write an answer',
  answered: (answer: string) => `Answered: ${answer}`,
  dismissed: (who: string) => `Dismissed ${who}’s question`,
  notAnswered: 'Couldn’t save your answer.',
  notDismissed: 'Couldn’t dismiss the question.',
}
