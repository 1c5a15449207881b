// Delivers what is due in notification_log, of all teams. Each instance has one: they take rows for half a minute (SKIP LOCKED), and what one of
// them had taken when it died is taken by another afterwards. So a device may be told twice, with an equal collapse key, but not never.
import { retryDelay } from '../../shared/domain/time/delivery.ts'
import { unseal } from '../auth/secrets.ts'
import type { Database } from '../db/database.ts'
import { deviceLabel } from '../devices/devices.ts'
import type { Outcome, PushMessage } from '../push/sender.ts'
import type { Senders } from '../push/senders.ts'
import { collapseKeyOf, contentLabel } from './notifications.ts'
import { type Due, notificationStore, type Result } from './notification-store.ts'

export interface CourierOptions {
  db: Database
  senders: Senders
  key: Buffer
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

export function createCourier({ db, senders, key, now, onError, count, takeFor = 30_000, lookEvery = 1000, random = Math.random }: CourierOptions) {
  const underWay = new Set<Promise<void>>()
  let results: Result[] = []
  let dead: { id: string; at: string }[] = []
  let recording: Promise<void> | undefined
  let looking: Promise<void> | undefined
  let again = false
  const state = { stopped: false }

  /** Why it is not tried after all: much can happen between queueing and delivery. */
  function objection(due: Due): Pick<Result, 'status' | 'reason'> | undefined {
    if (Date.parse(due.expires_at) <= now().getTime() || due.content === null) return { status: 'dropped', reason: 'expired' }
    if (!due.is_member) return { status: 'dropped', reason: 'not_a_member' }
    if (due.token_sealed === null) return { status: 'dropped', reason: 'device_removed' }
    if (!due.wanted) return { status: 'suppressed', reason: 'preferences' }
    return undefined
  }

  function messageOf(due: Due): PushMessage {
    const { team_id, notification_id, event, task_id } = due
    const text = unseal(key, due.content as Buffer, contentLabel(team_id, notification_id)).toString()
    const { title, body, url } = JSON.parse(text) as Pick<PushMessage, 'title' | 'body' | 'url'>
    return {
      notificationId: notification_id,
      teamId: team_id,
      event,
      taskId: task_id,
      title,
      body,
      url,
      collapseKey: collapseKeyOf(team_id, event, task_id),
      expiresAt: new Date(due.expires_at),
    }
  }

  function resultOf(due: Due, outcome: Outcome): Pick<Result, 'status' | 'reason'> & { next_attempt_at?: string } {
    if (outcome.kind === 'sent') return { status: 'sent', reason: null }
    const { reason } = outcome
    if (outcome.kind === 'gone') return { status: 'dropped', reason }
    if (outcome.kind === 'failed') return { status: 'failed', reason }
    const next = now().getTime() + retryDelay(due.attempts, random(), outcome.after)
    if (next >= Date.parse(due.expires_at)) return { status: 'dropped', reason: `expired: ${reason}` }
    return { status: 'queued', reason, next_attempt_at: new Date(next).toISOString() }
  }

  async function deliver(due: Due, takenAt: string): Promise<void> {
    const { team_id, notification_id, device_id, platform } = due
    let result: Pick<Result, 'status' | 'reason'> & { next_attempt_at?: string }
    const objected = objection(due)
    const sender = senders.get(platform)
    if (objected) result = objected
    // It was configured when this was queued; another instance may still have it.
    else if (!sender) result = { status: 'queued', reason: 'platform_not_configured', next_attempt_at: new Date(now().getTime() + takeFor).toISOString() }
    else {
      let outcome: Outcome
      try {
        outcome = await sender.send(unseal(key, due.token_sealed as Buffer, deviceLabel(due.user_id)).toString(), messageOf(due))
      } catch (error) {
        onError(error)
        outcome = { kind: 'failed', reason: 'internal' }
      }
      if (outcome.kind === 'gone') dead.push({ id: device_id, at: takenAt })
      result = resultOf(due, outcome)
    }
    count(platform, result.status === 'queued' ? 'retry' : result.status)
    results.push({ next_attempt_at: null, ...result, team_id, notification_id, device_id })
    recording ??= record().finally(() => (recording = undefined))
  }

  /** Writes down what came out, of many deliveries in one statement. */
  async function record(): Promise<void> {
    // What settles in the same moment goes together.
    await new Promise((resolve) => setImmediate(resolve))
    while (results.length > 0) {
      const [some, gone] = [results, dead]
      results = []
      dead = []
      const at = now().toISOString()
      try {
        await db.asCourier(async (tx) => {
          await notificationStore.record(tx, some, at)
          if (gone.length > 0) await notificationStore.removeDevices(tx, gone)
        })
      } catch (error) {
        onError(error)
        results = [...some, ...results]
        dead = [...gone, ...dead]
        if (state.stopped) return
        // Sooner than what was taken falls to another, if that is possible.
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
  }

  async function takeAll(): Promise<void> {
    do {
      again = false
      const room = Math.min(maxAtOnce, maxUnderWay - underWay.size)
      if (room <= 0) {
        await Promise.race(underWay)
        again = true
        continue
      }
      const at = now()
      const taken = await db.asCourier((tx) => notificationStore.take(tx, at.toISOString(), new Date(at.getTime() + takeFor).toISOString(), room))
      for (const due of taken) {
        const delivery = deliver(due, at.toISOString()).finally(() => underWay.delete(delivery))
        underWay.add(delivery)
      }
      if (taken.length === room) again = true
    } while (again && !state.stopped)
  }

  function wake(): void {
    if (state.stopped) return
    again = true
    looking ??= takeAll()
      .catch(onError)
      .finally(() => (looking = undefined))
  }

  const timer = setInterval(wake, lookEvery).unref()

  return {
    wake,
    /** Waits for what is under way. */
    async close(): Promise<void> {
      state.stopped = true
      clearInterval(timer)
      await looking
      await Promise.all(underWay)
      await recording
      await Promise.all([...senders.values()].map((sender) => sender.close()))
    },
  }
}
