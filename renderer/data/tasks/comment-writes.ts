import type { Comment } from '../../../shared/schema/comment.ts'
import { once } from '../../backend/api.ts'
import { api, backend } from '../../backend/backend.ts'
import { forgetTemporaryId, temporaryIdOf } from '../../backend/unnumbered.ts'
import { explain } from '../../backend/explain.ts'
import { m } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { queryClient } from '../query-client.ts'
import { didAction, willBeDone } from './own-actions.ts'
import { send } from './sending.ts'

/** Shows the comment at once and sends it; false when the service refuses it, which is then explained. */
export const addComment = (taskId: number, body: string): Promise<boolean> => willBeDone(add(taskId, body))

async function add(taskId: number, body: string): Promise<boolean> {
  const key = ['comments', taskId]
  const options = once()
  const at = new Date().toISOString()
  const shown: Comment = { id: temporaryIdOf(options.headers['Idempotency-Key']), task_id: taskId, body, author: backend.me(), created_at: at, updated_at: at }
  await queryClient.cancelQueries({ queryKey: key })
  queryClient.setQueryData<Comment[]>(key, (known = []) => [...known, shown])
  const settle = (saved?: Comment) =>
    queryClient.setQueryData<Comment[]>(key, (known = []) => {
      const others = known.filter((one) => one.id !== shown.id && one.id !== saved?.id)
      return saved ? [...others, saved].sort((a, b) => a.id - b.id) : others
    })
  try {
    const saved = await send(`task ${taskId}`, () => api.createComment({ params: { id: taskId }, body: { body } }, options))
    settle(saved)
    didAction(
      {
        said: m.commented(taskId),
        writes: [{ taskId, is: (entry) => entry.entity === 'comment' && entry.entity_id === saved.id && entry.action === 'created' }],
      },
      true,
    )
    return true
  } catch (error) {
    settle()
    notify({ kind: 'problem', text: explain(m.commentNotSaved, error) })
    return false
  } finally {
    forgetTemporaryId(options.headers['Idempotency-Key'])
  }
}
