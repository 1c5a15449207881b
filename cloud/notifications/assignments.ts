// Tells a member that somebody else has given them a task. Queued in the transaction of the write itself: whatever ends the cloud right after it,
// the row of the log is there, and a courier finds it.
import { assignedMember } from '../../shared/domain/people/assigned-member.ts'
import { isSameName } from '../../shared/domain/people/same-name.ts'
import type { Member } from '../../shared/schema/cloud/member.ts'
import type { Task } from '../../shared/schema/task.ts'
import type { TeamContext } from '../context.ts'
import type { Write } from '../journal/journal.ts'
import { isAuthor } from './authors.ts'
import type { Notifications } from './notifications.ts'

/** `before`: to whom it was assigned; null for a new task. */
export type TellAssigned = (write: Write, task: Task, before: string | null, ctx: TeamContext) => Promise<void>

interface AssignmentDeps {
  members: (write: Write) => Promise<readonly Member[]>
  queue: Notifications['queue']
}

/** A task that a device made longer ago than this is no news: its first sync brings those of years. Milliseconds. */
const newsFor = 3_600_000
/** How a desktop signs what it imports (electron/service/imports/file-imports.ts). */
const imported = /^import /

/** Whether somebody may have to be told, as far as the write itself says it; most writes assign nobody. */
export function mayBeTold(assignee: string | null | undefined, before: string | null, { caller }: Pick<TeamContext, 'caller'>): assignee is string {
  if (assignee == null || assignee.startsWith('agent:') || (before !== null && isSameName(before, assignee))) return false
  return caller?.kind !== 'session' || !isSameName(assignee, caller.user.email)
}

export function createTellAssigned({ members, queue }: AssignmentDeps): TellAssigned {
  return async (write, { id, title, assignee, created_at, status }, before, ctx) => {
    if (!mayBeTold(assignee, before, ctx) || status === 'done') return
    const isOld = before === null && Date.parse(write.at) - Date.parse(created_at) > newsFor
    if (ctx.actor.kind === 'sync' && (isOld || imported.test(ctx.actor.name))) return
    const active = (await members(write)).filter((member) => member.status === 'active')
    const given = assignedMember(assignee, active)
    // A name for an address, or the other way round, is no other person.
    const had = before === null ? undefined : assignedMember(before, active)
    if (!given || given.user_id === null || given === had || isAuthor(given, ctx)) return
    await queue(write, {
      event: 'task.assigned',
      task_id: id,
      title: `${ctx.actor.name} assigned you a task`.slice(0, 500),
      body: `#${id} ${title}`,
      url: `/task/${id}`,
      user_ids: [given.user_id],
      by: ctx.actor.name,
    })
  }
}
