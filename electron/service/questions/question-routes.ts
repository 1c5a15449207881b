import type { questionContract } from '../../../shared/contract/questions.ts'
import { outcomeOf } from '../../../shared/domain/agents/question-rules.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import type { HttpContext } from '../context.ts'
import type { Questions } from './questions.ts'

export function questionRoutes(questions: Questions): Handlers<typeof questionContract, HttpContext> {
  return {
    async askQuestion({ params, body }, ctx) {
      const { id } = questions.ask(params.id, body, ctx)
      return outcomeOf(await questions.wait(id, body.wait_seconds ?? 0, ctx.gone()))
    },
    listTaskQuestions: ({ params }) => questions.ofTask(params.id),
    listQuestions: ({ query }) => questions.list(query.state),
    getQuestion: ({ params, query }, ctx) => questions.wait(params.id, query.wait_seconds ?? 0, ctx.gone()),
    answerQuestion: ({ params, body }, ctx) => questions.answer(params.id, body.answer, ctx),
    dismissQuestion: ({ params }, ctx) => questions.dismiss(params.id, ctx),
    reopenQuestion: ({ params }, ctx) => questions.reopen(params.id, ctx),
  }
}
