// Editing and deleting comments, and taking that back.
import { mergeText } from '../../../shared/domain/history/merge-text.ts'
import type { Comment } from '../../../shared/schema/comment.ts'
import { can } from '../../backend/abilities.ts'
import { ApiError, Withdrawn } from '../../backend/api.ts'
import { api } from '../../backend/backend.ts'
import { explain } from '../../backend/explain.ts'
import { notify } from '../../lib/notices.ts'
import { m } from '../../messages/late.ts'
import { queryClient } from '../query-client.ts'
import { gave } from '../tasks/history.ts'
import { didAction, forgetAction, type OwnAction } from '../tasks/own-actions.ts'
import { send } from '../tasks/sending.ts'

const listOf = (taskId: number) => ['comments', taskId]

function show(taskId: number, change: (known: Comment[]) => Comment[]): void {
  queryClient.setQueryData<Comment[]>(listOf(taskId), (known) => known && change(known))
}

/** Somebody changed the same lines since the person began. */
class ChangedMeanwhile extends Error {}

function merged(wanted: string, base: string, now: string): string {
  const { text, clash } = mergeText(wanted, base, now)
  if (clash) throw new ChangedMeanwhile(m.taskPage.commentMeanwhile)
  return text
}

/** What others wrote into it meanwhile is merged. */
async function update({ id, task_id, body: seen }: Comment, base: string, wanted: string): Promise<Comment> {
  const params = { id: task_id, commentId: id }
  // It waits on the device, and is merged by whoever sends it.
  if (can.writeOffline) return api.updateComment({ params, body: { body: merged(wanted, base, seen) } })
  for (;;) {
    const { body: now, headers } = await api.full.getComment({ params })
    const text = merged(wanted, base, now.body)
    try {
      return await api.updateComment({ params, body: { body: text } }, { headers: { 'If-Match': headers.get('etag') ?? '*' } })
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem.code !== 'stale') throw error
    }
  }
}

/** Shown at once; false where it was not saved, which is then explained. `said`: for the undo message; `base`: what the person began from. */
export async function changeComment(comment: Comment, body: string, said: string, base = comment.body): Promise<boolean> {
  const { id, task_id: taskId } = comment
  let written = body
  const action: OwnAction = {
    said,
    writes: [{ taskId, is: (entry) => entry.entity === 'comment' && entry.entity_id === id && entry.action === 'updated' && gave(entry, 'body', written) }],
  }
  await queryClient.cancelQueries({ queryKey: listOf(taskId) })
  const put = (next: Comment) => show(taskId, (known) => known.map((one) => (one.id === id ? next : one)))
  put({ ...comment, body, updated_at: new Date().toISOString() })
  didAction(action)
  try {
    const saved = await send(`task ${taskId}`, () => update(comment, base, body))
    written = saved.body
    put(saved)
    return true
  } catch (error) {
    put(comment)
    if (error instanceof Withdrawn) return false
    forgetAction(action)
    notify({ kind: 'problem', text: error instanceof ChangedMeanwhile ? error.message : explain(m.taskPage.commentNotSaved, error) })
    return false
  }
}

/** Gone at once; it comes back where the service refuses, or with the key that undoes. */
export async function deleteComment(comment: Comment): Promise<void> {
  const { id, task_id: taskId } = comment
  const action: OwnAction = {
    said: m.taskPage.commentDeleted(taskId),
    writes: [{ taskId, is: (entry) => entry.entity === 'comment' && entry.entity_id === id && entry.action === 'deleted' }],
  }
  await queryClient.cancelQueries({ queryKey: listOf(taskId) })
  show(taskId, (known) => known.filter((one) => one.id !== id))
  didAction(action)
  try {
    await send(`task ${taskId}`, () => api.deleteComment({ params: { id: taskId, commentId: id } }))
  } catch (error) {
    // Taken back already; or somebody deleted it before, and it is gone, as was wanted.
    if (error instanceof Withdrawn || (error instanceof ApiError && error.problem.code === 'not_found')) return
    forgetAction(action)
    show(taskId, (known) => [...known, comment].sort((a, b) => a.id - b.id))
    notify({ kind: 'problem', text: explain(m.taskPage.commentNotDeleted, error) })
  }
}
