// Taking back a write that was not sent yet.
import type { JournalEntry } from '../../../../shared/schema/journal.ts'
import type { OwnWrite } from '../../backend.ts'
import type { CopyListener } from '../../listener.ts'
import type { TeamCopy } from '../seen.ts'
import { isAboutComment, isAboutReminder, type Write } from './write.ts'

/** False when it was sent, or none waits. */
export function takeBackUnsent({ replica, outbox }: TeamCopy, listener: CopyListener, { taskId, is }: OwnWrite): boolean {
  const taken = outbox.withdraw((write) => write.id === taskId && is(asEntry(write)))
  if (!taken) return false
  if (isAboutReminder(taken)) listener.changed('schedules', taskId)
  if (isAboutComment(taken)) listener.changed('comments', taskId)
  const task = replica.tasks.get(taskId) ?? (taken.kind === 'change' ? taken.base : undefined)
  const shown = task && outbox.over(task)
  if (shown) listener.showTask(shown)
  return true
}

/** As the journal would have it, had it been sent. */
function asEntry(write: Write): JournalEntry {
  const about = (entity: string, entity_id: number, action: string) =>
    ({ entity, entity_id, action, task_id: write.id, after: null, before: null }) as JournalEntry
  if (write.kind === 'comment') return about('comment', write.shown.id, 'created')
  if (write.kind === 'comment-change') return { ...about('comment', write.commentId, 'updated'), after: { body: write.shown.body } }
  if (write.kind === 'comment-delete') return about('comment', write.commentId, 'deleted')
  if (write.kind === 'remind') return about('schedule', write.shown.id, 'created')
  if (write.kind === 'remind-change') return about('schedule', write.scheduleId, 'updated')
  if (write.kind === 'unremind') return about('schedule', write.scheduleId, 'deleted')
  const action = write.kind === 'change' ? 'updated' : write.kind === 'delete' ? 'deleted' : 'created'
  return { entity: 'task', action, entity_id: write.id, task_id: write.id, after: write.kind === 'change' ? write.body : null, before: null } as JournalEntry
}
