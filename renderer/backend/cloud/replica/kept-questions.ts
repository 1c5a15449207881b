// The open questions of the team as this device knows them: what waits for a person is shown, and answered, without a network, too.
import type { Question } from '../../../../shared/schema/work/question.ts'
import { storage } from '../../../lib/storage.ts'
import { currentTeam } from '../../session.ts'

const place = () => `questions:${currentTeam.get() ?? ''}`

/** Of which text, so that it is read once only. */
let known: { text: string; questions: readonly Question[] } = { text: '', questions: [] }

export const keepQuestions = (open: readonly Question[]): void => storage.write(place(), open.length === 0 ? '' : JSON.stringify(open))

/** Oldest first. */
export function keptQuestions(): readonly Question[] {
  const text = storage.read(place()) ?? ''
  if (text === known.text) return known.questions
  try {
    known = { text, questions: JSON.parse(text || '[]') as Question[] }
  } catch {
    known = { text, questions: [] }
  }
  return known.questions
}

/** One that the stream tells of. */
export function takeQuestion(question: Question): void {
  const others = keptQuestions().filter(({ id }) => id !== question.id)
  keepQuestions(question.state === 'open' ? [...others, question].sort((a, b) => a.id - b.id) : others)
}
