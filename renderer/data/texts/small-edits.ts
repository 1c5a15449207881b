// What is changed in a text where it is read: a checkbox, a file that it names. Whatever else somebody is writing into it at that moment is merged.
import { textWithout } from '../../../shared/domain/attachments/attachment-link.ts'
import { mergeText } from '../../../shared/domain/history/merge-text.ts'
import { toggledCheckbox } from '../../../shared/domain/tasks/checklist.ts'
import type { Comment } from '../../../shared/schema/comment.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { notify } from '../../lib/notices.ts'
import { m } from '../../messages/late.ts'
import { cachedTask } from '../tasks/task-cache.ts'
import { changeTask, type Merge } from '../tasks/task-writes.ts'
import { changeComment, deleteComment } from './change-comment.ts'

const maxShown = 60
const short = (name: string) => (name.length > maxShown ? `${name.slice(0, maxShown)}…` : name)

const tickSaid = (id: number, name: string, isTicked: boolean) => (isTicked ? m.taskPage.ticked(id, short(name)) : m.taskPage.unticked(id, short(name)))

/** Not where both changed the same lines. */
const mergedDescription: Merge = (wanted, base, now) => {
  const { text, clash } = mergeText(wanted.description ?? '', base.description ?? '', now.description ?? '')
  return clash ? m.taskPage.editMeanwhile(now.id) : { description: text.trim() === '' ? null : text }
}

/** `shown`: what the person saw. */
async function writeDescription(shown: Task, wanted: string, said: string): Promise<void> {
  const now = cachedTask(shown.id)
  if (!now) return
  const changes = mergedDescription({ description: wanted }, { ...now, description: shown.description }, now)
  if (typeof changes === 'string') return void notify({ kind: 'problem', text: changes })
  await changeTask(shown.id, changes, said, mergedDescription)
}

/** The checkbox whose list item begins at `at`. */
export async function tickInDescription(shown: Task, at: number, name: string): Promise<void> {
  const wanted = toggledCheckbox(shown.description ?? '', at)
  if (wanted) await writeDescription(shown, wanted.text, tickSaid(shown.id, name, wanted.isTicked))
}

export async function tickInComment(shown: Comment, at: number, name: string): Promise<void> {
  const wanted = toggledCheckbox(shown.body, at)
  if (wanted) await changeComment(shown, wanted.text, tickSaid(shown.task_id, name, wanted.isTicked))
}

/** What stands there for a file; the file stays, so that an undo shows it again. */
export async function removeFromDescription(shown: Task, from: number, to: number, name: string): Promise<void> {
  await writeDescription(shown, textWithout(shown.description ?? '', from, to), m.taskPage.fileRemoved(shown.id, short(name)))
}

/** A comment of which nothing is left goes with it. */
export async function removeFromComment(shown: Comment, from: number, to: number, name: string): Promise<void> {
  const body = textWithout(shown.body, from, to)
  if (body.trim() === '') await deleteComment(shown)
  else await changeComment(shown, body, m.taskPage.fileRemoved(shown.task_id, short(name)))
}
