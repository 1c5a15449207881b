// Sends what waits, batch by batch, for as long as the stream stands.
import { span } from '../../../../shared/node/tracing/spans.ts'
import type { Journal } from '../../journal/journal.ts'
import type { createWakeSignal } from '../transport/wake-signal.ts'
import { type CloudLink, LinkError } from '../transport/cloud-link.ts'
import type { KnownEvent } from '../engine/last-known-event-store.ts'
import type { Batch, Outbox } from './outbox.ts'
import type { Progress } from '../progress.ts'
import type { Connection, SyncStore } from '../state/sync-store.ts'
import type { Retries } from '../transport/retries.ts'
import type { CloudFields } from '../state/cloud-fields.ts'
import type { SentResult } from './read-reply.ts'
import { PlanAnew, sendBatch } from './send-batch.ts'
import type { TracesOfWrites } from './traces-of-writes.ts'
import type { SyncStep } from '../engine/sync-step.ts'
import { syncActor } from '../pull/team-event.ts'

export interface SendPendingDeps {
  store: SyncStore
  journal: Journal
  outbox: Outbox
  known: Pick<KnownEvent, 'epoch'>
  fields: Pick<CloudFields, 'lookOnce'>
  link: CloudLink
  step: SyncStep
  retries: Retries
  /** Rings when there may be something to send. */
  wakeSignal: ReturnType<typeof createWakeSignal>
  progress: Progress
  /** Something of what is shown may have changed. */
  changed: () => void
  /** Nothing waits on either side. */
  settled: () => void
  traces: Pick<TracesOfWrites, 'take' | 'giveBack'>
}

const maxTries = 4

export function createSendPending({
  store,
  journal,
  outbox,
  known,
  fields,
  link,
  step,
  retries,
  wakeSignal,
  progress,
  changed,
  settled,
  traces,
}: SendPendingDeps) {
  const nextBatch = (): Batch => journal.write(syncActor, () => outbox.next(outbox.readOn(store.connection() as Connection)))

  function settle(batch: Batch, results: SentResult[]): void {
    const byKey = new Map(results.map((result) => [result.key, result]))
    step(() => {
      for (const { entity, local_id } of batch.items) {
        const item = store.byId(entity, local_id)
        const result = item?.inFlight ? byKey.get(item.inFlight.write.key) : undefined
        if (item && result) outbox.settle(item, result, performance.now())
      }
    })
    progress.problem = null
  }

  const send = (batch: Batch) => sendBatch(link, batch, known.epoch(), () => fields.lookOnce(link))

  /** As a part of the calls by which it was written. */
  async function traced(batch: Batch): Promise<SentResult[]> {
    const [parent, ...links] = traces.take()
    if (parent === undefined) return send(batch)
    try {
      return await span('sync.send', { parent, links, facts: { 'tandem.writes': batch.items.length } }, () => send(batch))
    } catch (error) {
      traces.giveBack([parent, ...links])
      throw error
    }
  }

  /** Until it is stopped, or something breaks. */
  return async function sendWhatWaits(signal: AbortSignal): Promise<void> {
    let tries = 0
    while (!signal.aborted) {
      const batch = nextBatch()
      changed()
      if (batch.items.length === 0) {
        if (progress.online && store.countWaiting() === 0) settled()
        const until = outbox.deferredUntil()
        await wakeSignal.wait(until === undefined ? undefined : Math.max(1, Math.ceil(until - performance.now())), signal)
        continue
      }
      let results: SentResult[]
      try {
        results = await traced(batch)
        tries = 0
        retries.reset()
      } catch (error) {
        if (error instanceof PlanAnew) continue
        if (!(error instanceof LinkError) || error.problem !== 'busy' || tries++ >= maxTries) throw error
        await retries.pause(error.retryAfter ?? retries.delay(), error.message, signal)
        continue
      }
      if (signal.aborted) return
      settle(batch, results)
    }
  }
}
