// How one write gets to the cloud, and what becomes of it when somebody else was there first.
import type { Contact } from '../../../shared/schema/contact.ts'
import type { NewTask, Task } from '../../../shared/schema/task.ts'
import type { Clash } from '../../../shared/domain/history/merge-fields.ts'
import { ApiError } from '../api.ts'
import { cloudApi } from '../cloud-api.ts'
import { fieldText, valueText } from '../../lib/conflict-text.ts'
import type { CopyListener } from '../listener.ts'
import { currentTeam } from '../session.ts'
import { account as says } from '../../messages/account.ts'
import { notify } from '../../lib/notices.ts'
import { mergedChange } from './merge-change.ts'
import type { ExecuteWrite } from './outbox.ts'
import { twinOf } from '../../../shared/domain/people/same-person.ts'
import { asWritten } from './waiting-contacts.ts'
import type { Write } from './write.ts'

type Headers_ = Record<string, string>
type Change = Extract<Write, { kind: 'change' }>
type Hanging = Extract<Write, { kind: 'comment' | 'remind' }>
type As = (more?: Headers_) => { headers: Headers_ }

const tries = 5
const tag = (version: number): Headers_ => ({ 'If-Match': `"${version}"` })
const is = (error: unknown, status: number) => error instanceof ApiError && error.problem.status === status

async function change({ id, body, base, version, key }: Change, as: As, sayOverruled: (clashes: Clash[]) => void): Promise<Task> {
  let wanted = body
  let overruled: Clash[] = []
  let known = version
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        const now = await cloudApi.updateTask({ params: { id }, body: wanted }, as(known === undefined ? {} : tag(known)))
        if (overruled.length > 0) sayOverruled(overruled)
        return now
      } catch (error) {
        if (!is(error, 412) || attempt === tries) throw error
        const theirs = await cloudApi.getTask({ params: { id } }, as())
        ;({ wanted, overruled } = mergedChange(body, base, theirs))
        known = theirs.version
      }
    }
  } catch (error) {
    if (!is(error, 404)) throw error
    return revive(id, { ...base, ...body }, key, as)
  }
}

/** Deleted meanwhile: what somebody wrote outlives what somebody took away. */
async function revive(id: number, { title, description, status, priority, labels, requesters }: NewTask, key: string, as: As): Promise<Task> {
  const revived = await cloudApi.createTask({ body: { title, description, status, priority, labels, requesters } }, as({ 'Idempotency-Key': key }))
  notify({ kind: 'done', text: says.revived(id, revived.id) })
  return revived
}

/** What hangs on a task, which comes back for it when it is gone. */
async function hang<T>({ id, key, base }: Hanging, as: As, send: (id: number, as: { headers: Headers_ }) => Promise<T>): Promise<T> {
  try {
    return await send(id, as({ 'Idempotency-Key': key }))
  } catch (error) {
    if (!is(error, 404) || !base) throw error
    // Keys of their own, the same at each try: a crash in between makes neither of them twice.
    const { id: now } = await revive(id, base, `${key} task`, as)
    return send(now, as({ 'Idempotency-Key': `${key} again` }))
  }
}

/** Somebody else may have added the same person while this one waited. */
async function makeContact({ body, key, isApart }: Extract<Write, { kind: 'contact' }>, as: As): Promise<Contact> {
  const twin = isApart ? twinOf(await cloudApi.listContacts({}, as()), body) : undefined
  if (!twin) return cloudApi.createContact({ body }, as({ 'Idempotency-Key': key }))
  return cloudApi.updateContact({ params: { slug: twin.slug }, body: twin.lacks }, as())
}

/** Deleted meanwhile: what somebody wrote outlives what somebody took away, as with tasks. */
async function changeContact({ slug, body, base, key }: Extract<Write, { kind: 'contact-change' }>, as: As): Promise<Contact> {
  try {
    return await cloudApi.updateContact({ params: { slug }, body }, as())
  } catch (error) {
    if (!is(error, 404)) throw error
    const contact = asWritten({ ...base, ...body })
    const revived = await cloudApi.createContact({ body: contact }, as({ 'Idempotency-Key': key }))
    notify({ kind: 'done', text: says.contactRevived(contact.name) })
    return revived
  }
}

/** Only as the person saw it. */
async function deleteContact({ slug, base }: Extract<Write, { kind: 'contact-delete' }>, as: As): Promise<undefined> {
  const stays = (name: string) => notify({ kind: 'problem', text: says.contactStays(name) })
  try {
    const { body, headers } = await cloudApi.full.getContact({ params: { slug } }, as())
    if (body.updated_at === base.updated_at) await cloudApi.deleteContact({ params: { slug } }, as({ 'If-Match': headers.get('ETag') ?? '*' }))
    else stays(body.name)
  } catch (error) {
    if (is(error, 412)) stays(base.name)
    else if (!is(error, 404)) throw error
  }
  return undefined
}

/** What somebody else wrote meanwhile stands no longer: it must not go without a word. The history has it, too. */
function sayOverruled(id: number, clashes: readonly Clash[], listener: CopyListener | undefined): void {
  const theirs = Object.fromEntries(clashes.map(({ field, remote }) => [field, remote])) as Partial<Task>
  notify({
    kind: 'problem',
    text: clashes.map(({ field, remote }) => says.overruled(id, fieldText({ field }), valueText(remote))).join(' '),
    ...(listener ? { action: { label: says.takeTheirs, run: () => listener.changeTask(id, theirs, says.takenTheirs(id)) } } : {}),
  })
}

/** Into that team, whichever is shown. */
export function createWriteExecutor(team: string, listener: CopyListener): ExecuteWrite {
  const as = (more: Headers_ = {}) => ({ headers: { 'X-Team-Id': team, ...more } })
  return async (write) => {
    switch (write.kind) {
      case 'create':
        return cloudApi.createTask({ body: write.body }, as({ 'Idempotency-Key': write.key }))
      case 'change':
        return change(write, as, (clashes) => sayOverruled(write.id, clashes, team === currentTeam.get() ? listener : undefined))
      case 'comment':
        return hang(write, as, (id, options) => cloudApi.createComment({ params: { id }, body: { body: write.shown.body } }, options))
      case 'remind':
        return hang(write, as, (id, options) => cloudApi.createSchedule({ params: { id }, body: write.body }, options))
      case 'contact':
        return makeContact(write, as)
      case 'contact-change':
        return changeContact(write, as)
      case 'contact-delete':
        return deleteContact(write, as)
      case 'unremind':
        try {
          await cloudApi.deleteSchedule({ params: { id: write.id, scheduleId: write.scheduleId } }, as())
        } catch (error) {
          if (!is(error, 404)) throw error
        }
        return undefined
      case 'delete':
        try {
          // Of a task that changed meanwhile the change counts: that is 412, and is said.
          await cloudApi.deleteTask({ params: { id: write.id } }, as(write.version === undefined ? {} : tag(write.version)))
        } catch (error) {
          if (!is(error, 404)) throw error
        }
        return undefined
    }
  }
}
