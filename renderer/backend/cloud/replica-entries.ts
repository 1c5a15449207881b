// What an entry of the journal makes of a row of the copy. Pure.
import type { Comment } from '../../../shared/schema/comment.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import type { Schedule } from '../../../shared/schema/schedule.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { withAllFields } from '../../../shared/sync/synced-fields.ts'

/** The task after an entry of its journal; the reply to one's own write may be newer than that. */
export function taskAfter(known: Task | undefined, entry: JournalEntry): Task | undefined {
  if (entry.action === 'deleted') return undefined
  if (entry.action === 'created') return known ?? ({ version: 1, updated_at: entry.at, ...withAllFields(entry.after ?? {}), id: entry.entity_id } as Task)
  if (!known || known.updated_at > entry.at) return known
  return { ...known, ...(entry.after as Partial<Task>), version: known.version + (known.updated_at === entry.at ? 0 : 1), updated_at: entry.at }
}

export function commentsAfter(known: readonly Comment[], entry: JournalEntry): Comment[] {
  const others = known.filter(({ id }) => id !== entry.entity_id)
  if (entry.action === 'deleted') return others
  const before = known.find(({ id }) => id === entry.entity_id)
  const first = { author: entry.actor, created_at: entry.at }
  const now = { ...first, ...before, ...entry.after, id: entry.entity_id, task_id: entry.task_id, updated_at: entry.at } as Comment
  return [...others, now].sort((a, b) => a.id - b.id)
}

const noRule = { fire_at: null, interval_days: null, day_of_week: null, day_of_month: null, time: null, timezone: 'UTC', enabled: true }

export function schedulesAfter(known: readonly Schedule[], entry: JournalEntry): Schedule[] {
  const others = known.filter(({ id }) => id !== entry.entity_id)
  if (entry.action === 'deleted') return others
  const before = known.find(({ id }) => id === entry.entity_id)
  const own = { id: entry.entity_id, task_id: entry.task_id, updated_at: entry.at }
  const now = { ...noRule, created_at: entry.at, last_fired_at: null, ...before, ...entry.after, ...own } as Schedule
  // When a rule comes next only the cloud says.
  return [...others, { ...now, next_fire_at: now.enabled ? now.fire_at : null }].sort((a, b) => b.id - a.id)
}
