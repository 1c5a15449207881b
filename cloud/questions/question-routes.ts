import type { cloudQuestionContract } from '../../shared/contract/cloud/cloud.ts'
import { outcomeOf } from '../../shared/domain/agents/question-rules.ts'
import type { Handlers } from '../../shared/http/mount.ts'
import type { TeamContext } from '../context.ts'
import type { LiveCalls } from '../events/live-calls.ts'
import type { Questions } from './questions.ts'

export function questionRoutes(questions: Questions, live: Pick<LiveCalls, 'waiting'>): Handlers<typeof cloudQuestionContract, TeamContext> {
  const waitFor = (id: number, seconds: number, ctx: TeamContext) => live.waiting(ctx, seconds, (waiting) => questions.wait(id, seconds, waiting))
  return {
    async askQuestion({ params, body }, ctx) {
      const { id } = await questions.ask(params.id, body, ctx)
      return outcomeOf(await waitFor(id, body.wait_seconds ?? 0, ctx))
    },
    listTaskQuestions: ({ params }, ctx) => questions.ofTask(params.id, ctx),
    listQuestions: ({ query }, ctx) => questions.list(query.state, ctx),
    getQuestion: ({ params, query }, ctx) => waitFor(params.id, query.wait_seconds ?? 0, ctx),
    answerQuestion: ({ params, body }, ctx) => questions.answer(params.id, body.answer, ctx),
    dismissQuestion: ({ params }, ctx) => questions.dismiss(params.id, ctx),
    reopenQuestion: ({ params }, ctx) => questions.reopen(params.id, ctx),
  }
}
