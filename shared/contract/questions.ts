import { Type } from 'typebox'
import { Id, object, oneOf } from '../schema/field.ts'
import { NewQuestion, Question, QuestionAnswer, QuestionOutcome, questionStates, ReopenedQuestion, WaitSeconds } from '../schema/work/question.ts'
import { defineContract } from './route.ts'
import { TaskParams } from './tasks.ts'

const tag = 'Questions'
const QuestionParams = object('QuestionParams', { id: Id })

export const questionContract = defineContract({
  askQuestion: {
    method: 'POST',
    path: '/tasks/:id/questions',
    tag,
    summary: 'Ask a person about a task. The same question of the same run is not asked twice: it answers how the first one stands.',
    params: TaskParams,
    body: NewQuestion,
    reply: QuestionOutcome,
    status: 200,
  },
  listTaskQuestions: {
    method: 'GET',
    path: '/tasks/:id/questions',
    tag,
    summary: 'Questions about a task, oldest first',
    params: TaskParams,
    reply: Type.Array(Question),
    status: 200,
  },
  listQuestions: {
    method: 'GET',
    path: '/questions',
    tag,
    summary: 'Questions that wait for an answer, oldest first; ?state= shows others, newest first. GET /events signals each change as `event: question`.',
    query: object('QuestionQuery', { state: Type.Optional(oneOf(questionStates, 'Default: open.')) }),
    reply: Type.Array(Question),
    status: 200,
  },
  getQuestion: {
    method: 'GET',
    path: '/questions/:id',
    tag,
    summary: 'Read one question; with wait_seconds as soon as it is no longer open',
    params: QuestionParams,
    query: object('QuestionWait', { wait_seconds: Type.Optional(WaitSeconds) }),
    reply: Question,
    status: 200,
  },
  answerQuestion: {
    method: 'POST',
    path: '/questions/:id/answer',
    tag,
    summary: 'Answer a question. The answer is kept as a comment on the task. 409 when it was answered otherwise.',
    params: QuestionParams,
    body: QuestionAnswer,
    reply: Question,
    status: 200,
    idempotent: true,
    personal: true,
    needs: 'decide',
  },
  dismissQuestion: {
    method: 'POST',
    path: '/questions/:id/dismiss',
    tag,
    summary: 'Take a question off the list without an answer',
    params: QuestionParams,
    reply: Question,
    status: 200,
    personal: true,
    needs: 'decide',
  },
  reopenQuestion: {
    method: 'POST',
    path: '/questions/:id/reopen',
    tag,
    summary: 'Take an answer or a dismissal back: the question is open again, and the comment with the answer is undone',
    params: QuestionParams,
    reply: ReopenedQuestion,
    status: 200,
    personal: true,
    needs: 'decide',
  },
})
