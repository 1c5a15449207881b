// What the cloud's answer to one write means for those that wait behind it: they learn the number, the version or the slug. Pure.
import type { Comment } from '../../../../shared/schema/comment.ts'
import type { Contact } from '../../../../shared/schema/contact.ts'
import type { Schedule } from '../../../../shared/schema/schedule.ts'
import type { Task, TaskPatch } from '../../../../shared/schema/task.ts'
import { isList } from './waiting-lists.ts'
import { asWritten, changesOf, slugOf } from './waiting-contacts.ts'
import type { Answer, Write } from './write.ts'

/** What becomes another in a write that waits. */
export interface Correction {
  write: Write
  changes: { id?: number; version?: number | undefined; scheduleId?: number; commentId?: number; slug?: string; base?: Contact; body?: TaskPatch }
}

export function afterReply(sent: Write, reply: Answer, waiting: readonly Write[]): Correction[] {
  if (!reply) return []
  if (isList(reply) || 'tool' in reply || 'options' in reply) return []
  if ('slug' in reply) return afterContact(sent, reply, waiting)
  if ('version' in reply) return afterTask(sent, reply, waiting)
  return [...knowSchedule(sent, reply, waiting), ...knowComment(sent, reply, waiting), ...knowRevivedTask(sent, reply, waiting)]
}

function afterContact(sent: Write, reply: Contact, waiting: readonly Write[]): Correction[] {
  const slug = slugOf(sent)
  return waiting.flatMap((write): Correction[] => {
    if (write.kind === 'create' || write.kind === 'change') return renamedIn(write, sent, slug ?? '', reply.slug)
    if (write.kind !== 'contact-change' && write.kind !== 'contact-delete') return []
    // The cloud called it otherwise, or it was deleted meanwhile and came back.
    const isRenamed = write.slug === slug && reply.slug !== slug
    const isAbout = isRenamed || write.slug === reply.slug
    // Who deletes what they have just written saw it as it is now.
    const isAsSeen = isAbout && write.kind === 'contact-delete' && Object.keys(changesOf(reply, asWritten(write.base))).length === 0
    if (!isRenamed && !isAsSeen) return []
    const changes = { ...(isRenamed ? { slug: reply.slug } : {}), ...(isAsSeen ? { base: { ...write.base, updated_at: reply.updated_at } } : {}) }
    return [{ write, changes }]
  })
}

/** Whoever wrote it as a requester after that meant this one, and nobody whom the cloud calls so. */
function renamedIn(write: Extract<Write, { kind: 'create' | 'change' }>, sent: Write, from: string, to: string): Correction[] {
  if (sent.kind !== 'contact' || from === to || write.turn < sent.turn) return []
  const { requesters } = write.body
  if (!requesters?.includes(from)) return []
  return [{ write, changes: { body: { ...write.body, requesters: requesters.map((one) => (one === from ? to : one)) } } }]
}

function afterTask(sent: Write, reply: Task, waiting: readonly Write[]): Correction[] {
  if (sent.kind !== 'create' && sent.kind !== 'change') return []
  const known = sent.kind === 'change' ? sent.version : undefined
  // Is it further than this write brought it, somebody else wrote too: what waits has not seen that, and must meet it.
  const version = Math.min(reply.version, (known ?? 0) + 1)
  return waiting.flatMap((write): Correction[] => {
    if (write.id !== sent.id) return []
    const isNext = (write.kind === 'change' || write.kind === 'delete') && write.version === known
    return [{ write, changes: { id: reply.id, ...(isNext ? { version } : {}) } }]
  })
}

function knowSchedule(sent: Write, reply: Comment | Schedule, waiting: readonly Write[]): Correction[] {
  // A changed one has another number where it was removed meanwhile and came back.
  const known = sent.kind === 'remind' ? sent.shown.id : sent.kind === 'remind-change' ? sent.scheduleId : undefined
  if (known === undefined || known === reply.id) return []
  return waiting.flatMap((write) => ('scheduleId' in write && write.scheduleId === known ? [{ write, changes: { scheduleId: reply.id } }] : []))
}

function knowComment(sent: Write, reply: Comment | Schedule, waiting: readonly Write[]): Correction[] {
  const known = sent.kind === 'comment' ? sent.shown.id : sent.kind === 'comment-change' ? sent.commentId : undefined
  if (known === undefined || known === reply.id) return []
  return waiting.flatMap((write) => ('commentId' in write && write.commentId === known ? [{ write, changes: { commentId: reply.id } }] : []))
}

/** The task was deleted meanwhile and came back for this under another number. */
function knowRevivedTask(sent: Write, reply: Comment | Schedule, waiting: readonly Write[]): Correction[] {
  if (reply.task_id === sent.id) return []
  return waiting.flatMap((write): Correction[] => {
    if (write.id !== sent.id) return []
    const isOfVersion = write.kind === 'change' || write.kind === 'delete'
    return [{ write, changes: { id: reply.task_id, ...(isOfVersion ? { version: undefined } : {}) } }]
  })
}
