// The rules of a task's own fields: defaults, what clearing means, completion.
import { invalidField } from '../app-error.ts'
import { dedupeKeyPattern, type NewTaskFields, type Task, type TaskFields } from '../../schema/task.ts'
import { emptyField, type TaskField, taskFields } from '../../sync/synced-fields.ts'
import { plainWord, plainWords } from '../search/plain-words.ts'
import { requireDue } from '../time/due.ts'

const keyPattern = new RegExp(dedupeKeyPattern)

const defaults: Partial<NewTaskFields> = { status: 'backlog', priority: 'medium' }

/** How a field is stored, where that is not as it came. */
const plain: { readonly [F in TaskField]?: (value: Task[F]) => Task[F] } = {
  labels: plainWords,
  dedupe_key: plainKey,
  due: (due) => (due === null ? null : requireDue('/due', due)),
  assignee: plainAssignee,
  parent_uid: (uid) => uid?.toLowerCase() ?? null,
  blocker_uids: (uids) => [...new Set(uids.map((uid) => uid.toLowerCase()))],
}

function stored<F extends TaskField>(field: F, value: NewTaskFields[F]): Task[F] {
  const given = (value ?? emptyField(field)) as Task[F]
  return plain[field]?.(given) ?? given
}

/** A new task, without the id that its store gives. `at` is RFC 3339. */
export function startTask(input: NewTaskFields, uid: string, at: string): Omit<Task, 'id'> {
  const fields = Object.fromEntries(taskFields.map((field) => [field, stored(field, input[field] ?? defaults[field])])) as Pick<Task, TaskField>
  return { uid, ...fields, version: 1, created_at: at, updated_at: at, completed_at: fields.status === 'done' ? at : null }
}

/** What a patch puts into a task's fields: a list that is cleared (null) is empty. */
export function fieldsOf(patch: TaskFields): Partial<Task> {
  const given = taskFields.filter((field) => patch[field] !== undefined)
  return Object.fromEntries(given.map((field) => [field, stored(field, patch[field])]))
}

function plainAssignee(given: string | null): string | null {
  const who = given === null ? null : plainWord(given).trim()
  if (who === 'agent:') throw invalidField('/assignee', "assignee must name the agent, for example agent:claude; got 'agent:'")
  return who
}

/** One of which a part would be left empty stays as it came. */
function plainKey(key: string | null): string | null {
  const plain = key === null ? '' : plainWord(key)
  return keyPattern.test(plain) ? plain : key
}

/** The task as a patch leaves it; its version and updated_at are not touched yet. `at` is RFC 3339. */
export function patchTask(task: Task, patch: TaskFields, at: string): Task {
  const next: Task = { ...task, ...fieldsOf(patch) }
  if (next.status !== task.status) next.completed_at = next.status === 'done' ? at : null
  return next
}
