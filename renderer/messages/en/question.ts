// What agents ask the person.
export const question = {
  answered: (answer: string) => `Answered: ${answer}`,
  dismissed: (who: string) => `Dismissed ${who}’s question`,
  notAnswered: 'Couldn’t save your answer.',
  notDismissed: 'Couldn’t dismiss the question.',
}
