import { FinishAnswer, type FinishRequest as Finish, FinishRequest, NextAnswer, NextRequest } from '../../schema/work/work.ts'
import { defineContract } from '../route.ts'
import { TaskParams } from '../tasks.ts'

export const workContract = defineContract({
  nextTask: {
    method: 'POST',
    path: '/tasks/next',
    tag: 'Claims',
    summary: 'Take the next task: the best that is ready, claimed and set in progress in one step. What you hold already comes again.',
    body: NextRequest,
    reply: NextAnswer,
    status: 200,
  },
  finishTask: {
    method: 'POST',
    path: '/tasks/:id/finish',
    tag: 'Claims',
    summary: 'Finish a claimed task: comment, evidence, status and release in one step, if the key is still that of its claim',
    params: TaskParams,
    body: FinishRequest,
    reply: FinishAnswer,
    status: 200,
    vouched: ({ evidence = [] }: Finish) => evidence.some(({ run }) => run !== undefined),
  },
})
