// Tools that list, show, create and change tasks of a team.
import { unfenced } from '../../../shared/domain/agents/outside-text.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { decidedBy, startedBy } from '../../../shared/domain/tasks/triage.ts'
import { taskPage } from '../../../shared/mcp/answers/pages.ts'
import { patchFor } from '../../../shared/mcp/answers/patch-for.ts'
import { positionOf, rowOf, type WriteAnswer } from '../../../shared/mcp/answers/rows.ts'
import { wholeTask } from '../../../shared/mcp/answers/whole-task.ts'
import { unfencedFurther } from '../../../shared/mcp/further-fields.ts'
import type { Tool } from '../../../shared/mcp/tool.ts'
import { type CreateInput, createTaskByKey, saidReason } from '../../../shared/mcp/tools/create.ts'
import * as table from '../../../shared/mcp/tools/tasks.ts'
import type { NewTask, Task, TaskPatch } from '../../../shared/schema/task.ts'
import { meant } from '../../tasks/task-caller.ts'
import type { TeamMcpDeps } from '../deps.ts'
import { type TeamCaller, teamTool } from '../team-tool.ts'

function listTasks({ tasks, views, around }: TeamMcpDeps): Tool {
  return teamTool(table.listTasks, {
    async work({ status, priority, ready, inbox, limit = table.pageSize, cursor }, { ctx, reader }) {
      const after = positionOf(cursor)
      const filter = await views.filter({ status: status && [status], priority: priority && [priority], ready, inbox }, ctx)
      const { rows: found, total } = await tasks.list(ctx, filter, after, limit + 1)
      const ids = found.slice(0, limit).map(({ id }) => id)
      return taskPage({ found, total, limit, after }, await around.rows(ids, ctx), reader)
    },
  })
}

function getTask({ tasks, views, around }: TeamMcpDeps): Tool {
  return teamTool(table.getTask, {
    async work({ id, read_more }, { ctx, reader }) {
      const task = await tasks.get(id, ctx)
      const [view, whole] = await Promise.all([views.one(task, ctx), around.task(task, ctx)])
      return wholeTask(view, whole, reader, read_more)
    },
  })
}

/** What a write answers: the row of the task as it is now. */
async function written(
  outcome: string,
  task: Task,
  said: Pick<TaskPatch, 'assignee'>,
  { around, hintOf }: TeamMcpDeps,
  caller: TeamCaller,
): Promise<WriteAnswer> {
  const { ctx, reader } = caller
  const [rows, note] = await Promise.all([around.rows([task.id], ctx), hintOf(said, ctx)])
  return { outcome, task: rowOf(task, rows, reader.fence), ...(note === undefined ? {} : { note }) }
}

function createTask(deps: TeamMcpDeps): Tool {
  const { journal, tasks, comments } = deps

  /** Of two who want the same at once, one is told of the other's. */
  function create({ force, reason, ...input }: CreateInput, ctx: TeamCaller['ctx']): Promise<{ outcome: string; task: Task }> {
    return journal.write(ctx, async (write) => {
      const inside = { ...ctx, write }
      const same = force ? undefined : await tasks.openAndSame(write, input)
      if (same) return { outcome: 'existing', task: same }
      const task = await tasks.create(startedBy('agent', newTask(input, inside)), inside)
      if (force && reason?.trim()) await comments.create(task.id, { body: saidReason(reason) }, inside)
      return { outcome: 'created', task }
    })
  }

  return teamTool(createTaskByKey, {
    async before({ force, reason, ...input }, caller) {
      if (force && !reason?.trim()) throw new AppError('invalid', 'force needs a reason: say in `reason` why this task differs from the one that is there.')
      const same = force ? undefined : await journal.read(caller.ctx.team, (tx) => tasks.openAndSame({ tx, teamId: caller.ctx.team.id }, input))
      return same && { answer: await existing(same, deps, caller) }
    },
    async work(args, caller) {
      const { outcome, task } = await create(args, caller.ctx)
      return outcome === 'existing' ? existing(task, deps, caller) : written(outcome, task, task, deps, caller)
    },
  })
}

const newTask = (input: NewTask, ctx: TeamCaller['ctx']): NewTask => meant({ ...unfencedFurther(input), title: input.title.trim() }, ctx)

async function existing(task: Task, deps: TeamMcpDeps, caller: TeamCaller): Promise<WriteAnswer> {
  return { ...(await written('existing', task, {}, deps, caller)), note: 'Nothing was created.' }
}

function updateTask(deps: TeamMcpDeps): Tool {
  const { journal, tasks } = deps
  return teamTool(table.updateTask, {
    before: async ({ id }, { ctx }) => void (await tasks.get(id, ctx)),
    async work({ id, ...fields }, caller) {
      const { ctx } = caller
      // Read and written in one transaction: two agents that append at once both find their text.
      const { before, after } = await journal.write(ctx, async (write) => {
        const task = await tasks.lock(write, id)
        const patch = decidedBy('agent', meant(patchFor(task, fields), ctx))
        return { before: task.version, after: await tasks.update(id, patch, { ...ctx, write }) }
      })
      return written(after.version === before ? 'unchanged' : 'updated', after, fields, deps, caller)
    },
  })
}

function setTaskStatus(deps: TeamMcpDeps): Tool {
  const { journal, tasks } = deps
  return teamTool(table.setTaskStatus, {
    // Nobody is asked about what stands so already: the answer of an accepted call may have been lost.
    async before({ id, status }, caller) {
      const task = await tasks.get(id, caller.ctx)
      return task.status === status ? { answer: await written('unchanged', task, {}, deps, caller) } : undefined
    },
    async work({ id, status }, caller) {
      const { ctx } = caller
      const { before, after } = await journal.write(ctx, async (write) => {
        const { version } = await tasks.lock(write, id)
        return { before: version, after: await tasks.update(id, { status }, { ...ctx, write }) }
      })
      return written(after.version === before ? 'unchanged' : 'updated', after, {}, deps, caller)
    },
  })
}

function deleteTask({ tasks }: TeamMcpDeps): Tool {
  return teamTool(table.deleteTask, {
    before: async ({ id }, { ctx }) => void (await tasks.get(id, ctx)),
    async work({ id }, { ctx }) {
      await tasks.remove(id, ctx)
      return { outcome: 'deleted' }
    },
  })
}

/** The arguments of a call as a proposal keeps them: without fences, and with who is meant by `me`. */
export function proposedArguments(tool: string, given: Record<string, unknown>, ctx: TeamCaller['ctx']): Record<string, unknown> {
  if (tool !== 'create_task' && tool !== 'update_task') return given
  const plain = meant(unfencedFurther(given), ctx)
  return Array.isArray(plain.labels) ? { ...plain, labels: plain.labels.map((label) => unfenced(String(label))) } : plain
}

export const taskTools = (deps: TeamMcpDeps): Tool[] => [
  listTasks(deps),
  getTask(deps),
  updateTask(deps),
  setTaskStatus(deps),
  deleteTask(deps),
  createTask(deps),
]
