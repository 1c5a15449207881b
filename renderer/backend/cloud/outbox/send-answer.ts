// How an answer to an agent's question gets to the cloud. The first one stands; a later one is not lost: it becomes a comment, and its author is told.
import { quotedAnswer } from '../../../../shared/domain/agents/question-rules.ts'
import type { Question } from '../../../../shared/schema/work/question.ts'
import { ApiError } from '../../api.ts'
import { cloudApi } from '../../cloud-api.ts'
import { m } from '../../../lib/messages.ts'
import type { Write } from './write.ts'

type As = (more?: Record<string, string>) => { headers: Record<string, string> }

/** Once for each answer, also where its own reply was lost. */
async function keepAsComment({ question, answer, key }: Extract<Write, { kind: 'answer' }>, as: As): Promise<void> {
  const body = { body: quotedAnswer(question.question, answer ?? '') }
  await cloudApi.createComment({ params: { id: question.task_id }, body }, as({ 'Idempotency-Key': key }))
}

/** Throws what the person is told where another decision stands. */
export async function sendAnswer(write: Extract<Write, { kind: 'answer' }>, as: As): Promise<Question> {
  const { question, answer } = write
  const params = { id: question.id }
  try {
    return await (answer === null ? cloudApi.dismissQuestion({ params }, as()) : cloudApi.answerQuestion({ params, body: { answer } }, as()))
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.status !== 409 || answer === null) throw error
    const stands = await cloudApi.getQuestion({ params, query: {} }, as())
    if (stands.state !== 'answered' && stands.state !== 'dismissed') throw error
    await keepAsComment(write, as)
    const by = stands.decided_by?.name ?? ''
    const instead = stands.state === 'answered' ? m.question.answeredFirst(by, stands.answer ?? '') : m.question.dismissedFirst(by)
    const told = { ...error.problem, instead }
    throw new ApiError(told)
  }
}
