// What a task says of other tasks. It was worked out when the task was last answered (shared/domain/tasks/task-view.ts); what an entry of the journal
// says of a task has none of it.
import { isWaiting } from '../../../shared/domain/tasks/task-view.ts'
import type { Task, TaskView, Waiting } from '../../../shared/schema/task.ts'
import { m } from '../messages.ts'

export type Links = Pick<TaskView, 'parent_id' | 'blocked_by' | 'parts' | 'waits_for'>

const none: Links = { parent_id: null, blocked_by: [], parts: { open: 0, total: 0 }, waits_for: [] }

/** Undefined: it was never answered whole. */
export function answeredLinks(task: Task): Links | undefined {
  const { parent_id, blocked_by, parts, waits_for } = task as Task & Partial<Links>
  return parts && waits_for && blocked_by && parent_id !== undefined ? { parent_id, blocked_by, parts, waits_for } : undefined
}

export const linksOf = (task: Task): Links => answeredLinks(task) ?? none

/** What a task says of its blockers, as far as it follows from the tasks that are known here: until it is answered again. */
export function withLinks<T extends Task>(task: T, known: () => readonly Task[]): T {
  const links = answeredLinks(task)
  if (!links) return task
  const byUid = new Map(known().map((one) => [one.uid, one]))
  const blockers = task.blocker_uids.flatMap((uid) => byUid.get(uid) ?? [])
  const open = blockers.filter(({ status }) => status !== 'done').map(({ id }) => ({ for: 'blocker' as const, id }))
  const parent = task.parent_uid === null ? null : (byUid.get(task.parent_uid)?.id ?? links.parent_id)
  const others = links.waits_for.filter(({ for: what }) => what !== 'blocker')
  return { ...task, parent_id: parent, blocked_by: blockers.map(({ id }) => id), waits_for: isWaiting(task.status) ? [...open, ...others] : [] }
}

/** As far as can be told from here: one that was not answered yet is ready if nothing in it speaks against it. */
export function isReady(task: Task): boolean {
  if (!isWaiting(task.status)) return false
  const links = answeredLinks(task)
  return links ? links.waits_for.length === 0 : task.blocker_uids.length === 0 && task.assignee === null
}

/** More than these are counted. */
const maxNamed = 3

/** What it waits for, each in a few words. Who is assigned or at work is not said where a mark of its own says so. */
export function waitingTexts(task: Task, isWhole = true): string[] {
  const waits = isWaiting(task.status) ? linksOf(task).waits_for : []
  const blockers = waits.flatMap(({ for: what, id }) => (what === 'blocker' && id !== undefined ? [`#${id}`] : []))
  const others = waits.filter(({ for: what }) => what !== 'blocker' && (isWhole || what === 'question' || what === 'proposal'))
  const left = blockers.length - maxNamed
  return [...(left > 1 ? [...blockers.slice(0, maxNamed), m.links.others(left)] : blockers), ...others.map(textOf)]
}

function textOf({ for: what, count = 0, who = '' }: Waiting): string {
  if (what === 'parts') return m.links.openParts(count)
  if (what === 'question') return m.links.answers(count)
  if (what === 'proposal') return m.links.approval
  return who.replace(/^agent:/, '')
}
