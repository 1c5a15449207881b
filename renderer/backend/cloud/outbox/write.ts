// A write as data: what is kept on the device until the cloud has it, and may be sent by a later page.
import type { Comment } from '../../../../shared/schema/comment.ts'
import type { Contact, ContactPatch, NewContact } from '../../../../shared/schema/contact.ts'
import type { NewSchedule, Schedule } from '../../../../shared/schema/schedule.ts'
import type { NewTask, Task, TaskPatch } from '../../../../shared/schema/task.ts'
import { emptyRule } from '../../../../shared/sync/synced-fields.ts'

interface Order {
  /** Grows with each write; they are sent in this order. */
  turn: number
  /** The page that sends it. */
  page: string
}

/** Contacts are few: their writes go one after the other, in a lane of their own beside those of the tasks. */
export const contactLane = -1

export type Write = Order &
  (
    | { kind: 'create'; id: number; key: string; body: NewTask; at: string }
    /** `base`: the task as the person saw it; `version`: what the cloud has of it, undefined while it has no number. `key`: should it have to be made again. */
    | { kind: 'change'; id: number; key: string; body: TaskPatch; base: Task; version: number | undefined }
    | { kind: 'delete'; id: number; version: number | undefined }
    | { kind: 'comment'; id: number; key: string; shown: Comment; base?: Task | undefined }
    | { kind: 'remind'; id: number; key: string; body: NewSchedule; shown: Schedule; base?: Task | undefined }
    | { kind: 'unremind'; id: number; scheduleId: number }
    /** `shown`: with the slug that it will probably get; `isApart`: written without the others, and not beside one with that name and address. */
    | { kind: 'contact'; id: typeof contactLane; key: string; body: NewContact; shown: Contact; isApart?: boolean }
    /** `base`: as the person saw it; `body`: only what they changed. */
    | { kind: 'contact-change'; id: typeof contactLane; key: string; slug: string; body: ContactPatch; base: Contact }
    | { kind: 'contact-delete'; id: typeof contactLane; slug: string; base: Contact }
  )

export type Draft<W = Write> = W extends Write ? Omit<W, keyof Order> : never

/** What the cloud answers to one; nothing to a delete. */
export type Answer = Task | Comment | Schedule | Contact | undefined

/** Before its first day, with the fields that a rule may lack. */
export function unsentSchedule(id: number, taskId: number, body: NewSchedule, at: string): Schedule {
  const rule = { ...emptyRule, ...body }
  return { ...rule, id, task_id: taskId, next_fire_at: rule.fire_at, last_fired_at: null, created_at: at, updated_at: at }
}

/** As this build keeps it: one before kept a reminder without how it is shown. */
export function asToday(write: Write): Write {
  if (write.kind !== 'remind' || (write as { shown?: Schedule }).shown) return write
  return { ...write, shown: unsentSchedule(-write.turn, write.id, write.body, new Date(write.turn).toISOString()) }
}
