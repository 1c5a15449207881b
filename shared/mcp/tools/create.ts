// The tool that creates a task unless it exists.
import { type Static, Type } from 'typebox'
import { object } from '../../schema/field.ts'
import { NewTask } from '../../schema/task.ts'
import { Priority, Rows, Status, WriteAnswer } from '../answers/rows.ts'
import { linkInput } from '../answers/task-links.ts'
import { furtherInput } from '../further-fields.ts'
import { writeTool } from '../tool.ts'
import { short } from './short.ts'

const { title, description, labels, requesters, dedupe_key } = NewTask.properties

const CreateInput = object('CreateTask', {
  title: short(title),
  description: Type.Optional(short(description, 'Markdown')),
  status: Type.Optional(Status),
  priority: Type.Optional(Priority),
  labels: Type.Optional(short(labels)),
  requesters: Type.Optional(short(requesters)),
  dedupe_key: Type.Optional(short(dedupe_key, 'area::intent::object')),
  ...linkInput,
  ...furtherInput,
  force: Type.Optional(Type.Boolean()),
  reason: Type.Optional(Type.String({ maxLength: 2000, description: 'Why it is another task than the candidates' })),
})
export type CreateInput = Static<typeof CreateInput>

const CreateAnswer = object('CreateAnswer', { ...WriteAnswer.properties, candidates: Type.Optional(Rows), possible: Type.Optional(Rows) })

export const createTask = writeTool({
  name: 'create_task',
  profile: 'core',
  description:
    'Create a task unless it exists. outcome: created (possible: similar tasks), existing (use that task) or needs_decision (update a candidate, or call again with force and reason).',
  input: CreateInput,
  output: CreateAnswer,
  annotations: { destructiveHint: false, idempotentHint: true },
  writes: 'create',
})

/** What stands in a comment where a task was created beside similar ones. */
export const saidReason = (reason: string): string => `Created although similar tasks exist: ${reason.trim()}`
