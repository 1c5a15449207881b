// A call that an agent may only propose, as the review list keeps it: in the words of the tools where one does the same, so that a card reads
// alike wherever it was proposed. A tool's description of a task is appended; what replaces it is `change_task`.
import type { AskedRequest } from '../../shared/domain/agents/write-kinds.ts'

export interface ProposedCall {
  tool: string
  arguments: Record<string, unknown>
  task_id: number | null
}

interface Params {
  id?: number
  commentId?: number
  scheduleId?: number
  slug?: string
  uid?: string
}

const ofTask = (id: number, tool: string, given: object): ProposedCall => ({ tool, arguments: { id, ...given }, task_id: id })
const ofNone = (tool: string, given: object): ProposedCall => ({ tool, arguments: { ...given }, task_id: null })

/** undefined: nobody could carry it out later, such as to take a task in hand. */
export function proposedCall({ method, path, body }: AskedRequest, params: object): ProposedCall | undefined {
  const { id = 0, commentId, scheduleId, slug, uid } = params as Params
  const given = (body ?? {}) as Record<string, unknown>
  switch (`${method} ${path}`) {
    case 'POST /tasks':
      return ofNone('create_task', given)
    case 'PATCH /tasks/:id':
      return ofTask(id, Object.keys(given).length === 1 && given.status !== undefined ? 'set_task_status' : 'change_task', given)
    case 'DELETE /tasks/:id':
      return ofTask(id, 'delete_task', {})
    case 'POST /tasks/:id/comments':
      return ofTask(id, 'add_comment', given)
    case 'PATCH /tasks/:id/comments/:commentId':
      return ofTask(id, 'change_comment', { comment_id: commentId, ...given })
    case 'DELETE /tasks/:id/comments/:commentId':
      return ofTask(id, 'delete_comment', { comment_id: commentId })
    case 'POST /tasks/:id/replies':
      return ofTask(id, 'draft_reply', given)
    case 'POST /tasks/:id/schedules':
      return ofTask(id, 'schedule_reminder', given)
    case 'PATCH /tasks/:id/schedules/:scheduleId':
      return ofTask(id, 'change_reminder', { schedule_id: scheduleId, ...given })
    case 'DELETE /tasks/:id/schedules/:scheduleId':
      return ofTask(id, 'delete_reminder', { schedule_id: scheduleId })
    case 'POST /contacts':
      return ofNone('create_contact', given)
    case 'PATCH /contacts/:slug':
      return ofNone('change_contact', { slug, ...given })
    case 'DELETE /contacts/:slug':
      return ofNone('delete_contact', { slug })
    case 'POST /lists':
      return ofNone('create_list', given)
    case 'PATCH /lists/:uid':
      return ofNone('change_list', { uid, ...given })
    case 'DELETE /lists/:uid':
      return ofNone('delete_list', { uid })
    default:
      return undefined
  }
}
