// The team's tasks, comments and contacts as the cloud has them, in memory and on the device. What the person wrote and the cloud does not
// have yet is not in here: outbox.ts lays it over.
import type { Comment } from '../../../../shared/schema/comment.ts'
import type { Contact } from '../../../../shared/schema/contact.ts'
import type { JournalEntry } from '../../../../shared/schema/journal.ts'
import type { Schedule } from '../../../../shared/schema/schedule.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import type { KeptDatabase } from './kept.ts'
import { emptyReplica, KeptReplica, type Loaded, loadReplica } from './kept-replica.ts'
import { commentsAfter, schedulesAfter, taskAfter } from './replica-entries.ts'

/** All that is kept of a team. */
export interface Whole {
  tasks: readonly Task[]
  contacts: readonly Contact[]
  comments: readonly Comment[]
  schedules: readonly Schedule[]
}

export async function openReplica(db: KeptDatabase | undefined): Promise<Replica> {
  return new Replica(db ? await loadReplica(db) : emptyReplica(), new KeptReplica(db))
}

export class Replica {
  private readonly state: Loaded
  private readonly kept: KeptReplica

  constructor(state: Loaded, kept: KeptReplica) {
    this.state = state
    this.kept = kept
  }

  get tasks(): ReadonlyMap<number, Task> {
    return this.state.tasks
  }

  /** Every task of the team is here; before that a list is not worth showing. */
  isWhole(): boolean {
    return this.state.isWhole
  }

  /** The newest event that is in here, and when it was written: by that a restored cloud shows. */
  seen(): number | undefined {
    return this.state.seen
  }

  seenAt(): string | undefined {
    return this.state.seenAt
  }

  /** The history that `seen` belongs to; undefined: it was never told. */
  epoch(): string | undefined {
    return this.state.epoch
  }

  keepEpoch(epoch: string | undefined): void {
    if (epoch === undefined || epoch === this.state.epoch) return
    this.state.epoch = epoch
    this.kept.write(({ facts }) => facts.put(epoch, 'epoch'))
  }

  takeTask(task: Task): void {
    const known = this.state.tasks.get(task.id)
    if (known && known.version > task.version) return
    this.state.tasks.set(task.id, task)
    this.kept.write(({ tasks }) => tasks.put(task))
  }

  dropTask(id: number): void {
    const { tasks, comments, schedules } = this.state
    for (const rows of [tasks, comments, schedules]) rows.delete(id)
    this.kept.write((stores) => {
      for (const store of ['tasks', 'comments', 'schedules'] as const) stores[store].delete(id)
    })
  }

  /** All of the team, as it is once the stream stands at `seen`. */
  takeAll(all: Whole, seen: number, at: string | undefined): void {
    const { tasks, comments, schedules } = this.state
    for (const rows of [tasks, comments, schedules]) rows.clear()
    for (const task of all.tasks) {
      tasks.set(task.id, task)
      comments.set(task.id, [])
    }
    for (const comment of all.comments.toSorted((a, b) => a.id - b.id)) comments.set(comment.task_id, [...(comments.get(comment.task_id) ?? []), comment])
    for (const schedule of all.schedules.toSorted((a, b) => b.id - a.id))
      schedules.set(schedule.task_id, [...(schedules.get(schedule.task_id) ?? []), schedule])
    Object.assign(this.state, { contacts: all.contacts, contactsAreOld: false, seen, seenAt: at, isWhole: true })
    this.kept.writeAll(this.state)
  }

  takeEntries(entries: readonly JournalEntry[], seen: number, at: string | undefined): void {
    const touched = { tasks: new Set<number>(), comments: new Set<number>(), schedules: new Set<number>() }
    for (const entry of entries) {
      const { entity, entity_id: id, task_id } = entry
      if (entity === 'task') {
        this.takeTaskEntry(entry)
        touched.tasks.add(id)
      } else if (entity === 'contact') this.state.contactsAreOld = true
      else if (task_id !== null && entity === 'comment') {
        this.state.comments.set(task_id, commentsAfter(this.state.comments.get(task_id) ?? [], entry))
        touched.comments.add(task_id)
      } else if (task_id !== null && entity === 'schedule') {
        this.state.schedules.set(task_id, schedulesAfter(this.state.schedules.get(task_id) ?? [], entry))
        touched.schedules.add(task_id)
      }
    }
    Object.assign(this.state, { seen, seenAt: at })
    this.kept.writeTouched(this.state, touched)
  }

  comments(taskId: number): readonly Comment[] | undefined {
    return this.state.comments.get(taskId) ?? (this.state.isWhole ? [] : undefined)
  }

  takeComments(taskId: number, list: readonly Comment[]): void {
    this.state.comments.set(taskId, list)
    this.kept.write(({ comments }) => comments.put([...list], taskId))
  }

  schedules(taskId: number): readonly Schedule[] {
    return this.state.schedules.get(taskId) ?? []
  }

  takeSchedules(taskId: number, list: readonly Schedule[]): void {
    this.state.schedules.set(taskId, list)
    this.kept.write(({ schedules }) => schedules.put([...list], taskId))
  }

  contacts(): readonly Contact[] {
    return this.state.contacts
  }

  /** Somebody changed one since they were read. */
  contactsAreOld(): boolean {
    return this.state.contactsAreOld
  }

  takeContacts(people: readonly Contact[]): void {
    Object.assign(this.state, { contacts: people, contactsAreOld: false })
    this.kept.write(({ contacts, facts }) => {
      facts.delete('contacts-old')
      contacts.clear()
      for (const contact of people) contacts.put(contact)
    })
  }

  private takeTaskEntry(entry: JournalEntry): void {
    const now = taskAfter(this.state.tasks.get(entry.entity_id), entry)
    if (now) this.state.tasks.set(now.id, now)
    else this.state.tasks.delete(entry.entity_id)
  }
}
