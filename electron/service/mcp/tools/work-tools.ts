// The loop of an agent in two calls a task: take the next one, finish it.
import type { Static } from 'typebox'
import { finishOf } from '../../../../shared/domain/work/finishing.ts'
import { taskInHand } from '../../../../shared/mcp/answers/task-in-hand.ts'
import { type Absent, type Caller, defineTool, type Tool } from '../../../../shared/mcp/tool.ts'
import { type FinishInput, finishTask, nextTask, type Taken, toldLeft } from '../../../../shared/mcp/tools/work.ts'
import { finishTool } from '../../../../shared/search/what-tasks-wait-for.ts'
import type { Next } from '../../work/next-task.ts'
import type { McpDeps } from '../deps.ts'

export function workTools(deps: McpDeps): Tool[] {
  const { work, proposals } = deps

  function answerTo(found: Next, { reader }: Caller | Absent): Taken {
    if (found.outcome === 'none') {
      const { waits_for, ...none } = found
      return { ...none, left: toldLeft(found.left), ...(waits_for ? { waits_for: waits_for.map((reason) => ({ ...reason })) } : {}) }
    }
    const { outcome, task, claim, left } = found
    return {
      outcome,
      task: reader ? taskInHand(task, work.buildsOn(task), deps, reader) : { id: task.id },
      key: claim.key,
      expires_at: claim.expires_at,
      left: toldLeft(left),
    }
  }

  return [
    defineTool(nextTask, {
      run: (asked, caller) => answerTo(work.next(asked, caller), caller),
      attend: async (asked, caller, { gone, whileWaiting }) => {
        const found = work.wait(asked, caller, gone)
        return answerTo(found instanceof Promise ? await whileWaiting('No task is ready: waiting for one.', found) : found, caller)
      },
    }),
    {
      ...defineTool(finishTask, {
        before(args, caller) {
          const { id: taskId, key: shown, ...asked } = args
          const found = work.settled(taskId, { ...finishOf({ ...asked, key: shown }), key: shown }, caller)
          // What was proposed in time is answered as what it is, also when its claim has ended since.
          if (!found || (found.outcome === 'lost' && proposals.knownCall(caller.actor.name, finishTool, args))) return undefined
          const { task, ...answer } = found
          return { answer: { ...answer, status: task.status } }
        },
        run({ id: taskId, ...asked }, caller) {
          const { task, ...answer } = work.finish(taskId, finishOf(asked), caller)
          return { ...answer, status: task.status }
        },
        async attend({ id: taskId, ...asked }, caller) {
          const finish = finishOf(asked)
          const { task, ...answer } = work.finish(taskId, finish, caller, undefined, await work.finishThere(taskId, finish, caller))
          return { ...answer, status: task.status }
        },
      }),
      accept({ id: taskId, ...asked }: Static<typeof FinishInput>, caller: Absent) {
        const { outcome, task } = work.approved(taskId, { ...finishOf(asked), comment_uid: caller.makes }, caller)
        return { outcome, status: task.status }
      },
    },
  ]
}
