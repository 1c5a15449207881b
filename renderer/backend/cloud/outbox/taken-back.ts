// Taking back a write that was not sent yet.
import type { JournalEntry } from '../../../../shared/schema/journal.ts'
import type { OwnWrite } from '../../backend.ts'
import type { CopyListener } from '../../listener.ts'
import type { TeamCopy } from '../seen.ts'
import { isAboutComment, isAboutReminder, type Write } from './write.ts'

/** What has it sent after all; undefined when it was sent, or none waits. */
export function takeBackUnsent(copy: TeamCopy, listener: CopyListener, { taskId, is }: OwnWrite): (() => void) | undefined {
  const withdrawn = copy.outbox.withdraw((write) => write.id === taskId && is(asEntry(write)))
  if (!withdrawn) return undefined
  showAsWaiting(copy, listener, withdrawn[0])
  return () => {
    void copy.outbox.putBack(withdrawn)
    if (withdrawn[0].kind === 'delete') listener.hideTask(taskId)
    else showAsWaiting(copy, listener, withdrawn[0])
  }
}

/** What the write was about, as it is with what waits to be sent. */
function showAsWaiting({ replica, outbox }: TeamCopy, listener: CopyListener, write: Write): void {
  if (isAboutReminder(write)) listener.changed('schedules', write.id)
  if (isAboutComment(write)) listener.changed('comments', write.id)
  const task = replica.tasks.get(write.id) ?? (write.kind === 'change' ? write.base : undefined)
  // What the cloud has not numbered is what waits to be made.
  const shown = task ? outbox.over(task) : outbox.created().find(({ id }) => id === write.id)
  if (shown) listener.showTask(shown)
  else if (write.kind === 'create') listener.hideTask(write.id)
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
