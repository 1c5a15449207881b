// What nobody has decided about yet: it is in the Inbox.
import type { ActorKind } from '../../schema/actor.ts'
import type { NewTask, Task, TaskPatch } from '../../schema/task.ts'

/** Finished by anybody it leaves the Inbox, and is there again if it is opened again untriaged. */
export const isInInbox = ({ triage, status }: Pick<Task, 'triage' | 'status'>): boolean => triage !== null && status !== 'done'

/** Who writes one of these has decided about the task. */
const deciding = ['status', 'priority', 'due', 'labels', 'assignee', 'parent_id', 'parent_uid'] as const satisfies (keyof TaskPatch)[]

const isSaid = (value: unknown) => value != null && !(Array.isArray(value) && value.length === 0)

/** What of a new task is more than a title. */
const hasValues = ({ status = 'backlog', priority = 'medium', ...rest }: NewTask): boolean =>
  status !== 'backlog' || priority !== 'medium' || deciding.some((field) => field in rest && isSaid(rest[field as keyof typeof rest]))

/** A new task as `kind` makes it: only what a person gives values is triaged, unless the caller says it. */
export const startedBy = <T extends NewTask>(kind: ActorKind, task: T): T =>
  task.triage === undefined && !(kind === 'person' && hasValues(task)) ? { ...task, triage: 'waiting' } : task

/** A change as `kind` makes it: a person who decides about a task takes it out of the Inbox, unless the caller says otherwise. */
export const decidedBy = <P extends TaskPatch>(kind: ActorKind, patch: P): P =>
  kind === 'person' && patch.triage === undefined && deciding.some((field) => patch[field] !== undefined) ? { ...patch, triage: null } : patch
