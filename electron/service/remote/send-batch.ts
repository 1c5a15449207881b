import type { SyncReply, SyncResult } from '../../../shared/schema/sync.ts'
import { type CloudLink, LinkError } from './cloud-link.ts'
import type { Batch } from './outbox.ts'

/** A batch that is refused as a whole is sent in halves, until it is clear which write it is. */
export async function sendBatch(link: CloudLink, { items, body }: Batch): Promise<SyncResult[]> {
  try {
    const reply: SyncReply = await link.write(JSON.stringify(body))
    return reply.results
  } catch (error) {
    if (!(error instanceof LinkError) || error.problem !== 'failed') throw error
    if (items.length === 1) {
      const key = items[0]?.sent?.write.key ?? [...body.tasks, ...body.comments, ...body.schedules, ...body.contacts][0]?.key ?? ''
      return [{ key, status: 'refused', id: null, version: null, seq: 0, row: null, reason: error.message }]
    }
    const half = Math.ceil(items.length / 2)
    const results: SyncResult[] = []
    for (const part of [items.slice(0, half), items.slice(half)]) {
      const uids = new Set(part.map(({ entity, uid }) => `${entity} ${uid}`))
      const only = <W extends { uid: string }>(entity: string, writes: W[]) => writes.filter(({ uid }) => uids.has(`${entity} ${uid}`))
      const some = {
        tasks: only('task', body.tasks),
        comments: only('comment', body.comments),
        schedules: only('schedule', body.schedules),
        contacts: only('contact', body.contacts),
      }
      results.push(...(await sendBatch(link, { items: part, body: some })))
    }
    return results
  }
}
