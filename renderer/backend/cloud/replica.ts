// The team's tasks, comments and contacts as the cloud has them, in memory and on the device. What the person wrote and the cloud does not
// have yet is not in here: outbox.ts lays it over.
import type { Comment } from '../../../shared/schema/comment.ts'
import type { Contact } from '../../../shared/schema/contact.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import type { Schedule } from '../../../shared/schema/schedule.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { withAllFields } from '../../../shared/sync/synced-fields.ts'
import type { KeptDatabase } from './kept.ts'

/** All that is kept of a team. */
interface Whole {
  tasks: readonly Task[]
  contacts: readonly Contact[]
  comments: readonly Comment[]
  schedules: readonly Schedule[]
}

export interface Replica {
  readonly tasks: ReadonlyMap<number, Task>
  /** Every task of the team is here; before that a list is not worth showing. */
  isWhole(): boolean
  /** The newest event that is in here, and when it was written: by that a restored cloud shows. */
  seen(): number | undefined
  seenAt(): string | undefined
  /** The history that `seen` belongs to; undefined: it was never told. */
  epoch(): string | undefined
  keepEpoch(epoch: string | undefined): void
  takeTask(task: Task): void
  dropTask(id: number): void
  /** All of the team, as it is once the stream stands at `seen`. */
  takeAll(all: Whole, seen: number, at: string | undefined): void
  takeEntries(entries: readonly JournalEntry[], seen: number, at: string | undefined): void
  comments(taskId: number): readonly Comment[] | undefined
  takeComments(taskId: number, comments: readonly Comment[]): void
  schedules(taskId: number): readonly Schedule[]
  takeSchedules(taskId: number, schedules: readonly Schedule[]): void
  contacts(): readonly Contact[]
  /** Somebody changed one since they were read. */
  contactsAreOld(): boolean
  takeContacts(contacts: readonly Contact[]): void
}

/** The task after an entry of its journal; the reply to one's own write may be newer than that. */
function taskAfter(known: Task | undefined, entry: JournalEntry): Task | undefined {
  if (entry.action === 'deleted') return undefined
  if (entry.action === 'created') return known ?? ({ version: 1, updated_at: entry.at, ...withAllFields(entry.after ?? {}), id: entry.entity_id } as Task)
  if (!known || known.updated_at > entry.at) return known
  return { ...known, ...(entry.after as Partial<Task>), version: known.version + (known.updated_at === entry.at ? 0 : 1), updated_at: entry.at }
}

function commentsAfter(known: readonly Comment[], entry: JournalEntry): Comment[] {
  const others = known.filter(({ id }) => id !== entry.entity_id)
  if (entry.action === 'deleted') return others
  const before = known.find(({ id }) => id === entry.entity_id)
  const first = { author: entry.actor, created_at: entry.at }
  const now = { ...first, ...before, ...entry.after, id: entry.entity_id, task_id: entry.task_id, updated_at: entry.at } as Comment
  return [...others, now].sort((a, b) => a.id - b.id)
}

const noRule = { fire_at: null, interval_days: null, day_of_week: null, day_of_month: null, time: null, timezone: 'UTC', enabled: true }

function schedulesAfter(known: readonly Schedule[], entry: JournalEntry): Schedule[] {
  const others = known.filter(({ id }) => id !== entry.entity_id)
  if (entry.action === 'deleted') return others
  const before = known.find(({ id }) => id === entry.entity_id)
  const own = { id: entry.entity_id, task_id: entry.task_id, updated_at: entry.at }
  const now = { ...noRule, created_at: entry.at, last_fired_at: null, ...before, ...entry.after, ...own } as Schedule
  // When a rule comes next only the cloud says.
  return [...others, { ...now, next_fire_at: now.enabled ? now.fire_at : null }].sort((a, b) => b.id - a.id)
}

export async function openReplica(db: KeptDatabase | undefined): Promise<Replica> {
  const tasks = new Map((await db?.getAll('tasks'))?.map((task) => [task.id, withAllFields(task)]))
  const comments = new Map<number, readonly Comment[]>()
  const schedules = new Map<number, readonly Schedule[]>()
  let contacts: readonly Contact[] = (await db?.getAll('contacts')) ?? []
  let seen = (await db?.get('facts', 'seen')) as number | undefined
  let seenAt = (await db?.get('facts', 'seen-at')) as string | undefined
  let epoch = (await db?.get('facts', 'epoch')) as string | undefined
  let contactsAreOld = (await db?.get('facts', 'contacts-old')) === true
  let isWhole = (await db?.get('facts', 'whole')) === true
  for (const id of (await db?.getAllKeys('comments')) ?? []) comments.set(id, (await db?.get('comments', id)) ?? [])
  for (const id of (await db?.getAllKeys('schedules')) ?? []) schedules.set(id, (await db?.get('schedules', id)) ?? [])

  /** One transaction, or nothing: the position never runs ahead of what it stands for. A full disk costs only the copy. */
  function keep(work: (tx: ReturnType<typeof begin>) => void): void {
    try {
      const tx = begin()
      work(tx)
      tx.done.catch(() => undefined)
    } catch {
      // No database, or it is being deleted.
    }
  }
  function begin() {
    if (!db) throw new Error('nothing is kept on this device')
    return db.transaction(['tasks', 'comments', 'schedules', 'contacts', 'facts'], 'readwrite')
  }
  const ignore = (writing: Promise<unknown>) => void writing.catch(() => undefined)

  function keepPosition(tx: ReturnType<typeof begin>): void {
    if (seen !== undefined) ignore(tx.objectStore('facts').put(seen, 'seen'))
    ignore(seenAt === undefined ? tx.objectStore('facts').delete('seen-at') : tx.objectStore('facts').put(seenAt, 'seen-at'))
  }

  const replica: Replica = {
    tasks,
    isWhole: () => isWhole,
    seen: () => seen,
    seenAt: () => seenAt,
    epoch: () => epoch,
    keepEpoch(now) {
      if (now === undefined || now === epoch) return
      epoch = now
      keep((tx) => ignore(tx.objectStore('facts').put(now, 'epoch')))
    },

    takeTask(task) {
      const known = tasks.get(task.id)
      if (known && known.version > task.version) return
      tasks.set(task.id, task)
      keep((tx) => ignore(tx.objectStore('tasks').put(task)))
    },

    dropTask(id) {
      tasks.delete(id)
      comments.delete(id)
      schedules.delete(id)
      keep((tx) => {
        for (const store of ['tasks', 'comments', 'schedules'] as const) ignore(tx.objectStore(store).delete(id))
      })
    },

    takeAll(all, position, at) {
      tasks.clear()
      comments.clear()
      schedules.clear()
      for (const task of all.tasks) {
        tasks.set(task.id, task)
        comments.set(task.id, [])
      }
      for (const comment of all.comments.toSorted((a, b) => a.id - b.id)) comments.set(comment.task_id, [...(comments.get(comment.task_id) ?? []), comment])
      for (const schedule of all.schedules.toSorted((a, b) => b.id - a.id))
        schedules.set(schedule.task_id, [...(schedules.get(schedule.task_id) ?? []), schedule])
      contacts = all.contacts
      contactsAreOld = false
      seen = position
      seenAt = at
      isWhole = true
      keep((tx) => {
        for (const store of ['tasks', 'contacts', 'comments', 'schedules'] as const) ignore(tx.objectStore(store).clear())
        for (const task of tasks.values()) ignore(tx.objectStore('tasks').put(task))
        for (const contact of contacts) ignore(tx.objectStore('contacts').put(contact))
        for (const [id, list] of comments) if (list.length > 0) ignore(tx.objectStore('comments').put([...list], id))
        for (const [id, list] of schedules) ignore(tx.objectStore('schedules').put([...list], id))
        keepPosition(tx)
        ignore(tx.objectStore('facts').put(true, 'whole'))
        ignore(tx.objectStore('facts').delete('contacts-old'))
      })
    },

    takeEntries(entries, position, at) {
      const touched = new Set<number>()
      const talked = new Set<number>()
      const planned = new Set<number>()
      for (const entry of entries) {
        if (entry.entity === 'task') {
          const now = taskAfter(tasks.get(entry.entity_id), entry)
          if (now) tasks.set(now.id, now)
          else tasks.delete(entry.entity_id)
          touched.add(entry.entity_id)
        } else if (entry.entity === 'comment' && entry.task_id !== null) {
          comments.set(entry.task_id, commentsAfter(comments.get(entry.task_id) ?? [], entry))
          talked.add(entry.task_id)
        } else if (entry.entity === 'schedule' && entry.task_id !== null) {
          schedules.set(entry.task_id, schedulesAfter(schedules.get(entry.task_id) ?? [], entry))
          planned.add(entry.task_id)
        } else if (entry.entity === 'contact') contactsAreOld = true
      }
      seen = position
      seenAt = at
      keep((tx) => {
        for (const id of touched) {
          const task = tasks.get(id)
          ignore(task ? tx.objectStore('tasks').put(task) : tx.objectStore('tasks').delete(id))
        }
        for (const id of planned) ignore(tx.objectStore('schedules').put([...(schedules.get(id) ?? [])], id))
        for (const id of talked) ignore(tx.objectStore('comments').put([...(comments.get(id) ?? [])], id))
        keepPosition(tx)
        if (contactsAreOld) ignore(tx.objectStore('facts').put(true, 'contacts-old'))
      })
    },

    comments: (taskId) => comments.get(taskId) ?? (isWhole ? [] : undefined),
    takeComments(taskId, list) {
      comments.set(taskId, list)
      keep((tx) => ignore(tx.objectStore('comments').put([...list], taskId)))
    },

    schedules: (taskId) => schedules.get(taskId) ?? [],
    takeSchedules(taskId, list) {
      schedules.set(taskId, list)
      keep((tx) => ignore(tx.objectStore('schedules').put([...list], taskId)))
    },

    contacts: () => contacts,
    contactsAreOld: () => contactsAreOld,
    takeContacts(people) {
      contacts = people
      contactsAreOld = false
      keep((tx) => {
        ignore(tx.objectStore('facts').delete('contacts-old'))
        ignore(tx.objectStore('contacts').clear())
        for (const contact of people) ignore(tx.objectStore('contacts').put(contact))
      })
    },
  }
  return replica
}
