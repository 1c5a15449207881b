// A write as data: what is kept on the device until the cloud has it, and may be sent by a later page.
import type { Comment } from '../../../../shared/schema/comment.ts'
import type { Contact, ContactPatch, NewContact } from '../../../../shared/schema/contact.ts'
import type { Proposal } from '../../../../shared/schema/proposal.ts'
import type { NewSchedule, Schedule, SchedulePatch } from '../../../../shared/schema/schedule.ts'
import type { NewSavedList, SavedList, SavedListPatch } from '../../../../shared/schema/saved-list.ts'
import type { Question } from '../../../../shared/schema/work/question.ts'
import type { NewTask, Task, TaskPatch } from '../../../../shared/schema/task.ts'
import { emptyRule, ruleFields } from '../../../../shared/sync/synced-fields.ts'

interface Order {
  /** Grows with each write; they are sent in this order. */
  turn: number
  /** The page that sends it. */
  page: string
}

/** Contacts are few: their writes go one after the other, in a lane of their own beside those of the tasks. */
export const contactLane = -1
/** So are decisions. */
export const decisionLane = -3

/** The same of saved lists. */
export const listLane = -2

export type Write = Order &
  (
    | { kind: 'create'; id: number; key: string; body: NewTask; at: string }
    /** `base`: the task as the person saw it; `version`: what the cloud has of it, undefined while it has no number. `key`: should it have to be made again. */
    | { kind: 'change'; id: number; key: string; body: TaskPatch; base: Task; version: number | undefined }
    | { kind: 'delete'; id: number; version: number | undefined }
    | { kind: 'comment'; id: number; key: string; shown: Comment; base?: Task | undefined }
    /** `was`: the text that was edited; `shown`: the whole comment as it was changed; it comes back as that should it have been deleted elsewhere. */
    | { kind: 'comment-change'; id: number; key: string; commentId: number; was: string; shown: Comment; base?: Task | undefined }
    | { kind: 'comment-delete'; id: number; commentId: number }
    | { kind: 'remind'; id: number; key: string; body: NewSchedule; shown: Schedule; base?: Task | undefined }
    /** `shown`: the whole reminder as it was changed; it comes back as that should somebody have removed it. */
    | { kind: 'remind-change'; id: number; key: string; scheduleId: number; body: SchedulePatch; shown: Schedule; base?: Task | undefined }
    | { kind: 'unremind'; id: number; scheduleId: number }
    /** `shown`: with the slug that it will probably get; `isApart`: written without the others, and not beside one with that name and address. */
    | { kind: 'contact'; id: typeof contactLane; key: string; body: NewContact; shown: Contact; isApart?: boolean }
    /** `base`: as the person saw it; `body`: only what they changed. */
    | { kind: 'contact-change'; id: typeof contactLane; key: string; slug: string; body: ContactPatch; base: Contact }
    | { kind: 'contact-delete'; id: typeof contactLane; slug: string; base: Contact }
    /** `shown`: with the uid that it keeps. */
    | { kind: 'list'; id: typeof listLane; key: string; body: NewSavedList; shown: SavedList }
    | { kind: 'list-change'; id: typeof listLane; key: string; uid: string; body: SavedListPatch; base: SavedList }
    | { kind: 'list-delete'; id: typeof listLane; uid: string; base: SavedList }
    /** `answer`: null dismisses the question. `key`: of the comment that it becomes if somebody was faster. */
    | { kind: 'answer'; id: typeof decisionLane; key: string; question: Question; answer: string | null }
    | { kind: 'decide'; id: typeof decisionLane; proposal: Proposal; accept: boolean; reason: string | undefined }
  )

export type Draft<W = Write> = W extends Write ? Omit<W, keyof Order> : never

export const isAboutReminder = ({ kind }: Draft | Write): boolean => kind === 'remind' || kind === 'remind-change' || kind === 'unremind'

export const isAboutComment = ({ kind }: Draft | Write): boolean => kind === 'comment' || kind === 'comment-change' || kind === 'comment-delete'

export const isAboutList = ({ kind }: Draft | Write): boolean => kind === 'list' || kind === 'list-change' || kind === 'list-delete'

/** What the cloud answers to one; nothing to a delete. */
export type Answer = Task | Comment | Schedule | Contact | SavedList | Proposal | Question | undefined

/** Before its first day, with the fields that a rule may lack. */
export function unsentSchedule(id: number, taskId: number, body: NewSchedule, at: string): Schedule {
  const rule = { ...emptyRule, ...body }
  return { ...rule, id, task_id: taskId, next_fire_at: rule.fire_at, last_fired_at: null, created_at: at, updated_at: at }
}

/** Another type leaves behind what does not belong to it, and of the two ways to say when it comes once the new one stands. When it comes next is for the cloud to say. */
export function changedSchedule(known: Schedule, body: SchedulePatch, at: string): Schedule {
  const isOtherType = body.type !== undefined && body.type !== known.type
  const isOtherMoment = (body.fire_at ?? body.before_due_minutes ?? null) !== null
  const { timezone, enabled } = known
  const rest = isOtherType ? { ...emptyRule, timezone, enabled } : isOtherMoment ? { fire_at: null, before_due_minutes: null } : {}
  const shown = { ...known, ...rest, ...body, updated_at: at }
  return { ...shown, next_fire_at: shown.enabled ? shown.fire_at : null }
}

/** What a new reminder is made of to come at the same times. */
export const ruleOf = (row: object): NewSchedule =>
  Object.fromEntries(Object.entries(row).filter(([field, value]) => (ruleFields as string[]).includes(field) && value !== null)) as unknown as NewSchedule

/** As this build keeps it: one before kept a reminder without how it is shown. */
export function asToday(write: Write): Write {
  if (write.kind !== 'remind' || (write as { shown?: Schedule }).shown) return write
  return { ...write, shown: unsentSchedule(-write.turn, write.id, write.body, new Date(write.turn).toISOString()) }
}
