// Tools that list, show and change tasks.
import { Type } from 'typebox'
import { object } from '../../schema/field.ts'
import type { WriteKind } from '../../schema/agent.ts'
import { count, onlyId, Priority, Rows, Status, TaskId, text, WriteAnswer } from '../answers/rows.ts'
import { linkInput } from '../answers/task-links.ts'
import { WholeTask } from '../answers/whole-task.ts'
import { furtherInput, triageInput } from '../further-fields.ts'
import { readTool, writeTool } from '../tool.ts'

/** Rows of a page that names no other number. */
export const pageSize = 20
export const longestDescription = 200_000

export const listTasks = readTool({
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
})

export const getTask = readTool({
  name: 'get_task',
  profile: 'core',
  description: 'One task in full, with its comments, reminders and claim. What is too long is cut: ask again with one of its read_more.',
  input: object('GetTask', { id: TaskId, read_more: Type.Optional(Type.String({ maxLength: 50 })) }),
  output: WholeTask,
  told: ['id', 'title', 'description', 'status', 'priority', 'ready', 'waits_for', 'comments', 'read_more'],
  annotations: { readOnlyHint: true },
})

export const updateTask = writeTool({
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
})

export const setTaskStatus = writeTool({
  name: 'set_task_status',
  profile: 'core',
  description: 'Change the status of a task.',
  input: object('SetStatus', { id: TaskId, status: Status }),
  output: WriteAnswer,
  annotations: { destructiveHint: false, idempotentHint: true },
  writes: 'status',
})

export const deleteTask = writeTool({
  name: 'delete_task',
  profile: 'core',
  description: 'Delete a task with its comments and reminders. A person can undo it.',
  input: onlyId,
  output: WriteAnswer,
  told: ['outcome', 'note'],
  annotations: { destructiveHint: true },
  writes: 'delete',
})
