// What is answered of a task beside its own fields: what follows from other tasks, from claims and from who asks. Asked anew each time, since a
// blocker that undo, sync or an import closed must free its dependants just as well.
import { isOneOf } from '../people/same-name.ts'
import type { Status, Task, TaskView, Waiting } from '../../schema/task.ts'

export interface Around {
  /** A task that is there. */
  byUid(uid: string): { id: number; status: Status } | undefined
  partsOf(uid: string): { open: number; total: number }
  /** Somebody else who has claimed it. */
  claimedBy(id: number): string | undefined
  /** How many questions about it are open. Only a service that keeps questions knows. */
  questionsOn?(id: number): number
  /** The proposal to finish it that nobody has decided on. Only a service that keeps proposals knows. */
  finishOf?(id: number): number | undefined
  /** As whom the caller is assigned. */
  me: readonly string[]
  /** When a task that is done comes back. */
  comesBackAt(id: number): string | undefined
}

export const isWaiting = (status: Status): boolean => status === 'backlog' || status === 'todo'

export function viewOf(task: Task, { byUid, partsOf, claimedBy, questionsOn, finishOf, me, comesBackAt }: Around): TaskView & { etag?: string } {
  const blockers = task.blocker_uids.flatMap((uid) => byUid(uid) ?? [])
  const parts = partsOf(task.uid)
  const waits_for = isWaiting(task.status) ? reasons() : []

  function reasons(): Waiting[] {
    const claim = claimedBy(task.id)
    const questions = questionsOn?.(task.id) ?? 0
    const finish = finishOf?.(task.id)
    return [
      ...blockers.filter(({ status }) => status !== 'done').map(({ id }) => ({ for: 'blocker' as const, id })),
      ...(parts.open > 0 ? [{ for: 'parts' as const, count: parts.open }] : []),
      ...(questions > 0 ? [{ for: 'question' as const, count: questions }] : []),
      ...(finish === undefined ? [] : [{ for: 'proposal' as const, id: finish }]),
      ...(claim === undefined ? [] : [{ for: 'claim' as const, who: claim }]),
      ...(task.assignee === null || isOneOf(me, task.assignee) ? [] : [{ for: 'assignee' as const, who: task.assignee }]),
    ]
  }

  const view: TaskView & { etag?: string } = {
    ...task,
    parent_id: (task.parent_uid === null ? undefined : byUid(task.parent_uid))?.id ?? null,
    blocked_by: blockers.map(({ id }) => id),
    parts,
    ready: isWaiting(task.status) && waits_for.length === 0,
    waits_for,
  }
  const comes_back_at = task.status === 'done' ? comesBackAt(task.id) : undefined
  if (comes_back_at !== undefined) view.comes_back_at = comes_back_at
  const etag = tagOf(view)
  if (etag !== undefined) view.etag = etag
  return view
}

/** Another answer at the same version is another representation: what follows from elsewhere is in its tag, behind the version. */
function tagOf({ version, parent_id, blocked_by, parts, waits_for, comes_back_at }: TaskView): string | undefined {
  if (parent_id === null && blocked_by.length === 0 && parts.total === 0 && waits_for.length === 0 && comes_back_at === undefined) return undefined
  const text = JSON.stringify([parent_id, blocked_by, parts, waits_for, ...(comes_back_at === undefined ? [] : [comes_back_at])])
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${version}.${hash >>> 0}`
}
