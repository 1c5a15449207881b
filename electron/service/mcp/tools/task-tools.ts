import { Type } from 'typebox'
import { appended } from '../../../../shared/domain/tasks/appended.ts'
import { invalidField } from '../../../../shared/domain/app-error.ts'
import { harmless, unfenced } from '../../../../shared/domain/agents/outside-text.ts'
import { cursorFor } from '../../../../shared/http/page.ts'
import { object } from '../../../../shared/schema/field.ts'
import type { WriteKind } from '../../../../shared/schema/agent.ts'
import type { Task, TaskPatch } from '../../../../shared/schema/task.ts'
import { rowsFitting } from '../answers/answer-budget.ts'
import type { McpDeps } from '../deps.ts'
import { furtherInput, triageInput, unfencedFurther } from '../further-fields.ts'
import { linkInput } from '../answers/task-links.ts'
import { createTaskViews } from '../../tasks/task-views.ts'
import { count, onlyId, positionOf, Priority, rowOf, Rows, rowsOf, Status, TaskId, text, WriteAnswer } from '../answers/rows.ts'
import { WholeTask, wholeTask } from '../answers/whole-task.ts'
import { defineTool, type Reader, type Tool } from '../tool.ts'

const pageSize = 20
const longestDescription = 200_000

const exists =
  ({ tasks }: McpDeps) =>
  ({ id }: { id: number }) =>
    void tasks.get(id)

interface Change extends Pick<TaskPatch, 'status' | 'priority'> {
  labels?: string[]
  description?: string
}

/** Labels replace, a description is appended. */
export function patchFor(task: Pick<Task, 'id' | 'description' | 'labels'>, { description, labels, ...fields }: Change): TaskPatch {
  // An agent sends back the labels that it read, fence, blunted signs and all.
  const asWritten = (label: string) => task.labels.find((own) => harmless(own) === harmless(unfenced(label))) ?? unfenced(label)
  const patch: TaskPatch = { ...unfencedFurther(fields), ...(labels ? { labels: [...new Set(labels.map(asWritten))] } : {}) }
  if (!description?.trim()) return patch
  const whole = appended(task.description, description)
  if (whole.length <= longestDescription) return { ...patch, description: whole }
  const left = longestDescription - (task.description?.length ?? 0) - 2
  throw invalidField(
    '/description',
    `the description of task ${task.id} would grow beyond ${longestDescription} characters; append at most ${Math.max(0, left)}, or add a comment`,
  )
}

function listTasks(deps: McpDeps): Tool {
  const { tasks } = deps
  const views = createTaskViews(deps)
  return defineTool({
    name: 'list_tasks',
    profile: 'core',
    description: 'List tasks, newest first.',
    input: object('ListTasks', {
      status: Type.Optional(Status),
      priority: Type.Optional(Priority),
      ready: Type.Optional(Type.Boolean({ description: 'true: those you can begin' })),
      inbox: Type.Optional(Type.Boolean()),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: `Default ${pageSize}` })),
      cursor: Type.Optional(Type.String({ maxLength: 200, description: 'next_cursor of the page before' })),
    }),
    output: object('TaskPage', { tasks: Rows, total: count, next_cursor: Type.Optional(text), more: Type.Optional(text) }),
    annotations: { readOnlyHint: true },
    run({ status, priority, ready, inbox, limit = pageSize, cursor }, { actor, reader }) {
      const filter = views.filter({ status: status && [status], priority: priority && [priority], ready, inbox }, { actor })
      const below = positionOf(cursor)
      const found = tasks.list(filter, below, limit + 1)
      const page = rowsOf(found.slice(0, limit), deps, reader.fence)
      const shown = rowsFitting(page, reader.tokens)
      const total = tasks.count(filter)
      const last = shown.at(-1)
      const answer = { tasks: shown, total }
      if (found.length <= shown.length || !last) return answer
      const left = below === undefined ? `${total - shown.length} more` : 'more'
      return { ...answer, next_cursor: cursorFor(last.id), more: left }
    },
  })
}

function getTask(deps: McpDeps): Tool {
  const views = createTaskViews(deps)
  return defineTool({
    name: 'get_task',
    profile: 'core',
    description: 'One task in full, with its comments, reminders and claim. What is too long is cut: ask again with one of its read_more.',
    input: object('GetTask', { id: TaskId, read_more: Type.Optional(Type.String({ maxLength: 50 })) }),
    output: WholeTask,
    told: ['id', 'title', 'description', 'status', 'priority', 'ready', 'waits_for', 'comments', 'read_more'],
    annotations: { readOnlyHint: true },
    run: ({ id, read_more }, caller) => wholeTask(deps.tasks.get(id), deps, views, caller, read_more),
  })
}

/** What a change answers; where it was not enough for "done", what is missing. */
function written(version: number, updated: Task, asked: Task['status'] | undefined, deps: McpDeps, reader: Reader | undefined): WriteAnswer {
  const note = deps.doneGate.note(asked, updated)
  const outcome = updated.version === version ? 'unchanged' : 'updated'
  return { outcome, task: rowOf(updated, deps, reader?.fence), ...(note === undefined ? {} : { note }) }
}

function updateTask(deps: McpDeps): Tool {
  const { tasks, journal } = deps
  return defineTool({
    name: 'update_task',
    profile: 'core',
    description: 'Change the given fields. description is appended to what is there; labels replace.',
    input: object('UpdateTask', {
      id: TaskId,
      status: Type.Optional(Status),
      priority: Type.Optional(Priority),
      labels: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), { maxItems: 100, uniqueItems: true })),
      description: Type.Optional(Type.String({ maxLength: longestDescription, description: 'Markdown to append' })),
      ...linkInput,
      ...furtherInput,
      ...triageInput,
    }),
    output: WriteAnswer,
    annotations: { destructiveHint: false },
    writes: ({ id: _id, status, ...others }): WriteKind[] => [
      ...(status === undefined ? [] : (['status'] as const)),
      ...(status === undefined || Object.values(others).some((value) => value !== undefined) ? (['update'] as const) : []),
    ],
    before: exists(deps),
    run: ({ id, ...fields }, { actor, reader, isAccepted = false }) =>
      // Read and written in one transaction: two agents that append at once both find their text.
      journal.write(actor, () => {
        const task = tasks.get(id)
        const updated = tasks.update(id, patchFor(task, fields), { actor, isAccepted })
        return written(task.version, updated, fields.status, deps, reader)
      }),
  })
}

function setTaskStatus(deps: McpDeps): Tool {
  const { tasks } = deps
  return defineTool({
    name: 'set_task_status',
    profile: 'core',
    description: 'Change the status of a task.',
    input: object('SetStatus', { id: TaskId, status: Status }),
    output: WriteAnswer,
    annotations: { destructiveHint: false, idempotentHint: true },
    writes: 'status',
    // Nobody is asked about what stands so already: the answer of an accepted call may have been lost.
    before({ id, status }, { reader }) {
      const task = tasks.get(id)
      return task.status === status ? { answer: written(task.version, task, status, deps, reader) } : undefined
    },
    run({ id, status }, { actor, reader, isAccepted = false }) {
      const before = tasks.get(id).version
      const updated = tasks.update(id, { status }, { actor, isAccepted })
      return written(before, updated, status, deps, reader)
    },
  })
}

function deleteTask(deps: McpDeps): Tool {
  const { tasks } = deps
  return defineTool({
    name: 'delete_task',
    profile: 'core',
    description: 'Delete a task with its comments and reminders. A person can undo it.',
    input: onlyId,
    output: WriteAnswer,
    told: ['outcome', 'note'],
    annotations: { destructiveHint: true },
    writes: 'delete',
    before: exists(deps),
    run({ id }, { actor }) {
      tasks.remove(id, { actor })
      return { outcome: 'deleted' }
    },
  })
}

export const taskTools = (deps: McpDeps): Tool[] => [listTasks(deps), getTask(deps), updateTask(deps), setTaskStatus(deps), deleteTask(deps)]
