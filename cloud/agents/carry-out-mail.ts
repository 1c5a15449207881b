// Carries out a person's yes to a mail that a machine of the team was not sure about: as its sender, and the same as that machine would write, under the
// same uids.
import { readCorrespondent } from '../../shared/domain/mail/mail-address.ts'
import type { UndecidedMail } from '../../shared/domain/mail/undecided-mail.ts'
import { addressKey, requesterFor } from '../../shared/domain/people/same-person.ts'
import { startedBy } from '../../shared/domain/tasks/triage.ts'
import { uidFrom } from '../../shared/node/uid-from.ts'
import type { NewTask, Task } from '../../shared/schema/task.ts'
import type { TeamContext } from '../context.ts'
import type { Write } from '../journal/journal.ts'
import type { Features } from './carry-out.ts'
import { proposalStore } from './proposal-store.ts'

export interface GivenMail {
  as: 'create' | 'update' | 'reopen'
  /** Its `due` is when to remind, as the mail had it: `remind_at`. `also`: who was in copy. */
  task: Pick<NewTask, 'title' | 'description' | 'priority'> & { deadline?: string; also?: string[] }
  mail: UndecidedMail
  /** The task that it is about; missing: a new one. */
  id?: number
}

type Context = TeamContext & { write: Write }
type Outcome = 'created' | 'updated' | 'existing'

const maxRequesters = 100

/** What stands for a person in a task's requesters: may add a contact. */
async function requester({ contacts }: Features, person: string, ctx: Context, uid: string): Promise<string> {
  const sender = readCorrespondent(person)
  const { tx, teamId } = ctx.write
  const key = sender.email === undefined ? undefined : addressKey(sender.email)
  const known = key === undefined ? undefined : (await contacts.all(tx, teamId)).find(({ email }) => email !== null && addressKey(email) === key)
  const named = requesterFor(sender, known)
  return 'word' in named ? named.word : (await contacts.create(named.add, ctx, { uid })).slug
}

/** The sender, and who was in copy. */
async function asking(features: Features, { task, mail }: GivenMail, ctx: Context, uid: string): Promise<string[]> {
  const found = [await requester(features, mail.from, ctx, uidFrom(uid, 'requester'))]
  for (const person of task.also ?? []) found.push(await requester(features, person, ctx, uidFrom(uid, `requester ${person}`)))
  return found
}

async function create(features: Features, given: GivenMail, ctx: Context, uid: string): Promise<[Outcome, Pick<Task, 'id' | 'uid'>]> {
  const { mail } = given
  const { title, description, priority, deadline } = given.task
  const existing = await proposalStore.made(ctx.write.tx, 'tasks', ctx.write.teamId, uid)
  if (existing) return ['existing', { id: existing.id, uid }]
  const requesters = [...new Set(await asking(features, given, ctx, uid))].slice(0, maxRequesters)
  const made = await features.tasks.create(startedBy('email', { title, description, priority, due: deadline ?? null, requesters }), ctx, { uid })
  // What passed while it waited is no reminder any more.
  if (mail.remind_at !== null && mail.remind_at > ctx.write.at)
    await features.schedules.create(made.id, { type: 'one_time', fire_at: mail.remind_at }, ctx, { uid: uidFrom(uid, 'due') })
  return ['created', made]
}

async function add(features: Features, id: number, given: GivenMail, ctx: Context, uid: string): Promise<Task> {
  const { tasks, comments } = features
  const { mail } = given
  const task = await tasks.held(ctx.write, id)
  const { tx, teamId } = ctx.write
  const comment_uid = mail.comment_uid ?? uid
  if (mail.body !== '' && !(await proposalStore.made(tx, 'comments', teamId, comment_uid)))
    await comments.create(id, { body: mail.body }, ctx, { uid: comment_uid })
  const requesters = [...new Set([...task.requesters, ...(await asking(features, given, ctx, uid))])]
  return requesters.length > maxRequesters ? task : tasks.update(id, { requesters }, ctx)
}

/** `ctx`: as the sender. */
export async function carryOutMail(features: Features, given: GivenMail, ctx: Context, uid: string): Promise<Record<string, unknown>> {
  const { as, id } = given
  if (as === 'create' || id === undefined) {
    const [outcome, task] = await create(features, given, ctx, uid)
    return { outcome, task: { id: task.id, uid: task.uid, title: given.task.title } }
  }
  const task = as === 'update' ? await add(features, id, given, ctx, uid) : await reopened(features, id, ctx)
  return { outcome: 'updated', task: { id: task.id, uid: task.uid } }
}

async function reopened({ tasks }: Features, id: number, ctx: Context): Promise<Task> {
  const task = await tasks.held(ctx.write, id)
  return task.status === 'done' ? tasks.update(id, { status: 'todo' }, ctx) : task
}
