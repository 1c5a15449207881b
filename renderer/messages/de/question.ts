// What agents ask the person.
import type { question as english } from '../en/question.ts'

export const question: typeof english = {
  answered: (answer) => `Beantwortet: ${answer}`,
  dismissed: (who) => `Frage von ${who} verworfen`,
  notAnswered: 'Deine Antwort konnte nicht gespeichert werden.',
  notDismissed: 'Die Frage konnte nicht verworfen werden.',
}
