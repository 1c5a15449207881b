// What devices bring after they worked offline, and what they read to have all. The writes are done by the use-cases that single calls use;
// here is only what many at once need: rows are held in one order, each write is compared with the version that it was made on, and each has
// its own key and its own answer.
import { createHash } from 'node:crypto'
import { AppError } from '../../shared/domain/app-error.ts'
import type {
  SyncCommentWrite,
  SyncContactWrite,
  SyncEntity,
  SyncPage,
  SyncReply,
  SyncResult,
  SyncScheduleWrite,
  SyncTaskWrite,
  SyncWrites,
} from '../../shared/schema/cloud/sync.ts'
import type { Actor } from '../../shared/schema/actor.ts'
import type { Task } from '../../shared/schema/task.ts'
import type { Comments } from '../comments/comments.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { TeamContext } from '../context.ts'
import type { Journal, Write } from '../journal/journal.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { Schedules } from '../schedules/schedules.ts'
import { type CommentRow, type ContactRow, type ScheduleRow, syncStore } from './sync-store.ts'

export type Sync = ReturnType<typeof createSync>

/** A device says who made a change on it. It says so with a token, which is never a person; who signed in here speaks for nobody else. */
function writerOf({ actor }: AnyWrite, { caller, actor: own }: TeamContext): Actor {
  if (!actor || caller?.kind !== 'token') return own
  if (actor.kind !== 'person') return actor
  return { kind: 'sync', name: actor.name === 'person' ? caller.name.slice(0, 200) : actor.name }
}

type AnyWrite = SyncTaskWrite | SyncCommentWrite | SyncScheduleWrite | SyncContactWrite
type Outcome = Pick<SyncResult, 'status'> & Partial<SyncResult>
type Row = Record<string, unknown>
/** `row`: what the device has to know of it beside. */
type Done = Pick<Named, 'id' | 'version'> & { row?: Row }
type Named = { id: number; uid: string; version: number }

const keptFor = 24 * 3_600_000
const defaultPage = 500

const fingerprintOf = (write: AnyWrite) => createHash('sha256').update(JSON.stringify(write)).digest('hex')
const low = (uid: string) => uid.toLowerCase()
const byUid = <R extends { uid: string }>(rows: R[]) => new Map(rows.map((row) => [row.uid, row]))

/** A comment as the stream has it. */
function commentOf({ author_kind, author_name, ...rest }: CommentRow): Row {
  return { ...rest, author: { kind: author_kind, name: author_name } }
}

interface SyncDeps {
  journal: Journal
  tasks: Tasks
  comments: Comments
  schedules: Schedules
  contacts: Contacts
  /** Of the database, as its newest connection found it. */
  epoch: () => string | undefined
}

export function createSync({ journal, tasks, comments, schedules, contacts, epoch }: SyncDeps) {
  /** One call's writes, inside its transaction. */
  async function run(writes: SyncWrites, ctx: TeamContext, write: Write): Promise<SyncResult[]> {
    const { tx, teamId } = write
    const all: AnyWrite[] = [...(writes.tasks ?? []), ...(writes.comments ?? []), ...(writes.schedules ?? []), ...(writes.contacts ?? [])]
    const results = new Map<string, SyncResult>()
    const answer = (key: string, { status, ...more }: Outcome) =>
      results.set(key, { key, status, id: null, version: null, seq: 0, row: null, reason: null, ...more })

    const prints = all.map((one) => ({ key: one.key, fingerprint: fingerprintOf(one) }))
    if (new Set(prints.map(({ key }) => key)).size < prints.length) throw new AppError('invalid', 'Each write of a call needs a key of its own.')
    const oldest = new Date(Date.parse(write.at) - keptFor).toISOString()
    const claimed = await syncStore.claim(tx, teamId, ctx.principal, prints, write.at, oldest)
    // Looked at on the connection that writes: before it was there, nobody knew of a failover.
    if (ctx.epoch !== undefined && ctx.epoch !== epoch())
      throw new AppError(
        'storage_unavailable',
        'The database goes on in another epoch: versions may mean something else. Open the stream again, and compare. Nothing was changed.',
        {
          extra: { retry_after: 1 },
        },
      )
    if (claimed.size < prints.length) {
      const others = prints.filter(({ key }) => !claimed.has(key))
      const known = new Map(
        (
          await syncStore.known(
            tx,
            teamId,
            ctx.principal,
            others.map(({ key }) => key),
          )
        ).map((row) => [row.key, row]),
      )
      for (const { key, fingerprint } of others) {
        const row = known.get(key)
        const replay = row?.fingerprint === fingerprint && row.body !== null
        answer(key, replay ? (row.body as SyncResult) : { status: 'refused', reason: `The key '${key}' was used for another write.` })
      }
    }
    const fresh = <W extends AnyWrite>(list: W[] | undefined) => (list ?? []).filter(({ key }) => claimed.has(key))
    const of = { tasks: fresh(writes.tasks), comments: fresh(writes.comments), schedules: fresh(writes.schedules), contacts: fresh(writes.contacts) }

    const uids = {
      tasks: [...new Set([...of.tasks.map(({ uid }) => low(uid)), ...[...of.comments, ...of.schedules].map(({ task_uid }) => low(task_uid))])],
      comments: of.comments.map(({ uid }) => low(uid)),
      schedules: of.schedules.map(({ uid }) => low(uid)),
      contacts: of.contacts.map(({ uid }) => low(uid)),
    }
    const held = await syncStore.hold(tx, teamId, uids)
    // From here on nothing else is written in the team until the commit: the last event's number holds for all that we saw and did.
    await write.lock()
    const there = { tasks: byUid(held.tasks), comments: byUid(held.comments), schedules: byUid(held.schedules), contacts: byUid(held.contacts) }
    for (const table of ['tasks', 'comments', 'schedules', 'contacts'] as const) {
      // What others made while we waited for the lock.
      const missing = uids[table].filter((uid) => !there[table].has(uid))
      if (missing.length === 0) continue
      for (const row of await syncStore.find<Named>(tx, table, teamId, missing)) (there[table] as Map<string, Named>).set(row.uid, row)
    }
    const deletions = of.tasks.filter(({ action, uid }) => action === 'delete' && there.tasks.has(low(uid)))
    const ids = deletions.map(({ uid }) => (there.tasks.get(low(uid)) as Task).id)
    const lastEvents = ids.length > 0 ? await syncStore.lastEvents(tx, teamId, ids) : new Map<number, number>()

    const own = (one: AnyWrite): TeamContext => {
      const actor = writerOf(one, ctx)
      return { ...ctx, ifMatch: undefined, actor, write: write.as(actor) }
    }

    /** Compares and does. `newer`: more has happened about it than the version says. */
    async function attempt<R extends Named>(
      one: AnyWrite,
      row: R | undefined,
      shown: (row: R) => Row,
      does: { create: () => Promise<Done>; update: (id: number) => Promise<Done>; remove: (row: R) => Promise<void> },
      newer = false,
    ): Promise<void> {
      try {
        if (one.action === 'create') {
          if (row) return void answer(one.key, { status: 'conflict', id: row.id, version: row.version, row: shown(row) })
          const { id, version, row: made = null } = await does.create()
          return void answer(one.key, { status: 'applied', id, version, row: made })
        }
        if (!row) return void answer(one.key, { status: 'gone' })
        if (row.id !== one.id || row.version !== one.version || newer)
          return void answer(one.key, { status: 'conflict', id: row.id, version: row.version, row: shown(row) })
        if (one.action === 'update') {
          const { id, version } = await does.update(row.id)
          return void answer(one.key, { status: 'applied', id, version })
        }
        await does.remove(row)
        answer(one.key, { status: 'applied', id: row.id })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        answer(one.key, error.code === 'not_found' ? { status: 'gone' } : { status: 'refused', reason: error.message })
      }
    }

    /** All at once: what is asked of the database travels together. Nothing may still be asking when the transaction ends. */
    async function each<W>(list: W[], work: (one: W) => Promise<void>): Promise<void> {
      const failed = (await Promise.allSettled(list.map(work))).find((result) => result.status === 'rejected')
      if (failed) throw failed.reason
    }

    const isDelete = ({ action }: AnyWrite) => action === 'delete'
    const madeTasks = new Map<string, number>()
    const writeTask = (one: SyncTaskWrite) => {
      const row = there.tasks.get(low(one.uid))
      const { completed_at, created_at, ...fields } = one.fields ?? {}
      const done = completed_at === undefined ? {} : { completed_at }
      return attempt(
        one,
        row,
        (task) => ({ ...task }),
        {
          async create() {
            const { title } = fields
            if (title === undefined) throw new AppError('invalid', 'A new task needs a title.')
            const task = await tasks.create({ ...fields, title }, own(one), { ...done, ...(created_at ? { created_at } : {}), uid: low(one.uid) })
            madeTasks.set(low(one.uid), task.id)
            return task
          },
          update: (id) => tasks.update(id, fields, own(one), done),
          remove: ({ id }) => tasks.remove(id, own(one)),
        },
        isDelete(one) && row !== undefined && (lastEvents.get(row.id) ?? 0) > (one.after ?? 0),
      )
    }
    const writeContact = (one: SyncContactWrite) => {
      const { slug, created_at, ...fields } = one.fields ?? {}
      const row = there.contacts.get(low(one.uid))
      return attempt(one, row, (contact) => ({ ...contact }), {
        async create() {
          const { name } = fields
          if (name === undefined) throw new AppError('invalid', 'A new contact needs a name.')
          const made = await contacts.create({ ...fields, name }, own(one), {
            ...(slug ? { slug } : {}),
            ...(created_at ? { created_at } : {}),
            uid: low(one.uid),
          })
          return { ...made, row: { slug: made.slug } }
        },
        update: () => contacts.update((row as ContactRow).slug, fields, own(one)),
        remove: (contact) => contacts.remove(contact.slug, own(one)),
      })
    }
    const homeOf = ({ task_uid }: { task_uid: string }): number => {
      const id = there.tasks.get(low(task_uid))?.id ?? madeTasks.get(low(task_uid))
      if (id === undefined) throw new AppError('not_found', 'Its task is not here.')
      return id
    }
    const writeSchedule = (one: SyncScheduleWrite) => {
      const row = there.schedules.get(low(one.uid))
      const { created_at, ...fields } = one.fields ?? {}
      return attempt(one, row, (schedule) => ({ ...schedule }), {
        async create() {
          const { type } = fields
          if (type === undefined) throw new AppError('invalid', 'A new schedule needs a type.')
          return schedules.create(homeOf(one), { ...fields, type }, own(one), { ...(created_at ? { created_at } : {}), uid: low(one.uid) })
        },
        update: (id) => schedules.update((row as ScheduleRow).task_id, id, fields, own(one)),
        remove: (schedule) => schedules.remove(schedule.task_id, schedule.id, own(one)),
      })
    }
    const writeComment = (one: SyncCommentWrite) => {
      const row = there.comments.get(low(one.uid))
      const { created_at, body } = one.fields ?? {}
      return attempt(one, row, commentOf, {
        async create() {
          if (body === undefined) throw new AppError('invalid', 'A new comment needs a body.')
          return comments.create(homeOf(one), { body }, own(one), { ...(created_at ? { created_at } : {}), uid: low(one.uid) })
        },
        update: (id) => comments.update((row as CommentRow).task_id, id, body === undefined ? {} : { body }, own(one)),
        remove: (comment) => comments.remove(comment.task_id, comment.id, own(one)),
      })
    }
    // A task before what hangs on it, and its end after that.
    await each(
      of.tasks.filter((one) => !isDelete(one)),
      writeTask,
    )
    // Contacts ask for the lock, and look at names that the one before may have taken.
    for (const one of of.contacts) await writeContact(one)
    await each(of.comments, writeComment)
    await each(of.schedules, writeSchedule)
    await each(of.tasks.filter(isDelete), writeTask)

    const seq = await syncStore.head(tx, teamId)
    const done: { key: string; body: SyncResult }[] = []
    const undone: string[] = []
    for (const key of claimed) {
      const result = { ...(results.get(key) as SyncResult), seq }
      results.set(key, result)
      if (result.status === 'applied') done.push({ key, body: result })
      else undone.push(key)
    }
    await syncStore.settle(tx, teamId, ctx.principal, done, undone)
    return all.map(({ key }) => results.get(key) as SyncResult)
  }

  return {
    write: async (writes: SyncWrites, ctx: TeamContext): Promise<SyncReply> => ({ results: await journal.write(ctx, (write) => run(writes, ctx, write)) }),

    async read({ entity, after = 0, limit = defaultPage }: { entity: SyncEntity; after?: number; limit?: number }, ctx: TeamContext): Promise<SyncPage> {
      const { seq, rows } = await journal.read(ctx.team, (tx) => syncStore.page(tx, ctx.team.id, entity, after, limit))
      const shown = entity === 'comment' ? rows.map((row) => commentOf(row as unknown as CommentRow)) : rows
      return { seq, rows: shown, next: rows.length === limit ? (rows.at(-1)?.id as number) : null }
    },
  }
}
