// What was asked about a task, as agents read it with the task: what is open, and the latest answers.
import type { Question } from '../../schema/work/question.ts'
import type { AroundTask } from '../around.ts'
import type { Reader } from '../tool.ts'
import { countFitting, partOf } from './answer-budget.ts'

const maxAnswered = 3
/** Of the answer, for all of them; and for each text. An answer is a comment as well, where it can be read in full. */
const shareOfQuestions = 0.2
const textTokens = 200

function cut(text: string): string {
  const { text: shown, next } = partOf(text, 0, textTokens)
  return next === undefined ? shown : `${shown}…`
}

function rowOf(
  { id, asked_by, question, options, state, answer, created_at, decided_at, decided_by }: Question,
  { provenance }: Pick<AroundTask, 'provenance'>,
  { fence }: Reader,
): Record<string, unknown> {
  const told = (text: string, at: string) => provenance.fenceCopied(cut(text), at, fence)
  return {
    id,
    by: asked_by.name,
    question: told(question, created_at),
    ...(state === 'open' && options.length > 0 ? { options: options.map((option) => told(option, created_at)) } : {}),
    ...(state === 'answered' ? { answer: told(answer ?? '', decided_at ?? created_at), answered_by: decided_by?.name } : { state }),
  }
}

/** Nothing where nobody asked anything. */
export function questionsOf(taskId: number, deps: Pick<AroundTask, 'questions' | 'provenance'>, reader: Reader): { questions?: Record<string, unknown>[] } {
  const all = deps.questions.ofTask(taskId)
  // The newest answers first: they are what whoever asked is looking for.
  const answered = all.filter(({ state }) => state === 'answered').slice(-maxAnswered)
  const rows = [...answered.toReversed(), ...all.filter(({ state }) => state === 'open')].map((one) => rowOf(one, deps, reader))
  const shown = rows.slice(0, countFitting(rows, reader.tokens * shareOfQuestions))
  return shown.length === 0 ? {} : { questions: shown }
}
