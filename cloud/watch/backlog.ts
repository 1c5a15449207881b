// How far the database's work is behind, for /metrics. Read at most once in five seconds, however many ask; while it cannot be read there are no
// such numbers, and the others are answered all the same.
import type { Database } from '../db/database.ts'
import type { createMetrics } from '../metrics.ts'
import { type Backlog, backlogStore } from './backlog-store.ts'

const keepForMs = 5000
/** Less than Prometheus waits for all metrics. */
const timeoutMs = 2000

export function watchBacklog(db: Database, metrics: Pick<ReturnType<typeof createMetrics>, 'states'>, failed: (error: unknown) => void): void {
  let known: Backlog | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    try {
      ;[known] = await db.asCourier((tx) => backlogStore.read(tx))
      readAt = performance.now()
    } catch (error) {
      known = undefined
      failed(error)
    } finally {
      reading = undefined
    }
  }

  async function now(): Promise<Backlog | undefined> {
    if (performance.now() - readAt < keepForMs) return known
    reading ??= read()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, timeoutMs, 'late')))
    const outcome = await Promise.race([reading, late])
    clearTimeout(timer)
    return outcome === 'late' ? undefined : known
  }

  metrics.states('tandem_delivery_overdue_seconds', 'How long the oldest delivery of a queue has been due without being taken.', 'queue', async () => {
    const backlog = await now()
    return backlog && { push: backlog.push, webhooks: backlog.webhooks, mails: backlog.mails }
  })
  metrics.states('tandem_db_lock_waits', 'Processes of this database that wait for a lock.', undefined, async () => (await now())?.lockWaits)
}
