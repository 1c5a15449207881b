// A task in full, as an agent reads it: with its latest comments, its reminders and who works on it. Empty fields are left out.
import { type Static, Type } from 'typebox'
import { fenced, fencedUnlessWord } from '../../../shared/domain/outside-text.ts'
import { object } from '../../../shared/schema/field.ts'
import type { Comment } from '../../../shared/schema/comment.ts'
import type { Schedule } from '../../../shared/schema/schedule.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { McpDeps } from './deps.ts'
import { isOutside } from './provenance.ts'
import { count, text } from './rows.ts'

const shownComments = 20

const optional = Type.Optional(text)
const objects = Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object' }))

export const TaskDetail = object('TaskDetail', {
  id: count,
  title: text,
  description: optional,
  status: text,
  priority: text,
  labels: Type.Array(text),
  requesters: Type.Optional(Type.Array(text)),
  dedupe_key: optional,
  version: count,
  created_at: text,
  updated_at: text,
  completed_at: optional,
  comments: objects,
  comments_total: count,
  reminders: Type.Optional(objects),
  claim: Type.Optional(Type.Unsafe<{ by: string; until: string }>({ type: 'object' })),
})
export type TaskDetail = Static<typeof TaskDetail>

export function commentRow({ id, author, body, created_at }: Comment): Record<string, unknown> {
  if (!isOutside(author.kind)) return { id, author: author.name, at: created_at, body }
  return { id, author: fencedUnlessWord(author.name, author), at: created_at, body: fenced(body, author) }
}

export function reminderRow(schedule: Schedule): Record<string, unknown> {
  const { id, type, fire_at, interval_days, day_of_week, day_of_month, time, timezone, enabled, next_fire_at } = schedule
  const all = { id, type, fire_at, interval_days, day_of_week, day_of_month, time, timezone, next_fire_at, ...(enabled ? {} : { enabled }) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}

export function taskDetail(
  raw: Task,
  { provenance, comments, schedules, claims }: Pick<McpDeps, 'provenance' | 'comments' | 'schedules' | 'claims'>,
): TaskDetail {
  const task = provenance.fence([raw])[0] as Task
  const comments_total = comments.count(task.id)
  const latest = comments_total === 0 ? [] : comments.list(task.id, Math.max(0, comments_total - shownComments))
  const reminders = schedules.list(task.id).map(reminderRow)
  const claim = claims.of(task.id)
  return {
    id: task.id,
    title: task.title,
    ...(task.description ? { description: task.description } : {}),
    status: task.status,
    priority: task.priority,
    labels: task.labels,
    ...(task.requesters.length > 0 ? { requesters: task.requesters } : {}),
    ...(task.dedupe_key ? { dedupe_key: task.dedupe_key } : {}),
    version: task.version,
    created_at: task.created_at,
    updated_at: task.updated_at,
    ...(task.completed_at ? { completed_at: task.completed_at } : {}),
    comments: latest.map(commentRow),
    comments_total,
    ...(reminders.length > 0 ? { reminders } : {}),
    ...(claim ? { claim: { by: claim.holder.name, until: claim.expires_at } } : {}),
  }
}
