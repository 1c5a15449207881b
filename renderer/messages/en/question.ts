// What agents ask the person.
export const question = {
  answered: (answer: string) => `Answered: ${answer}`,
  dismissed: (who: string) => `Dismissed ${who}’s question`,
  notAnswered: 'Couldn’t save your answer.',
  answeredFirst: (who: string, answer: string) => `${who} answered first: ${answer}. Your answer is kept as a comment.`,
  dismissedFirst: (who: string) => `${who} dismissed the question first. Your answer is kept as a comment.`,
  notDismissed: 'Couldn’t dismiss the question.',
}
