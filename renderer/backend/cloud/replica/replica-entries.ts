// What an entry of the journal makes of a row of the copy. Pure.
import type { Comment } from '../../../../shared/schema/comment.ts'
import type { JournalEntry } from '../../../../shared/schema/journal.ts'
import type { Schedule } from '../../../../shared/schema/schedule.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import { emptyRule, withAllFields } from '../../../../shared/sync/synced-fields.ts'
import { transition } from '../../../../shared/sync/transition.ts'

/**
 * What an entry means for a copy, which holds nothing that the cloud does not have: the table that the desktop runs, too. `isNewer`: the reply to
 * one's own write may be newer than the entry.
 */
function effectOf(action: JournalEntry['action'], isHere: boolean, isNewer: boolean): 'insert' | 'merge' | 'remove' | undefined {
  const facts = { isNewer, differs: true, deletion: 'bySync' } as const
  const { effects } = transition(
    { name: isHere ? 'synced' : 'untracked' },
    action === 'deleted'
      ? { type: 'remoteDelete', isNewer, isEdited: false, isNeeded: false }
      : { type: action === 'created' ? 'remoteRecord' : 'remoteChange', ...facts },
  )
  for (const effect of effects) if (effect.do === 'insert' || effect.do === 'merge' || effect.do === 'remove') return effect.do
  return undefined
}

export function taskAfter(known: Task | undefined, entry: JournalEntry): Task | undefined {
  // What is here already when its creation is told came with a reply.
  const isNewer = entry.action === 'deleted' || !known || (entry.action === 'updated' && known.updated_at <= entry.at)
  switch (effectOf(entry.action, known !== undefined, isNewer)) {
    case 'insert':
      return { version: 1, updated_at: entry.at, ...withAllFields(entry.after ?? {}), id: entry.entity_id } as Task
    case 'merge': {
      const { version, updated_at } = known as Task
      return { ...known, ...(entry.after as Partial<Task>), version: version + (updated_at === entry.at ? 0 : 1), updated_at: entry.at } as Task
    }
    case 'remove':
      return undefined
    default:
      return known
  }
}

/** What hangs on a task comes whole, also where only a change of it is told: the copy may have been taken between the two. */
function hangingAfter<T extends { id: number }>(known: readonly T[], entry: JournalEntry, changed: (before: T | undefined) => T): T[] {
  const before = known.find(({ id }) => id === entry.entity_id)
  const effect = effectOf(entry.action === 'deleted' ? 'deleted' : 'created', before !== undefined, true)
  const others = known.filter(({ id }) => id !== entry.entity_id)
  return effect === 'insert' || effect === 'merge' ? [...others, changed(before)] : others
}

export function commentsAfter(known: readonly Comment[], entry: JournalEntry): Comment[] {
  const first = { author: entry.actor, created_at: entry.at }
  return hangingAfter(known, entry, (before) => {
    const now = { ...first, ...before, ...entry.after, id: entry.entity_id, task_id: entry.task_id }
    // One that a device brings was written earlier.
    return { ...now, updated_at: entry.action === 'created' ? now.created_at : entry.at } as Comment
  }).sort((a, b) => a.id - b.id)
}

export function schedulesAfter(known: readonly Schedule[], entry: JournalEntry): Schedule[] {
  const own = { id: entry.entity_id, task_id: entry.task_id, updated_at: entry.at }
  return hangingAfter(known, entry, (before) => {
    const now = { ...emptyRule, created_at: entry.at, last_fired_at: null, ...before, ...entry.after, ...own } as Schedule
    // When a rule comes next only the cloud says.
    return { ...now, next_fire_at: now.enabled ? now.fire_at : null }
  }).sort((a, b) => b.id - a.id)
}
