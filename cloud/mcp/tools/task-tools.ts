// Tools that list, show, create and change tasks of a team.
import { unfenced } from '../../../shared/domain/agents/outside-text.ts'
import { decidedBy } from '../../../shared/domain/tasks/triage.ts'
import { taskPage } from '../../../shared/mcp/answers/pages.ts'
import { patchFor } from '../../../shared/mcp/answers/patch-for.ts'
import { positionOf, rowOf, type WriteAnswer } from '../../../shared/mcp/answers/rows.ts'
import { wholeTask } from '../../../shared/mcp/answers/whole-task.ts'
import { unfencedFurther } from '../../../shared/mcp/further-fields.ts'
import type { Tool } from '../../../shared/mcp/tool.ts'
import * as table from '../../../shared/mcp/tools/tasks.ts'
import type { Task, TaskPatch } from '../../../shared/schema/task.ts'
import { meant } from '../../tasks/task-caller.ts'
import type { TeamMcpDeps } from '../deps.ts'
import { type TeamCaller, teamTool } from '../team-tool.ts'
import { createTaskTool } from './create-task.ts'

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
  said: Pick<TaskPatch, 'assignee' | 'status'>,
  { around, hintOf, doneGate, journal }: TeamMcpDeps,
  caller: TeamCaller,
): Promise<WriteAnswer> {
  const { ctx, reader } = caller
  const lacking = journal.read(ctx.team, (tx) => doneGate.note(tx, ctx.team.id, said.status, task))
  const [rows, ...notes] = await Promise.all([around.rows([task.id], ctx), lacking, hintOf(said, ctx)])
  const note = notes.filter((one) => one !== undefined).join(' ') || undefined
  return { outcome, task: rowOf(task, rows, reader.fence), ...(note === undefined ? {} : { note }) }
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
      return written(after.version === before ? 'unchanged' : 'updated', after, { status }, deps, caller)
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
  createTaskTool(deps),
]
