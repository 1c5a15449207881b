// Delivers what is due in notification_log, of all teams. Each instance has one: they take rows for half a minute (SKIP LOCKED), and what one of
// them had taken when it died is taken by another afterwards. So a device may be told twice, with an equal collapse key, but not never.
import { type Keys, unseal } from '../auth/secrets.ts'
import type { Database } from '../db/database.ts'
import { deviceLabel } from '../devices/devices.ts'
import { createLeaseLoop } from '../lease-loop.ts'
import type { Outcome } from '../push/sender.ts'
import type { Senders } from '../push/senders.ts'
import { messageOf, objection, resultOf, type Settled } from './delivery.ts'
import { type Due, notificationStore } from './notification-store.ts'
import { createResults } from './results.ts'

export interface CourierOptions {
  db: Database
  senders: Senders
  key: Keys
  now: () => Date
  onError: (error: unknown) => void
  /** Something became of a delivery. */
  count: (platform: string, outcome: string) => void
  /** How long what was taken is nobody else's, in milliseconds: longer than any platform takes to answer. */
  takeFor?: number
  /** Milliseconds between two looks for what is due. */
  lookEvery?: number
  random?: () => number
}

const maxUnderWay = 1000
const maxAtOnce = 250

interface Leased {
  due: Due
  at: Date
}

export function createCourier({ db, senders, key, now, onError, count, takeFor = 30_000, lookEvery = 1000, random = Math.random }: CourierOptions) {
  const results = createResults({ db, now, onError })

  async function lease(max: number): Promise<Leased[]> {
    const at = now()
    const taken = await db.asCourier((tx) => notificationStore.take(tx, at.toISOString(), new Date(at.getTime() + takeFor).toISOString(), max))
    return taken.map((due) => ({ due, at }))
  }

  async function send(due: Due): Promise<Outcome | undefined> {
    try {
      return await senders.get(due.platform)?.send(unseal(key, due.token_sealed as Buffer, deviceLabel(due.user_id)).toString(), messageOf(due, key))
    } catch (error) {
      onError(error)
      return { kind: 'failed', reason: 'internal' }
    }
  }

  /** It was configured when this was queued; another instance may still have it. */
  const notConfigured = (): Settled => ({
    status: 'queued',
    reason: 'platform_not_configured',
    next_attempt_at: new Date(now().getTime() + takeFor).toISOString(),
  })

  async function deliver({ due, at }: Leased): Promise<void> {
    const { team_id, notification_id, device_id, platform } = due
    const objected = objection(due, now())
    const outcome = objected ? undefined : await send(due)
    const settled: Settled = objected ?? (outcome ? resultOf(due, outcome, now(), random()) : notConfigured())
    count(platform, settled.status === 'queued' ? 'retry' : settled.status)
    const deadDevice = outcome?.kind === 'gone' ? { id: device_id, at: at.toISOString() } : undefined
    results.add({ next_attempt_at: null, ...settled, team_id, notification_id, device_id }, deadDevice)
  }

  const loop = createLeaseLoop({ lease, work: deliver, maxUnderWay, maxAtOnce, lookEvery, onError })

  return {
    wake: loop.wake,
    /** Waits for what is under way. */
    async close(): Promise<void> {
      results.stop()
      await loop.close()
      await results.flushed()
      await Promise.all([...senders.values()].map((sender) => sender.close()))
    },
  }
}
