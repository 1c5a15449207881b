// The rules of questions that need no storage: once for the service of a machine and for the cloud.
import { AppError, invalidField } from '../app-error.ts'
import type { NewQuestion, Question, QuestionOutcome } from '../../schema/work/question.ts'

const maxOpenOfTask = 5
const maxOpenOfAsker = 20
/** How long a decided question answers the same one again. */
const decisionStands = 24 * 3_600_000

/** In one spelling, and without signs that turn the direction of writing, or that are no character at all. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .trim()

/** What is asked, as it is kept. */
export function askedQuestion(asked: NewQuestion): Pick<Question, 'question' | 'options'> {
  const question = plain(asked.question)
  const options = (asked.options ?? []).map(plain)
  if (question === '') throw invalidField('/question', 'question must contain at least one visible character')
  if (new Set(options).size < options.length) throw invalidField('/options', 'options must differ from each other')
  if (options.includes('')) throw invalidField('/options', 'each of the options must contain at least one visible character')
  return { question, options }
}

export function givenAnswer(given: string): string {
  const answer = plain(given)
  if (answer === '') throw invalidField('/answer', 'answer must contain at least one visible character')
  return answer
}

/** As a comment: whoever reads it knows to what it is the answer. */
export const quotedAnswer = (question: string, answer: string): string => `${question.replaceAll(/^/gm, '> ')}\n\n${answer}`

/** Whether the question that there is in just these words stands for one that is asked again now. */
export const standsFor = ({ decided_at }: Pick<Question, 'decided_at'>, now: Date): boolean =>
  decided_at === null || now.getTime() - Date.parse(decided_at) < decisionStands

/** Throws `conflict` when so many are open already: of the task, or of whoever asks. */
export function requireRoomForQuestion(open: { ofTask: number; ofAsker: number }, { task_id, asked_by }: Pick<Question, 'task_id' | 'asked_by'>): void {
  if (open.ofTask >= maxOpenOfTask)
    throw new AppError('conflict', `Task ${task_id} has ${open.ofTask} open questions already. Wait for an answer, or work on another task.`)
  if (open.ofAsker >= maxOpenOfAsker)
    throw new AppError('conflict', `${asked_by.name} has ${open.ofAsker} open questions already. Wait until a person has answered some.`)
}

/** Throws `conflict` when there is nothing to decide any more. */
export function requireUndecided<Q extends Question>(question: Q): Q {
  const { id, merged_into } = question
  if (question.state === 'withdrawn') {
    const [what, which] = merged_into === undefined ? ['deleted', 'deletion'] : [`merged into task ${merged_into}`, 'merge']
    throw new AppError('conflict', `Question ${id} was withdrawn: task ${question.task_id} was ${what}. To answer it, undo the ${which}.`)
  }
  if (question.state === 'answered')
    throw new AppError('conflict', `Question ${id} was already answered by ${question.decided_by?.name}: ${question.answer}`, {
      extra: { answer: question.answer },
    })
  if (question.state === 'dismissed') throw new AppError('conflict', `Question ${id} was dismissed. Reopen it first, with POST /questions/${id}/reopen.`)
  return question
}

export function outcomeOf({ id, state, answer, decided_by, merged_into }: Question): QuestionOutcome {
  if (state === 'answered') return { outcome: 'answered', question_id: id, answer: answer ?? '', by: decided_by?.name ?? '' }
  return { outcome: state === 'open' ? 'waiting' : state, question_id: id, ...(merged_into === undefined ? {} : { merged_into }) }
}
