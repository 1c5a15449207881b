// What the team has no room for is held on the device until somebody tries again; what it does not concern goes past it. Pure.
import { ApiError } from '../../api.ts'
import type { Write } from './write.ts'

const isOf =
  <K extends Write['kind']>(...kinds: readonly K[]) =>
  (write: Write): write is Extract<Write, { kind: K }> =>
    (kinds as readonly string[]).includes(write.kind)

/** Of tasks and what hangs on them: whole texts may be in these. Contacts come back as a draft, decisions are still there to be made. */
const isHeldKind = isOf('create', 'change', 'comment', 'comment-change', 'remind', 'remind-change')

/** They make room. */
export const isRemoval = isOf('delete', 'comment-delete', 'unremind', 'contact-delete', 'list-delete')

export const isToHold = (write: Write, error: unknown): error is ApiError =>
  isHeldKind(write) && error instanceof ApiError && error.problem.code === 'quota_exceeded'

const commentOf = (write: Write): number | undefined =>
  write.kind === 'comment' ? write.shown.id : write.kind === 'comment-change' || write.kind === 'comment-delete' ? write.commentId : undefined

const scheduleOf = (write: Write): number | undefined =>
  write.kind === 'remind' ? write.shown.id : write.kind === 'remind-change' || write.kind === 'unremind' ? write.scheduleId : undefined

/** Whether a write of the same task may be sent before one that is held: it is about something else of it. */
export function mayPass(write: Write, held: Write): boolean {
  // The task is not there yet.
  if (held.kind === 'create') return false
  if (held.kind === 'change') return write.kind !== 'change' || !Object.keys(write.body).some((field) => field in held.body)
  const isSame = (idOf: (one: Write) => number | undefined) => idOf(held) !== undefined && idOf(held) === idOf(write)
  return !isSame(commentOf) && !isSame(scheduleOf)
}
