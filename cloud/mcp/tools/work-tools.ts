// The loop of an agent in a team, its claims and its questions.
import { unfenced } from '../../../shared/domain/agents/outside-text.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { finishOf } from '../../../shared/domain/work/finishing.ts'
import { askAnswer } from '../../../shared/mcp/answers/asking.ts'
import { claimAnswer } from '../../../shared/mcp/answers/claims.ts'
import { taskInHand } from '../../../shared/mcp/answers/task-in-hand.ts'
import type { Tool } from '../../../shared/mcp/tool.ts'
import { askPerson, claimTask, releaseTask, usualWaitSeconds } from '../../../shared/mcp/tools/others.ts'
import { finishTask, nextTask, type Taken, toldLeft } from '../../../shared/mcp/tools/work.ts'
import type { Next } from '../../work/next-task.ts'
import type { TeamMcpDeps } from '../deps.ts'
import { type TeamCaller, teamTool } from '../team-tool.ts'

function takeNext({ work, around, live }: TeamMcpDeps): Tool {
  async function answerTo(found: Next, { ctx, reader }: TeamCaller): Promise<Taken> {
    if (found.outcome === 'none') {
      const { waits_for, ...none } = found
      return { ...none, left: toldLeft(found.left), ...(waits_for ? { waits_for: waits_for.map((reason) => ({ ...reason })) } : {}) }
    }
    const { outcome, task, claim, left } = found
    const [whole, others] = await Promise.all([around.task(task, ctx), around.builtOn(found, ctx)])
    const provenance = others.builtOn.length > 0 ? others.provenance : whole.provenance
    const told = taskInHand(task, others.builtOn, { ...whole, provenance }, reader)
    return { outcome, task: told, key: claim.key, expires_at: claim.expires_at, left: toldLeft(left) }
  }

  return teamTool(nextTask, {
    async work({ wait_seconds = 0, ...asked }, caller, { gone, whileWaiting }) {
      const { ctx } = caller
      const wait = (signal: AbortSignal) => work.wait(asked, { ...ctx, gone: () => signal }, wait_seconds)
      const found = wait_seconds === 0 ? wait(gone) : whileWaiting('No task is ready: waiting for one.', live.whileAllowed(ctx, gone, wait))
      return answerTo(await found, caller)
    },
  })
}

function finish({ work, proposals }: TeamMcpDeps): Tool {
  return teamTool(finishTask, {
    async before(args, { ctx }) {
      const { id, key, ...asked } = args
      const found = await work.settled(id, { ...finishOf({ ...asked, key }), key }, ctx)
      // What was proposed in time is answered as what it is, also when its claim has ended since.
      const call = { tool: finishTask.name, arguments: args, task_id: id }
      if (!found || (found.outcome === 'lost' && (await proposals.known(call, ctx)))) return undefined
      const { task, ...answer } = found
      return { answer: { ...answer, status: task.status } }
    },
    async work({ id, ...asked }, { ctx }) {
      const { task, ...answer } = await work.finish(id, finishOf(asked), ctx)
      return { ...answer, status: task.status }
    },
  })
}

function claim({ journal, tasks, claims }: TeamMcpDeps): Tool {
  return teamTool(claimTask, {
    before: async ({ id }, { ctx }) => void (await tasks.get(id, ctx)),
    async work({ id, ...asked }, { ctx, actor }) {
      const found = await journal.write(ctx, async (write) => claims.grant(write, await tasks.lock(write, id), ctx, asked, async () => null))
      return claimAnswer(found, actor.name)
    },
  })
}

function release({ claims }: TeamMcpDeps): Tool {
  return teamTool(releaseTask, {
    async work({ id, key }, { ctx }) {
      const isHeld = (await claims.list(ctx)).some(({ task_id }) => task_id === id)
      await claims.release(id, key, ctx)
      return isHeld ? { outcome: 'released' } : { outcome: 'unchanged', note: 'Nobody held it.' }
    },
  })
}

/** A person answers where they are signed in: a token is nobody's word, so that no form is shown in the agent's own client. */
function ask({ questions, agents, around, live }: TeamMcpDeps): Tool {
  return teamTool(askPerson, {
    async work({ id, question, options = [], wait_seconds: seconds = usualWaitSeconds }, { ctx, actor, reader }, { gone, whileWaiting }) {
      if ((await agents.verdict(['comment'], {}, ctx)).verdict === 'deny')
        throw new AppError('forbidden', `The team does not allow ${actor.name} to do this (comment). Do not try again.`)
      const asked = await questions.ask(id, { question: unfenced(question), options: options.map(unfenced) }, ctx)
      const wait = (signal: AbortSignal) => questions.wait(asked.id, seconds, { ...ctx, gone: () => signal })
      const isOver = asked.state !== 'open' || seconds === 0
      const found = isOver ? asked : await whileWaiting(`Waiting for an answer about task ${id}`, live.whileAllowed(ctx, gone, wait))
      return askAnswer(found, await around.rows([id], ctx), reader)
    },
  })
}

export const workTools = (deps: TeamMcpDeps): Tool[] => [takeNext(deps), finish(deps)]
export const claimTools = (deps: TeamMcpDeps): Tool[] => [claim(deps), release(deps)]
export const askTool = ask
