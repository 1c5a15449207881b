// Carries out what an agent proposed and a person accepted: through the use-cases of single calls, as that agent, in the transaction of the
// decision. What it makes has a uid that follows from the proposal's, so that two who accept one proposal without a network make one thing.
import { startedBy } from '../../shared/domain/tasks/triage.ts'
import { unprovenTool } from '../../shared/domain/agents/proposal-rules.ts'
import { conversationTool } from '../../shared/domain/mail/undecided-mail.ts'
import { type FinishCall, finishOf } from '../../shared/domain/work/finishing.ts'
import { appended } from '../../shared/domain/tasks/appended.ts'
import { uidFrom } from '../../shared/node/uid-from.ts'
import type { NewComment } from '../../shared/schema/comment.ts'
import type { ContactPatch, NewContact } from '../../shared/schema/contact.ts'
import type { Proposal } from '../../shared/schema/proposal.ts'
import type { NewReply } from '../../shared/schema/mail/reply.ts'
import type { NewSavedList, SavedListPatch } from '../../shared/schema/saved-list.ts'
import type { NewSchedule, SchedulePatch } from '../../shared/schema/schedule.ts'
import type { NewTask, Task, TaskPatch } from '../../shared/schema/task.ts'
import type { Comments } from '../comments/comments.ts'
import { ownOrByRole } from '../comments/own-comment.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { TeamContext } from '../context.ts'
import type { Replies } from '../email/replies/replies.ts'
import type { Write } from '../journal/journal.ts'
import type { Lists } from '../lists/lists.ts'
import type { Schedules } from '../schedules/schedules.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { FinishTask } from '../work/finish-task.ts'
import { carryOutMail } from './carry-out-mail.ts'
import { checkedArguments } from './proposed-arguments.ts'
import { proposalStore } from './proposal-store.ts'

export interface Features {
  tasks: Tasks
  comments: Comments
  schedules: Schedules
  contacts: Contacts
  lists: Lists
  finish: Pick<FinishTask, 'approved' | 'presentKey'>
  replies: Pick<Replies, 'send'>
}

type Result = Record<string, unknown>
type Work = (features: Features, given: never, ctx: TeamContext & { write: Write }, uid: string) => Promise<Result>

/** What is there under that uid already: another device carried the same proposal out. */
const known = (table: 'tasks' | 'comments' | 'schedules' | 'contacts' | 'lists', uid: string, { write }: { write: Write }) =>
  proposalStore.made(write.tx, table, write.teamId, uid)

const taskChanged = (outcome: string, { id, uid }: Pick<Task, 'id' | 'uid'>): Result => ({ outcome, task: { id, uid } })

const works: Readonly<Record<string, Work>> = {
  create_task: async ({ tasks, comments }, { force, reason, ...fields }: NewTask & { force?: boolean; reason?: string }, ctx, uid) => {
    const existing = await known('tasks', uid, ctx)
    if (existing) return taskChanged('existing', { id: existing.id, uid })
    const { id, title } = await tasks.create(startedBy('agent', fields), ctx, { uid })
    if (force && reason?.trim())
      await comments.create(id, { body: `Created although similar tasks exist: ${reason.trim()}` }, ctx, { uid: uidFrom(uid, 'reason') })
    return { outcome: 'created', task: { id, uid, title } }
  },
  change_task: async ({ tasks }, { id, ...patch }: TaskPatch & { id: number }, ctx) => taskChanged('updated', await tasks.update(id, patch, ctx)),
  set_task_status: async ({ tasks }, { id, status }: Required<Pick<TaskPatch, 'status'>> & { id: number }, ctx) =>
    taskChanged('updated', await tasks.update(id, { status }, ctx)),
  // A person takes it for done as it is.
  [unprovenTool]: async ({ tasks }, { id }: { id: number }, ctx) => taskChanged('updated', await tasks.update(id, { status: 'done' }, ctx)),
  [conversationTool]: carryOutMail,
  finish_task: async ({ tasks, finish }, { id, ...asked }: FinishCall & { id: number }, ctx, uid) => {
    // A desktop has carried it out, and what it wrote is arriving.
    if (await known('comments', uid, ctx)) return taskChanged('existing', await tasks.held(ctx.write, id))
    const { outcome, task } = await finish.approved(id, finishOf(asked), uid, ctx)
    return { ...taskChanged(outcome, task), status: task.status }
  },
  // The tool's description is added to what is there.
  update_task: async ({ tasks }, { id, description, ...patch }: TaskPatch & { id: number }, ctx) => {
    const text = description?.trim() ? { description: appended((await tasks.held(ctx.write, id)).description, description) } : {}
    // It grows with each addition.
    checkedArguments('change_task', { id, ...text })
    return taskChanged('updated', await tasks.update(id, { ...patch, ...text }, ctx))
  },
  delete_task: async ({ tasks }, { id }: { id: number }, ctx) => {
    await tasks.remove(id, ctx)
    return { outcome: 'deleted' }
  },
  add_comment: async ({ comments }, { id, ...comment }: NewComment & { id: number }, ctx, uid) => {
    const existing = await known('comments', uid, ctx)
    return { outcome: existing ? 'existing' : 'created', comment_id: (existing ?? (await comments.create(id, comment, ctx, { uid }))).id }
  },
  draft_reply: async ({ replies }, { id, ...reply }: NewReply & { id: number }, ctx, uid) => {
    const { id: sent, state } = await replies.send(id, { ...reply, uid }, ctx)
    return { outcome: state === 'waiting' ? 'created' : 'existing', reply_id: sent }
  },
  change_comment: async ({ comments }, { id, comment_id, body }: NewComment & { id: number; comment_id: number }, ctx) => ({
    outcome: 'updated',
    comment_id: (await comments.update(id, comment_id, { body }, ctx, ownOrByRole)).id,
  }),
  delete_comment: async ({ comments }, { id, comment_id }: { id: number; comment_id: number }, ctx) => {
    await comments.remove(id, comment_id, ctx, ownOrByRole)
    return { outcome: 'deleted' }
  },
  schedule_reminder: async ({ schedules }, { id, ...rule }: NewSchedule & { id: number }, ctx, uid) => {
    const existing = await known('schedules', uid, ctx)
    return { outcome: existing ? 'existing' : 'created', schedule_id: (existing ?? (await schedules.create(id, rule, ctx, { uid }))).id }
  },
  change_reminder: async ({ schedules }, { id, schedule_id, ...patch }: SchedulePatch & { id: number; schedule_id: number }, ctx) => ({
    outcome: 'updated',
    schedule_id: (await schedules.update(id, schedule_id, patch, ctx)).id,
  }),
  delete_reminder: async ({ schedules }, { id, schedule_id }: { id: number; schedule_id: number }, ctx) => {
    await schedules.remove(id, schedule_id, ctx)
    return { outcome: 'deleted' }
  },
  create_contact: async ({ contacts }, contact: NewContact, ctx, uid) => {
    if (await known('contacts', uid, ctx)) return { outcome: 'existing' }
    const { slug, name } = await contacts.create(contact, ctx, { uid })
    return { outcome: 'created', contact: { slug, name } }
  },
  change_contact: async ({ contacts }, { slug, ...patch }: ContactPatch & { slug: string }, ctx) => ({
    outcome: 'updated',
    contact: { slug: (await contacts.update(slug, patch, ctx)).slug },
  }),
  delete_contact: async ({ contacts }, { slug }: { slug: string }, ctx) => {
    await contacts.remove(slug, ctx)
    return { outcome: 'deleted' }
  },
  create_list: async ({ lists }, list: NewSavedList, ctx, uid) => {
    if (!(await known('lists', uid, ctx))) await lists.create(list, ctx, { uid })
    return { outcome: 'created', list: { uid } }
  },
  change_list: async ({ lists }, { uid, ...patch }: SavedListPatch & { uid: string }, ctx) => ({
    outcome: 'updated',
    list: { uid: (await lists.update(uid, patch, ctx)).uid },
  }),
  delete_list: async ({ lists }, { uid }: { uid: string }, ctx) => {
    await lists.remove(uid, ctx)
    return { outcome: 'deleted' }
  },
}

export const canCarryOut = (tool: string): boolean => Object.hasOwn(works, tool)

/** What a no brings about, as the person who said it. */
export async function refuse({ tasks }: Features, { tool, task_id }: Proposal, ctx: TeamContext & { write: Write }): Promise<void> {
  // Whoever wants more than there is gives the task back to whom can take it.
  if (tool === unprovenTool && task_id !== null) await tasks.update(task_id, { status: 'todo' }, ctx)
}

/** `ctx`: as who proposed it, inside the write of the decision. Returns what the proposal says came of it. */
export function carryOut(
  features: Features,
  { tool, arguments: given, uid }: Proposal & { uid: string },
  ctx: TeamContext & { write: Write },
): Promise<Result> {
  const one = works[tool]
  if (!one) throw new Error(`nothing carries out ${tool}`)
  return one(features, checkedArguments(tool, given) as never, ctx, uidFrom('proposal', uid))
}
