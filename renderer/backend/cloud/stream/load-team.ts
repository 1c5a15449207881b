// All of a team at once, as the single routes answer it.
import type { Comment } from '../../../../shared/schema/comment.ts'
import type { Schedule } from '../../../../shared/schema/schedule.ts'
import { cloudApi } from '../../cloud-api.ts'
import type { Whole } from '../replica/replica.ts'

export async function loadTeam(signal: AbortSignal): Promise<Whole> {
  const [tasks, contacts, comments, schedules] = await Promise.all([
    cloudApi.listTasks({}, { signal }),
    cloudApi.listContacts({}, { signal }),
    allOf('comment', signal) as Promise<Comment[]>,
    allOf('schedule', signal) as Promise<Schedule[]>,
  ])
  return { tasks, contacts, comments, schedules }
}

/** What hangs on tasks, page by page. */
async function allOf(entity: 'comment' | 'schedule', signal: AbortSignal): Promise<object[]> {
  const all: object[] = []
  for (let after: number | null | undefined; after !== null; ) {
    const page = await cloudApi.readSync({ query: { entity, limit: 1000, ...(after === undefined ? {} : { after }) } }, { signal })
    for (const { uid: _uid, version: _version, ...row } of page.rows) all.push(row)
    after = page.next
  }
  return all
}
