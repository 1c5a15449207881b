// What becomes of a write, into the copy and before the person's eyes: the cloud has it, or refused it.
import type { Comment } from '../../../../shared/schema/comment.ts'
import type { Schedule } from '../../../../shared/schema/schedule.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import { m } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { storage } from '../../../lib/storage.ts'
import { account as says } from '../../../messages/account.ts'
import { explain } from '../../explain.ts'
import type { CopyListener } from '../../listener.ts'
import type { TeamCopy } from '../seen.ts'
import { keepLists, keptLists } from '../replica/kept-lists.ts'
import { takeQuestion } from '../replica/kept-questions.ts'
import { isList, listUidOf } from './waiting-lists.ts'
import { slugOf } from './waiting-contacts.ts'
import { type Answer, type Draft, isAboutComment, isAboutList, isAboutReminder, type Write } from './write.ts'

/** The cloud has it. `isOurs`: this page began it, and shows the answer itself. */
export function showReply(copy: TeamCopy, listener: CopyListener, write: Write, reply: Answer, isOurs: boolean): void {
  if (write.kind === 'decide') return listener.proposalsChanged()
  if (write.kind === 'answer') {
    if (reply && 'options' in reply) takeQuestion(reply)
    listener.readinessChanged(write.question.task_id)
    return listener.questionsChanged()
  }
  if (write.kind === 'delete') return copy.replica.dropTask(write.id)
  const listUid = listUidOf(write)
  if (listUid !== undefined) return showList(listener, listUid, reply)
  const slug = slugOf(write)
  if (slug !== undefined) return showContact(copy, listener, slug, reply)
  if (write.kind === 'comment-delete') {
    takeComments(copy, write.id, (known) => known.filter(({ id }) => id !== write.commentId))
    return listener.changed('comments', write.id)
  }
  if (write.kind === 'unremind') return takeSchedules(copy, listener, write.id, (known) => known.filter(({ id }) => id !== write.scheduleId))
  if (!reply || 'slug' in reply || 'tool' in reply || 'options' in reply || isList(reply)) return
  if ('version' in reply) return showTask(copy, listener, write, reply, isOurs)
  // Deleted meanwhile, and back under another number for what hangs on it.
  if (reply.task_id !== write.id) {
    listener.changed('comments', reply.task_id)
    return listener.renumber(write.id, reply.task_id)
  }
  if ('type' in reply) {
    const gone = write.kind === 'remind-change' ? write.scheduleId : reply.id
    return takeSchedules(copy, listener, write.id, (known) => [reply, ...known.filter(({ id }) => id !== reply.id && id !== gone)].sort((a, b) => b.id - a.id))
  }
  const gone = write.kind === 'comment-change' ? write.commentId : reply.id
  takeComments(copy, reply.task_id, (known) => [...known.filter(({ id }) => id !== reply.id && id !== gone), reply].sort((a, b) => a.id - b.id))
  if (!isOurs || write.kind === 'comment-change') listener.changed('comments', write.id)
}

/** Newest first; what the stream tells of it later finds it here. */
function takeSchedules({ replica }: TeamCopy, listener: CopyListener, taskId: number, change: (known: readonly Schedule[]) => Schedule[]): void {
  replica.takeSchedules(taskId, change(replica.schedules(taskId)))
  listener.changed('schedules', taskId)
}

function showContact({ replica }: TeamCopy, listener: CopyListener, slug: string, reply: Answer): void {
  const others = replica.contacts().filter((one) => one.slug !== slug && !(reply && 'slug' in reply && one.slug === reply.slug))
  // Whether a delete gave way to a change, the list says that is read after it.
  if (reply && 'slug' in reply) replica.takeContacts([reply, ...others])
  listener.contactsChanged()
}

function showList(listener: CopyListener, uid: string, reply: Answer): void {
  const others = keptLists().filter((one) => one.uid !== uid && !(isList(reply) && one.uid === reply.uid))
  keepLists(isList(reply) ? [...others, reply] : others)
  listener.listsChanged()
}

function showTask({ replica, outbox }: TeamCopy, listener: CopyListener, write: Write, reply: Task, isOurs: boolean): void {
  replica.takeTask(reply)
  if (isOurs && write.id === reply.id) return
  const shown = outbox.over(reply)
  if (write.id !== reply.id) {
    listener.hideTask(write.id)
    listener.renumber(write.id, reply.id)
  }
  if (shown) listener.showTask(shown)
}

function takeComments({ replica }: TeamCopy, taskId: number, change: (known: readonly Comment[]) => Comment[]): void {
  const known = replica.comments(taskId)
  if (known) replica.takeComments(taskId, change(known))
}

/** The cloud refused it. What it changed is shown as it was, and no word of it is lost: it is back in the field. */
export function showRefusal({ replica }: TeamCopy, listener: CopyListener, write: Draft, error: unknown): void {
  if (write.kind === 'decide') listener.proposalsChanged()
  if (write.kind === 'answer') listener.questionsChanged()
  const task = replica.tasks.get(write.id)
  if (task) listener.showTask(task)
  else if (write.kind === 'create') listener.hideTask(write.id)
  if (isAboutReminder(write)) listener.changed('schedules', write.id)
  if (isAboutComment(write)) listener.changed('comments', write.id)
  if (write.kind === 'comment') storage.write(`draft:comment:${write.id}`, write.shown.body)
  if (write.kind === 'comment-change') {
    storage.write(`draft:comment-edit:${write.commentId}`, write.shown.body)
    storage.write(`draft:comment-base:${write.commentId}`, write.was)
  }
  if (write.kind === 'contact' || write.kind === 'contact-change') {
    const typed = Object.fromEntries(Object.entries(write.body).map(([field, value]) => [field, value ?? '']))
    storage.write(`draft:contact:${write.kind === 'contact' ? '' : write.slug}`, JSON.stringify(typed))
    listener.contactsChanged()
  }
  if (isAboutList(write)) listener.listsChanged()
  sayRefused(write, error)
}

export function sayRefused(write: Draft, error: unknown): void {
  notify({ kind: 'problem', text: explain(notSaved(write), error) })
}

function notSaved(write: Draft): string {
  if (write.kind === 'answer') return write.answer === null ? m.question.notDismissed : m.question.notAnswered
  if (write.kind === 'decide') return write.accept ? m.review.notAccepted : m.review.notRejected
  if (write.kind === 'contact') return says.notSent(write.shown.name)
  if (write.kind === 'contact-change' || write.kind === 'contact-delete') return says.notSent(write.base.name)
  if (write.kind === 'create') return says.notSent(write.body.title)
  if (write.kind === 'list') return says.notSent(write.shown.name)
  if (write.kind === 'list-change' || write.kind === 'list-delete') return says.notSent(write.base.name)
  return write.kind === 'comment' || write.kind === 'comment-change' ? says.notSent(write.shown.body) : m.taskNotSaved(write.id)
}
