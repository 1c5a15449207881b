// How one write gets to the cloud, and what becomes of it when somebody else was there first.
import type { Task, TaskPatch } from '../../shared/schema/task.ts'
import { ApiError } from '../api.ts'
import { cloudApi } from '../cloud-api.ts'
import { account as says } from '../messages/account.ts'
import { notify } from '../notices.ts'
import { mergedChange } from './merge-change.ts'
import type { Carry } from './outbox.ts'
import type { Write } from './write.ts'

type Headers_ = Record<string, string>
type Change = Extract<Write, { kind: 'change' }>

const tries = 5
const tag = (version: number): Headers_ => ({ 'If-Match': `"${version}"` })
const is = (error: unknown, status: number) => error instanceof ApiError && error.problem.status === status
/** Where two changes of the same field can be brought together. Of any other field the one that arrives last counts. */
const canMerge = (body: TaskPatch) => body.description !== undefined || body.labels !== undefined || body.requesters !== undefined

async function change({ id, body, base, version, key }: Change, as: (more?: Headers_) => { headers: Headers_ }): Promise<Task> {
  let wanted = body
  let known = version
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await cloudApi.updateTask({ params: { id }, body: wanted }, as(canMerge(body) && known !== undefined ? tag(known) : {}))
      } catch (error) {
        if (!is(error, 412) || attempt === tries) throw error
        const theirs = await cloudApi.getTask({ params: { id } }, as())
        wanted = mergedChange(body, base, theirs)
        known = theirs.version
      }
    }
  } catch (error) {
    if (!is(error, 404)) throw error
    // Deleted meanwhile: what somebody wrote outlives what somebody took away.
    const { title, description, status, priority, labels, requesters } = { ...base, ...body }
    const revived = await cloudApi.createTask({ body: { title, description, status, priority, labels, requesters } }, as({ 'Idempotency-Key': key }))
    notify({ kind: 'done', text: says.revived(id, revived.id) })
    return revived
  }
}

/** Into that team, whichever is shown. */
export function createCarry(team: string): Carry {
  const as = (more: Headers_ = {}) => ({ headers: { 'X-Team-Id': team, ...more } })
  return async (write) => {
    switch (write.kind) {
      case 'create':
        return cloudApi.createTask({ body: write.body }, as({ 'Idempotency-Key': write.key }))
      case 'change':
        return change(write, as)
      case 'comment':
        return cloudApi.createComment({ params: { id: write.id }, body: { body: write.shown.body } }, as({ 'Idempotency-Key': write.key }))
      case 'remind':
        return cloudApi.createSchedule({ params: { id: write.id }, body: write.body }, as({ 'Idempotency-Key': write.key }))
      case 'delete':
        try {
          // Of a task that changed meanwhile the change counts: that is 412, and is said.
          await cloudApi.deleteTask({ params: { id: write.id } }, as(write.version === undefined ? {} : tag(write.version)))
        } catch (error) {
          if (!is(error, 404)) throw error
        }
        return undefined
    }
  }
}
