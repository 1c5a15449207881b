// What names something that the cloud does not have yet, a task or a contact, waits until that is there, and then names it as the cloud does. Pure.
import type { TaskPatch } from '../../../../shared/schema/task.ts'
import { isTemporaryUid, temporaryUid } from '../../unnumbered.ts'
import type { Write } from './write.ts'

const bodyOf = (write: Write): TaskPatch => (write.kind === 'create' || write.kind === 'change' ? write.body : {})

const linksIn = ({ parent_uid, blocker_uids }: TaskPatch): string[] => [...(parent_uid ? [parent_uid] : []), ...(blocker_uids ?? [])]

/** Whether it names a task that is still to be made, or a contact who may get another slug. */
export function isAhead(write: Write, writes: readonly Write[]): boolean {
  const requesters = bodyOf(write).requesters ?? []
  if (requesters.length > 0 && writes.some((one) => one.kind === 'contact' && one.turn < write.turn && requesters.includes(one.shown.slug))) return true
  const named = linksIn(bodyOf(write)).filter(isTemporaryUid)
  return named.length > 0 && writes.some((one) => one.kind === 'create' && named.includes(temporaryUid(one.id)))
}

/** Those that name the task, with what they say instead. `uid`: as the cloud calls it; undefined: it is not made after all. */
export function relinked(id: number, uid: string | undefined, waiting: readonly Write[]): { write: Write; body: TaskPatch }[] {
  const before = temporaryUid(id)
  return waiting.flatMap((write) => {
    const body = bodyOf(write)
    if (!linksIn(body).includes(before)) return []
    const { parent_uid, blocker_uids } = body
    const links: TaskPatch = {}
    if (parent_uid !== undefined) links.parent_uid = parent_uid === before ? (uid ?? null) : parent_uid
    if (blocker_uids !== undefined) links.blocker_uids = (blocker_uids ?? []).flatMap((one) => (one === before ? (uid ?? []) : [one]))
    return [{ write, body: { ...body, ...links } }]
  })
}
