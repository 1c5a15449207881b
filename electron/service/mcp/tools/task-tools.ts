import type { Task, TaskPatch } from '../../../../shared/schema/task.ts'
import { taskPage } from '../../../../shared/mcp/answers/pages.ts'
import { patchFor } from '../../../../shared/mcp/answers/patch-for.ts'
import { positionOf, rowOf, type WriteAnswer } from '../../../../shared/mcp/answers/rows.ts'
import { wholeTask } from '../../../../shared/mcp/answers/whole-task.ts'
import { defineTool, type Reader, type Tool } from '../../../../shared/mcp/tool.ts'
import * as table from '../../../../shared/mcp/tools/tasks.ts'
import { createTaskViews } from '../../tasks/task-views.ts'
import type { McpDeps } from '../deps.ts'

const exists =
  ({ tasks }: McpDeps) =>
  ({ id }: { id: number }) =>
    void tasks.get(id)

function listTasks(deps: McpDeps): Tool {
  const { tasks } = deps
  const views = createTaskViews(deps)
  return defineTool(table.listTasks, {
    run({ status, priority, ready, inbox, limit = table.pageSize, cursor }, { actor, reader }) {
      const filter = views.filter({ status: status && [status], priority: priority && [priority], ready, inbox }, { actor })
      const after = positionOf(cursor)
      return taskPage({ found: tasks.list(filter, after, limit + 1), total: tasks.count(filter), limit, after }, deps, reader)
    },
  })
}

function getTask(deps: McpDeps): Tool {
  const views = createTaskViews(deps)
  return defineTool(table.getTask, {
    run: ({ id, read_more }, { actor, reader }) => wholeTask(views.one(deps.tasks.get(id), { actor }), deps, reader, read_more),
  })
}

/** What a change answers; where it was not enough for "done", what is missing. */
function written(version: number, updated: Task, asked: Pick<TaskPatch, 'status' | 'assignee'>, deps: McpDeps, reader: Reader | undefined): WriteAnswer {
  const note = [deps.doneGate.note(asked.status, updated), deps.assigneeHint(asked)].filter((one) => one !== undefined).join(' ')
  const outcome = updated.version === version ? 'unchanged' : 'updated'
  return { outcome, task: rowOf(updated, deps, reader?.fence), ...(note === '' ? {} : { note }) }
}

function updateTask(deps: McpDeps): Tool {
  const { tasks, journal } = deps
  return defineTool(table.updateTask, {
    before: exists(deps),
    run: ({ id, ...fields }, { actor, reader, isAccepted = false }) =>
      // Read and written in one transaction: two agents that append at once both find their text.
      journal.write(actor, () => {
        const task = tasks.get(id)
        const updated = tasks.update(id, patchFor(task, fields), { actor, isAccepted })
        return written(task.version, updated, fields, deps, reader)
      }),
  })
}

function setTaskStatus(deps: McpDeps): Tool {
  const { tasks } = deps
  return defineTool(table.setTaskStatus, {
    // Nobody is asked about what stands so already: the answer of an accepted call may have been lost.
    before({ id, status }, { reader }) {
      const task = tasks.get(id)
      return task.status === status ? { answer: written(task.version, task, { status }, deps, reader) } : undefined
    },
    run({ id, status }, { actor, reader, isAccepted = false }) {
      const before = tasks.get(id).version
      const updated = tasks.update(id, { status }, { actor, isAccepted })
      return written(before, updated, { status }, deps, reader)
    },
  })
}

function deleteTask(deps: McpDeps): Tool {
  const { tasks } = deps
  return defineTool(table.deleteTask, {
    before: exists(deps),
    run({ id }, { actor }) {
      tasks.remove(id, { actor })
      return { outcome: 'deleted' }
    },
  })
}

export const taskTools = (deps: McpDeps): Tool[] => [listTasks(deps), getTask(deps), updateTask(deps), setTaskStatus(deps), deleteTask(deps)]
