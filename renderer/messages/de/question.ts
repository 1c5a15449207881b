// What agents ask the person.
import type { question as english } from '../en/question.ts'

export const question: typeof english = {
  answered: (answer) => `Beantwortet: ${answer}`,
  dismissed: (who) => `Frage von ${who} verworfen`,
  notAnswered: 'Deine Antwort konnte nicht gespeichert werden.',
  answeredFirst: (who, answer) => `${who} hat zuerst geantwortet: ${answer}. Deine Antwort steht als Kommentar bei der Aufgabe.`,
  dismissedFirst: (who) => `${who} hat die Frage vorher verworfen. Deine Antwort steht als Kommentar bei der Aufgabe.`,
  notDismissed: 'Die Frage konnte nicht verworfen werden.',
}
