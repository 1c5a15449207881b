// What agents ask the person.
import type { question as english } from '../en/question.ts'

export const question: typeof english = {
  part: 'Fragen von Agenten',
  asks: (who, task) => `${who} fragt zu #${task}`,
  hasOne: 'hat eine Frage',
  own: 'Deine Antwort …',
  other: 'Oder etwas anderes …',
  answer: 'Antworten',
  dismiss: 'Verwerfen',
  choose: 'Antwort auswählen',
  write: 'Antwort schreiben',
  answered: (answer) => `Beantwortet: ${answer}`,
  dismissed: (who) => `Frage von ${who} verworfen`,
  notAnswered: 'Deine Antwort konnte nicht gespeichert werden.',
  notDismissed: 'Die Frage konnte nicht verworfen werden.',
}
