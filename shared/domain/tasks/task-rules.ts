// The rules of a task's own fields: defaults, what clearing means, completion.
import { dedupeKeyPattern, type NewTask, type Task, type TaskPatch } from '../../schema/task.ts'
import { plainWord, plainWords } from '../search/plain-words.ts'

const keyPattern = new RegExp(dedupeKeyPattern)

/** A new task, without the id that its store gives. `at` is RFC 3339. */
export function startTask(input: NewTask, uid: string, at: string): Omit<Task, 'id'> {
  const status = input.status ?? 'backlog'
  return {
    uid,
    title: input.title,
    description: input.description ?? null,
    status,
    priority: input.priority ?? 'medium',
    labels: plainWords(input.labels ?? []),
    requesters: input.requesters ?? [],
    dedupe_key: plainKey(input.dedupe_key ?? null),
    version: 1,
    created_at: at,
    updated_at: at,
    completed_at: status === 'done' ? at : null,
  }
}

/** What a patch puts into a task's fields: a list that is cleared (null) is empty. */
export function fieldsOf({ labels, requesters, dedupe_key, ...rest }: TaskPatch): Partial<Task> {
  return {
    ...rest,
    ...(labels === undefined ? {} : { labels: plainWords(labels ?? []) }),
    ...(requesters === undefined ? {} : { requesters: requesters ?? [] }),
    ...(dedupe_key === undefined ? {} : { dedupe_key: plainKey(dedupe_key) }),
  }
}

/** One of which a part would be left empty stays as it came. */
function plainKey(key: string | null): string | null {
  const plain = key === null ? '' : plainWord(key)
  return keyPattern.test(plain) ? plain : key
}

/** The task as a patch leaves it; its version and updated_at are not touched yet. `at` is RFC 3339. */
export function patchTask(task: Task, patch: TaskPatch, at: string): Task {
  const next: Task = { ...task, ...fieldsOf(patch) }
  if (next.status !== task.status) next.completed_at = next.status === 'done' ? at : null
  return next
}
