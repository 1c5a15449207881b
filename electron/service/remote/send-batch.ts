import type { SyncReply, SyncResult } from '../../../shared/schema/sync.ts'
import { type CloudLink, LinkError } from './cloud-link.ts'
import type { Batch } from './outbox.ts'

type Body = Batch['body']

/** So often in a row the cloud may break until it is taken for broken: more than there are halves on the way to one write that breaks it. */
const mostBreaks = 12

const writesOf = ({ tasks, comments, schedules, contacts }: Body) => [...tasks, ...comments, ...schedules, ...contacts]

/** A batch that is refused as a whole is sent in halves, until it is clear which write it is. */
export async function sendBatch(link: CloudLink, { items, body }: Batch): Promise<SyncResult[]> {
  const results: SyncResult[] = []
  let breaks = 0

  async function send(part: Batch['items'], some: Body): Promise<void> {
    const keys = writesOf(some).map(({ key }) => key)
    try {
      const reply: SyncReply = await link.write(JSON.stringify(some))
      const answered = new Set(reply.results.map(({ key }) => key))
      if (!keys.every((key) => answered.has(key)))
        throw new LinkError(
          'not_a_cloud',
          `${link.url} says nothing about some of what it was sent: no Tandem cloud says that little. Check the address, and what stands before it.`,
        )
      breaks = 0
      results.push(...reply.results)
    } catch (error) {
      if (!(error instanceof LinkError) || (error.problem !== 'failed' && error.problem !== 'broken')) throw error
      // Nothing is said against these writes while nothing works.
      if (error.problem === 'broken' && (++breaks > mostBreaks || items.length === 1)) throw error
      if (part.length > 1) {
        const half = Math.ceil(part.length / 2)
        for (const fewer of [part.slice(0, half), part.slice(half)]) await send(fewer, only(some, fewer))
        return
      }
      for (const key of keys) results.push({ key, status: 'refused', id: null, version: null, seq: 0, row: null, reason: error.message })
    }
  }

  await send(items, body)
  if (breaks > 0 && results.every(({ status }) => status === 'refused')) throw new LinkError('broken', results[0]?.reason ?? '')
  return results
}

function only(body: Body, items: Batch['items']): Body {
  const uids = new Set(items.map(({ entity, uid }) => `${entity} ${uid}`))
  const of = (entity: string, writes: Body['tasks']) => writes.filter(({ uid }) => uids.has(`${entity} ${uid}`))
  return {
    tasks: of('task', body.tasks),
    comments: of('comment', body.comments),
    schedules: of('schedule', body.schedules),
    contacts: of('contact', body.contacts),
  }
}
