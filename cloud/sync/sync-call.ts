// One call with many writes, inside its transaction: rows are held in one order, each write is compared with the version that it was made on, and
// each has its own key and its own answer.
import { AppError } from '../../shared/domain/app-error.ts'
import type {
  SyncCommentWrite,
  SyncContactWrite,
  SyncListWrite,
  SyncResult,
  SyncScheduleWrite,
  SyncTaskWrite,
  SyncWrites,
} from '../../shared/schema/cloud/sync.ts'
import type { SavedList } from '../../shared/schema/saved-list.ts'
import type { Task } from '../../shared/schema/task.ts'
import { actorOfChange } from '../attribution.ts'
import type { Comments } from '../comments/comments.ts'
import type { Contacts } from '../contacts/contacts.ts'
import { epochOf, type TeamContext } from '../context.ts'
import type { Write } from '../journal/journal.ts'
import type { Lists } from '../lists/lists.ts'
import type { Schedules } from '../schedules/schedules.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { type CommentRow, type ContactRow, type ScheduleRow, syncStore } from './sync-store.ts'
import { type AnyWrite, attempt, type Deeds, fingerprintOf, isDelete, type Named, type Outcome, type Row, shownComment } from './synced-write.ts'

export interface SyncFeatures {
  tasks: Tasks
  comments: Comments
  schedules: Schedules
  contacts: Contacts
  lists: Lists
  /** Of the database, as its newest connection found it. */
  epoch: () => string | undefined
}

interface Fresh {
  tasks: SyncTaskWrite[]
  comments: SyncCommentWrite[]
  schedules: SyncScheduleWrite[]
  contacts: SyncContactWrite[]
  lists: SyncListWrite[]
}

const keptFor = 24 * 3_600_000
const tables = ['tasks', 'comments', 'schedules', 'contacts', 'lists'] as const

const low = (uid: string) => uid.toLowerCase()
const byUid = <R extends { uid: string }>(rows: R[]) => new Map(rows.map((row) => [row.uid, row]))
const byKey = <R extends { key: string }>(rows: R[]) => new Map(rows.map((row) => [row.key, row]))

/** All at once: what is asked of the database travels together. Nothing may still be asking when the transaction ends. */
async function each<W>(list: readonly W[], work: (one: W) => Promise<void>): Promise<void> {
  const failed = (await Promise.allSettled(list.map(work))).find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

export class SyncCall {
  readonly #features: SyncFeatures
  readonly #writes: SyncWrites
  readonly #all: AnyWrite[]
  readonly #ctx: TeamContext
  readonly #write: Write
  readonly #results = new Map<string, SyncResult>()
  /** The rows that its writes are about, by uid. */
  #there = {
    tasks: new Map<string, Task>(),
    comments: new Map<string, CommentRow>(),
    schedules: new Map<string, ScheduleRow>(),
    contacts: new Map<string, ContactRow>(),
    lists: new Map<string, SavedList>(),
  }
  #lastEvents = new Map<number, number>()
  /** When what is to be made was deleted, if it was there before. */
  #ends = new Map<string, number>()
  readonly #madeTasks = new Map<string, number>()

  constructor(features: SyncFeatures, writes: SyncWrites, ctx: TeamContext, write: Write) {
    this.#features = features
    this.#writes = writes
    this.#all = tables.flatMap((table): AnyWrite[] => writes[table] ?? [])
    this.#ctx = ctx
    this.#write = write
  }

  /** Answers in the order of the writes. */
  async run(): Promise<SyncResult[]> {
    const claimed = await this.#claimKeys()
    const fresh = this.#freshOf(claimed)
    await this.#holdRows(fresh)
    await this.#apply(fresh)
    await this.#settle(claimed)
    return this.#all.map(({ key }) => this.#results.get(key) as SyncResult)
  }

  #answer(key: string, { status, ...more }: Outcome): void {
    this.#results.set(key, { key, status, id: null, version: null, seq: 0, row: null, reason: null, ...more })
  }

  /** Which keys are new; what was answered before is answered alike. */
  async #claimKeys(): Promise<Set<string>> {
    const { tx, teamId, at } = this.#write
    const prints = this.#all.map((one) => ({ key: one.key, fingerprint: fingerprintOf(one) }))
    if (new Set(prints.map(({ key }) => key)).size < prints.length) throw new AppError('invalid', 'Each write in a call needs its own key.')
    const oldest = new Date(Date.parse(at) - keptFor).toISOString()
    const claimed = await syncStore.claim(tx, teamId, this.#ctx.principal, prints, at, oldest)
    this.#requireEpoch()
    if (claimed.size < prints.length) await this.#replay(prints.filter(({ key }) => !claimed.has(key)))
    return claimed
  }

  /** Looked at on the connection that writes: before it was there, nobody knew of a failover. */
  #requireEpoch(): void {
    if (this.#ctx.epoch === undefined || this.#ctx.epoch === epochOf(this.#ctx.team, this.#features.epoch())) return
    throw new AppError(
      'storage_unavailable',
      'The database has a new epoch, so versions may have changed. Reopen the stream and compare. Nothing was changed.',
      { extra: { retry_after: 1 } },
    )
  }

  async #replay(prints: { key: string; fingerprint: string }[]): Promise<void> {
    const keys = prints.map(({ key }) => key)
    const known = byKey(await syncStore.known(this.#write.tx, this.#write.teamId, this.#ctx.principal, keys))
    for (const { key, fingerprint } of prints) {
      const row = known.get(key)
      const isSame = row?.fingerprint === fingerprint && row.body !== null
      this.#answer(key, isSame ? (row.body as SyncResult) : { status: 'refused', reason: `The key '${key}' was used for another write.` })
    }
  }

  #freshOf(claimed: ReadonlySet<string>): Fresh {
    const { tasks, comments, schedules, contacts, lists } = this.#writes
    const fresh = <W extends AnyWrite>(list: W[] | undefined) => (list ?? []).filter(({ key }) => claimed.has(key))
    return { tasks: fresh(tasks), comments: fresh(comments), schedules: fresh(schedules), contacts: fresh(contacts), lists: fresh(lists) }
  }

  /** Rows first, in one order, then the team's lock: two calls never wait for each other. */
  async #holdRows(fresh: Fresh): Promise<void> {
    const { tx, teamId } = this.#write
    const uids = {
      tasks: [...new Set([...fresh.tasks.map(({ uid }) => low(uid)), ...[...fresh.comments, ...fresh.schedules].map(({ task_uid }) => low(task_uid))])],
      comments: fresh.comments.map(({ uid }) => low(uid)),
      schedules: fresh.schedules.map(({ uid }) => low(uid)),
      contacts: fresh.contacts.map(({ uid }) => low(uid)),
      lists: fresh.lists.map(({ uid }) => low(uid)),
    }
    const held = await syncStore.hold(tx, teamId, uids)
    // From here on nothing else is written in the team until the commit: the last event's number holds for all that we saw and did.
    await this.#write.lock()
    const { tasks, comments, schedules, contacts, lists } = held
    const there = { tasks: byUid(tasks), comments: byUid(comments), schedules: byUid(schedules), contacts: byUid(contacts), lists: byUid(lists) }
    for (const table of tables) {
      // What others made while we waited for the lock.
      const missing = uids[table].filter((uid) => !there[table].has(uid))
      if (missing.length === 0) continue
      for (const row of await syncStore.find<Named>(tx, table, teamId, missing)) (there[table] as Map<string, Named>).set(row.uid, row)
    }
    this.#there = there
    const ends = fresh.tasks.filter(isDelete).flatMap(({ uid }) => there.tasks.get(low(uid))?.id ?? [])
    if (ends.length > 0) this.#lastEvents = await syncStore.lastEvents(tx, teamId, ends)
    await this.#lookForEnds(fresh)
  }

  /** Of what is not there and is to be made: was it deleted since the device heard of the team last? */
  async #lookForEnds(fresh: Fresh): Promise<void> {
    const { tx, teamId } = this.#write
    const made = tables.flatMap((table) =>
      fresh[table].flatMap(({ action, uid, after }) =>
        action === 'create' && after !== undefined && !this.#there[table].has(low(uid)) ? [{ uid: low(uid), after }] : [],
      ),
    )
    if (made.length === 0) return
    const uids = made.map(({ uid }) => uid)
    this.#ends = await syncStore.ends(tx, teamId, uids, Math.min(...made.map(({ after }) => after)))
  }

  /** More has happened about it than the device knows: it is to be made, and was deleted since. */
  #hasEnded({ action, uid, after }: AnyWrite): boolean {
    return action === 'create' && after !== undefined && (this.#ends.get(low(uid)) ?? 0) > after
  }

  /** A task before what hangs on it, and its end after that. */
  async #apply(fresh: Fresh): Promise<void> {
    await each(
      fresh.tasks.filter((one) => !isDelete(one)),
      (one) => this.#writeTask(one),
    )
    // Contacts and lists ask for the lock, and look at the names and places that the one before may have taken.
    for (const one of fresh.contacts) await this.#writeContact(one)
    for (const one of fresh.lists) await this.#writeList(one)
    await each(fresh.comments, (one) => this.#writeComment(one))
    await each(fresh.schedules, (one) => this.#writeSchedule(one))
    await each(fresh.tasks.filter(isDelete), (one) => this.#writeTask(one))
  }

  async #settle(claimed: ReadonlySet<string>): Promise<void> {
    const { tx, teamId } = this.#write
    const seq = await syncStore.head(tx, teamId)
    const done: { key: string; body: SyncResult }[] = []
    const undone: string[] = []
    for (const key of claimed) {
      const result = { ...(this.#results.get(key) as SyncResult), seq }
      this.#results.set(key, result)
      if (result.status === 'applied') done.push({ key, body: result })
      else undone.push(key)
    }
    await syncStore.settle(tx, teamId, this.#ctx.principal, done, undone)
  }

  /** In the name of whoever made the change. */
  #own(one: AnyWrite): TeamContext {
    const actor = actorOfChange(one.actor, this.#ctx)
    return { ...this.#ctx, ifMatch: undefined, actor, isBrought: true, write: this.#write.as(actor) }
  }

  async #attempt<R extends Named>(one: AnyWrite, row: R | undefined, shown: (row: R) => Row, deeds: Deeds<R>, newer = false): Promise<void> {
    this.#answer(one.key, await attempt(one, row, shown, deeds, newer || this.#hasEnded(one)))
  }

  #writeTask(one: SyncTaskWrite): Promise<void> {
    const { tasks } = this.#features
    const row = this.#there.tasks.get(low(one.uid))
    const { completed_at, created_at, ...fields } = one.fields ?? {}
    const done = completed_at === undefined ? {} : { completed_at }
    const deeds: Deeds<Task> = {
      create: async () => {
        const { title } = fields
        if (title === undefined) throw new AppError('invalid', 'A new task needs a title.')
        const task = await tasks.create({ ...fields, title }, this.#own(one), { ...done, ...(created_at ? { created_at } : {}), uid: low(one.uid) })
        this.#madeTasks.set(low(one.uid), task.id)
        return task
      },
      update: (id) => tasks.update(id, fields, this.#own(one), done),
      remove: ({ id }) => tasks.remove(id, this.#own(one)),
    }
    const newer = isDelete(one) && row !== undefined && (this.#lastEvents.get(row.id) ?? 0) > (one.after ?? 0)
    return this.#attempt(one, row, (task) => ({ ...task }), deeds, newer)
  }

  #writeContact(one: SyncContactWrite): Promise<void> {
    const { contacts } = this.#features
    const { slug, created_at, ...fields } = one.fields ?? {}
    const row = this.#there.contacts.get(low(one.uid))
    return this.#attempt(one, row, (contact) => ({ ...contact }), {
      create: async () => {
        const { name } = fields
        if (name === undefined) throw new AppError('invalid', 'A new contact needs a name.')
        const given = { ...(slug ? { slug } : {}), ...(created_at ? { created_at } : {}), uid: low(one.uid) }
        const made = await contacts.create({ ...fields, name }, this.#own(one), given)
        return { ...made, row: { slug: made.slug } }
      },
      update: () => contacts.update((row as ContactRow).slug, fields, this.#own(one)),
      remove: (contact) => contacts.remove(contact.slug, this.#own(one)),
    })
  }

  #writeList(one: SyncListWrite): Promise<void> {
    const { lists } = this.#features
    const { created_at, ...fields } = one.fields ?? {}
    const uid = low(one.uid)
    return this.#attempt(one, this.#there.lists.get(uid), (list) => ({ ...list }), {
      create: async () => {
        const { name } = fields
        if (name === undefined) throw new AppError('invalid', 'A new list needs a name.')
        return lists.create({ ...fields, name }, this.#own(one), { ...(created_at ? { created_at } : {}), uid })
      },
      update: () => lists.update(uid, fields, this.#own(one)),
      remove: () => lists.remove(uid, this.#own(one)),
    })
  }

  #writeSchedule(one: SyncScheduleWrite): Promise<void> {
    const { schedules } = this.#features
    const row = this.#there.schedules.get(low(one.uid))
    const { created_at, ...fields } = one.fields ?? {}
    return this.#attempt(one, row, (schedule) => ({ ...schedule }), {
      create: async () => {
        const { type } = fields
        if (type === undefined) throw new AppError('invalid', 'A new schedule needs a type.')
        return schedules.create(this.#taskOf(one), { ...fields, type }, this.#own(one), { ...(created_at ? { created_at } : {}), uid: low(one.uid) })
      },
      update: (id) => schedules.update((row as ScheduleRow).task_id, id, fields, this.#own(one)),
      remove: (schedule) => schedules.remove(schedule.task_id, schedule.id, this.#own(one)),
    })
  }

  #writeComment(one: SyncCommentWrite): Promise<void> {
    const { comments } = this.#features
    const row = this.#there.comments.get(low(one.uid))
    const { created_at, body } = one.fields ?? {}
    return this.#attempt(one, row, shownComment, {
      create: async () => {
        if (body === undefined) throw new AppError('invalid', 'A new comment needs a body.')
        return comments.create(this.#taskOf(one), { body }, this.#own(one), { ...(created_at ? { created_at } : {}), uid: low(one.uid) })
      },
      update: (id) => comments.update((row as CommentRow).task_id, id, body === undefined ? {} : { body }, this.#own(one)),
      remove: (comment) => comments.remove(comment.task_id, comment.id, this.#own(one)),
    })
  }

  /** Also of a task that this call made. */
  #taskOf({ task_uid }: { task_uid: string }): number {
    const id = this.#there.tasks.get(low(task_uid))?.id ?? this.#madeTasks.get(low(task_uid))
    if (id === undefined) throw new AppError('not_found', 'Its task does not exist here.')
    return id
  }
}
