// How one write gets to the cloud, and what becomes of it when somebody else was there first.
import type { Comment } from '../../../../shared/schema/comment.ts'
import type { Contact } from '../../../../shared/schema/contact.ts'
import type { SavedList } from '../../../../shared/schema/saved-list.ts'
import type { Proposal } from '../../../../shared/schema/proposal.ts'
import type { Schedule } from '../../../../shared/schema/schedule.ts'
import type { NewTask, Task } from '../../../../shared/schema/task.ts'
import { mergedText } from '../../../../shared/domain/history/merge-text.ts'
import type { Clash } from '../../../../shared/domain/history/merge-fields.ts'
import { ApiError } from '../../api.ts'
import { cloudApi } from '../../cloud-api.ts'
import { fieldText, isSame, valueText } from '../../../lib/conflict-text.ts'
import type { CopyListener } from '../../listener.ts'
import { currentTeam } from '../../session.ts'
import { account as says } from '../../../messages/account.ts'
import { m } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { type Reply, sendUntilSettled } from '../../../../shared/sync/send-until-settled.ts'
import { conflictsOf, type KeptConflicts } from '../replica/kept-conflicts.ts'
import { mergedChange } from './merge-change.ts'
import type { ExecuteWrite } from './outbox.ts'
import { taskFields } from '../../../../shared/sync/synced-fields.ts'
import { twinOf } from '../../../../shared/domain/people/same-person.ts'
import { sendAnswer } from './send-answer.ts'
import { asWritten } from './waiting-contacts.ts'
import { asSaved } from './waiting-lists.ts'
import { ruleOf, type Write } from './write.ts'

type Headers_ = Record<string, string>
type Change = Extract<Write, { kind: 'change' }>
type Hanging = Extract<Write, { kind: 'comment' | 'comment-change' | 'remind' | 'remind-change' }>
type As = (more?: Headers_) => { headers: Headers_ }

const tag = (version: number): Headers_ => ({ 'If-Match': `"${version}"` })
const is = (error: unknown, status: number) => error instanceof ApiError && error.problem.status === status

/** 412 and 404 are replies that sync has a rule for; everything else is thrown. */
async function replyTo<T>(call: Promise<T>): Promise<Reply<T>> {
  try {
    return { status: 'applied', answer: await call }
  } catch (error) {
    if (is(error, 412)) return { status: 'conflict', error }
    if (is(error, 404)) return { status: 'gone', error }
    throw error
  }
}

/** Of what is deleted: the person is told that it changed meanwhile. */
const tell = (error: unknown): never => {
  throw error
}
/** Nothing that it belongs to can be missing. */
const alone = { recreateTask: tell }

/** `keep`: what somebody else wrote is on this device before it stands nowhere else; `say`: once it is so. */
async function change(
  { id, body, base, version, key }: Change,
  as: As,
  keep: (clashes: Clash[]) => Promise<void>,
  say: (clashes: Clash[]) => void,
): Promise<Task> {
  let wanted = body
  let clashes: Clash[] = []
  let known = version
  const task = await sendUntilSettled<Task>('update', {
    ...alone,
    async send(action) {
      if (action === 'create') return { status: 'applied', answer: await revive(id, { ...base, ...body }, key, as) }
      const reply = await replyTo(cloudApi.updateTask({ params: { id }, body: wanted }, as(known === undefined ? {} : tag(known))))
      if (reply.status === 'applied' && clashes.length > 0) say(clashes)
      return reply
    },
    async merge() {
      const theirs = await replyTo(cloudApi.getTask({ params: { id } }, as()))
      if (theirs.status === 'gone') return 'gone'
      if (theirs.status !== 'applied') throw theirs.error
      ;({ wanted, clashes } = mergedChange(body, base, theirs.answer))
      if (clashes.length > 0) await keep(clashes)
      known = theirs.answer.version
      return 'ahead'
    },
  })
  return task as Task
}

/** Deleted meanwhile: what somebody wrote outlives what somebody took away. */
async function revive(id: number, last: NewTask, key: string, as: As): Promise<Task> {
  const body = Object.fromEntries(taskFields.map((field) => [field, last[field]])) as NewTask
  const revived = await cloudApi.createTask({ body }, as({ 'Idempotency-Key': key }))
  notify({ kind: 'done', text: says.revived(id, revived.id) })
  return revived
}

/** What hangs on a task, which comes back for it when it is gone. */
async function hang<T>({ id, key, base }: Hanging, as: As, send: (id: number, as: { headers: Headers_ }) => Promise<T>): Promise<T> {
  let home = { id, key }
  const made = await sendUntilSettled<T>('create', {
    send: () => replyTo(send(home.id, as({ 'Idempotency-Key': home.key }))),
    merge: tell,
    async recreateTask(error) {
      if (!base || home.id !== id) throw error
      // Keys of their own, the same at each try: a crash in between makes neither of them twice.
      const revived = await revive(id, base, `${key} task`, as)
      home = { id: revived.id, key: `${key} again` }
    },
  })
  return made as T
}

/** What another device of the same person wrote into it meanwhile stands beside this. Deleted meanwhile: what somebody wrote outlives what somebody took away. */
async function changeComment(write: Extract<Write, { kind: 'comment-change' }>, as: As): Promise<Comment> {
  const { id, commentId, was, shown } = write
  const params = { id, commentId }
  const comment = await sendUntilSettled<Comment>('update', {
    ...alone,
    merge: () => Promise.resolve('ahead'),
    async send(action) {
      if (action === 'create')
        return {
          status: 'applied',
          answer: await hang(write, as, (home, options) => cloudApi.createComment({ params: { id: home }, body: { body: shown.body } }, options)),
        }
      const there = await replyTo(cloudApi.full.getComment({ params }, as()))
      if (there.status !== 'applied') return there
      const { body: now, headers } = there.answer
      const body = mergedText(shown.body, was, now.body)
      return replyTo(cloudApi.updateComment({ params, body: { body } }, as({ 'If-Match': headers.get('ETag') ?? '*' })))
    },
  })
  return comment as Comment
}

/** Removed meanwhile, or its task: what somebody wrote outlives what somebody took away. Two rules make none, so the unsent one counts. */
async function changeReminder(write: Extract<Write, { kind: 'remind-change' }>, as: As): Promise<Schedule> {
  const { id, scheduleId, body, shown } = write
  const schedule = await sendUntilSettled<Schedule>('update', {
    ...alone,
    merge: tell,
    async send(action) {
      if (action !== 'create') return replyTo(cloudApi.updateSchedule({ params: { id, scheduleId }, body }, as()))
      return {
        status: 'applied',
        answer: await hang(write, as, (home, options) => cloudApi.createSchedule({ params: { id: home }, body: ruleOf(shown) }, options)),
      }
    },
  })
  return schedule as Schedule
}

/** Somebody else may have added the same person while this one waited. */
async function makeContact({ body, key, isApart }: Extract<Write, { kind: 'contact' }>, as: As): Promise<Contact> {
  const twin = isApart ? twinOf(await cloudApi.listContacts({}, as()), body) : undefined
  if (!twin) return cloudApi.createContact({ body }, as({ 'Idempotency-Key': key }))
  return cloudApi.updateContact({ params: { slug: twin.slug }, body: twin.lacks }, as())
}

/** Deleted meanwhile: what somebody wrote outlives what somebody took away, as with tasks. */
async function changeContact({ slug, body, base, key }: Extract<Write, { kind: 'contact-change' }>, as: As): Promise<Contact> {
  const contact = await sendUntilSettled<Contact>('update', {
    ...alone,
    merge: tell,
    async send(action) {
      if (action !== 'create') return replyTo(cloudApi.updateContact({ params: { slug }, body }, as()))
      const again = asWritten({ ...base, ...body })
      const answer = await cloudApi.createContact({ body: again }, as({ 'Idempotency-Key': key }))
      notify({ kind: 'done', text: says.contactRevived(again.name) })
      return { status: 'applied', answer }
    },
  })
  return contact as Contact
}

/** Deleted meanwhile: what somebody wrote outlives what somebody took away. */
async function changeList({ uid, body, base, key }: Extract<Write, { kind: 'list-change' }>, as: As): Promise<SavedList> {
  const list = await sendUntilSettled<SavedList>('update', {
    ...alone,
    merge: tell,
    async send(action) {
      if (action !== 'create') return replyTo(cloudApi.updateList({ params: { uid }, body }, as()))
      const answer = await cloudApi.createList({ body: asSaved({ ...base, ...body }) }, as({ 'Idempotency-Key': key }))
      notify({ kind: 'done', text: says.listRevived(answer.name) })
      return { status: 'applied', answer }
    },
  })
  return list as SavedList
}

/** Only as the person saw it. */
async function deleteContact({ slug, base }: Extract<Write, { kind: 'contact-delete' }>, as: As): Promise<undefined> {
  let { name } = base
  await sendUntilSettled('delete', {
    ...alone,
    async send() {
      const there = await replyTo(cloudApi.full.getContact({ params: { slug } }, as()))
      if (there.status !== 'applied') return there
      const { body, headers } = there.answer
      if (body.updated_at === base.updated_at) return replyTo(cloudApi.deleteContact({ params: { slug } }, as({ 'If-Match': headers.get('ETag') ?? '*' })))
      ;({ name } = body)
      return { status: 'conflict', error: undefined }
    },
    merge() {
      notify({ kind: 'problem', text: says.contactStays(name) })
      return Promise.resolve('same')
    },
  })
  return undefined
}

/** Gone already is as good. Of a task that changed meanwhile the change counts: that is 412, and is said. */
async function remove(call: () => Promise<unknown>): Promise<undefined> {
  await sendUntilSettled('delete', { ...alone, send: () => replyTo(call()), merge: tell })
  return undefined
}

/** The answer to a first try may have been lost: decided already in this way is as good. */
async function decide({ proposal: { id }, accept, reason }: Extract<Write, { kind: 'decide' }>, as: As): Promise<Proposal> {
  const params = { id }
  try {
    return await (accept ? cloudApi.acceptProposal({ params }, as()) : cloudApi.rejectProposal({ params, body: reason === undefined ? {} : { reason } }, as()))
  } catch (error) {
    if (!is(error, 409)) throw error
    const stands = await cloudApi.getProposal({ params }, as())
    if (stands.state === (accept ? 'accepted' : 'rejected')) return stands
    throw error
  }
}

/** What somebody else wrote meanwhile stands no longer, or not alone: it must not go without a word. Review has it. */
function sayOverruled(id: number, clashes: readonly Clash[], listener: CopyListener | undefined): void {
  const texts = clashes.map(({ field, remote, local, kept }) =>
    isSame(local, kept) ? says.overruled(id, fieldText({ field }), valueText(remote, field)) : says.bothStand(id, fieldText({ field })),
  )
  const compare = listener && { label: m.cloud.conflict.compare, run: () => listener.compareConflicts() }
  notify({ kind: 'problem', text: texts.join(' '), ...(compare ? { action: compare } : {}) })
}

/** Into that team, whichever is shown. */
export function createWriteExecutor(team: string, listener: CopyListener, conflicts: KeptConflicts): ExecuteWrite {
  const as = (more: Headers_ = {}) => ({ headers: { 'X-Team-Id': team, ...more } })
  return async (write) => {
    switch (write.kind) {
      case 'create':
        return cloudApi.createTask({ body: write.body }, as({ 'Idempotency-Key': write.key }))
      case 'change':
        return change(
          write,
          as,
          (clashes) => conflicts.put(conflictsOf(write.turn, write.id, clashes, new Date().toISOString())),
          (clashes) => sayOverruled(write.id, clashes, team === currentTeam.get() ? listener : undefined),
        )
      case 'comment':
        return hang(write, as, (id, options) => cloudApi.createComment({ params: { id }, body: { body: write.shown.body } }, options))
      case 'comment-change':
        return changeComment(write, as)
      case 'comment-delete':
        return remove(() => cloudApi.deleteComment({ params: { id: write.id, commentId: write.commentId } }, as()))
      case 'remind':
        return hang(write, as, (id, options) => cloudApi.createSchedule({ params: { id }, body: write.body }, options))
      case 'remind-change':
        return changeReminder(write, as)
      case 'contact':
        return makeContact(write, as)
      case 'contact-change':
        return changeContact(write, as)
      case 'contact-delete':
        return deleteContact(write, as)
      case 'list':
        // One that an earlier build kept has its uid only there.
        return cloudApi.createList({ body: { ...write.body, uid: write.shown.uid } }, as({ 'Idempotency-Key': write.key }))
      case 'list-change':
        return changeList(write, as)
      case 'list-delete':
        return remove(() => cloudApi.deleteList({ params: { uid: write.uid } }, as()))
      case 'answer':
        return sendAnswer(write, as)
      case 'decide':
        return decide(write, as)
      case 'unremind':
        return remove(() => cloudApi.deleteSchedule({ params: { id: write.id, scheduleId: write.scheduleId } }, as()))
      case 'delete':
        return remove(() => cloudApi.deleteTask({ params: { id: write.id } }, as(write.version === undefined ? {} : tag(write.version))))
    }
  }
}
