// Follows the journal of each team that has webhooks, makes a delivery of each event that one wants, and sends what is due. Each instance has one: it takes
// rows for half a minute (SKIP LOCKED), and what one of them had taken when it died is taken by another. So an event may come twice, with the same
// webhook-id, but not never.
import { uuidv7 } from 'uuidv7'
import { type Keys, unseal } from '../auth/secrets.ts'
import type { Database } from '../db/database.ts'
import { createLeaseLoop } from '../lease-loop.ts'
import type { Mailer } from '../mail/mailer.ts'
import { messages } from '../mail/messages.ts'
import { type Attempt, expiryFrom, givenUp, pauseAfter, resultOf } from './attempt.ts'
import { createBehind } from './behind.ts'
import { deliveryStore, type DueDelivery, type WebhookKey } from './delivery-store.ts'
import { createDue } from './due.ts'
import type { SendWebhook } from './send-webhook.ts'
import { secretLabel } from './webhooks.ts'
import { webhookStore } from './webhook-store.ts'

export interface PostmanOptions {
  db: Database
  key: Keys
  send: SendWebhook
  /** An event of a team as JSON; undefined: it is not kept any more. */
  bodyOf: (teamId: string, seq: number) => Promise<string | undefined>
  mailer: Pick<Mailer, 'queue' | 'wake'>
  baseUrl: () => string
  now: () => Date
  onError: (error: unknown) => void
  /** Calls `heard` with teams that have new events, see wakeups.ts. */
  listen: (heard: (teamIds: readonly string[]) => void) => void
  /** Milliseconds between two looks for what is new or due. */
  lookEvery?: number
  /** How long what was taken is nobody else's, in milliseconds: longer than an attempt takes. */
  takeFor?: number
  random?: () => number
}

/** Events that are looked at in one transaction. */
const stretch = 200

const testBody = ({ kind, created_at, team_id }: DueDelivery) =>
  JSON.stringify({ type: kind, timestamp: created_at, data: { team_id, text: 'Tandem can reach this address.' } })

/** From when on, and until when, what is taken is nobody else's. */
const from = (at: Date, takeFor: number) => [at.toISOString(), new Date(at.getTime() + takeFor).toISOString()] as const

export function createPostman(options: PostmanOptions) {
  const { db, key, send, bodyOf, mailer, baseUrl, now, onError, listen, lookEvery = 1000, takeFor = 30_000, random = Math.random } = options
  const taking = () => from(now(), takeFor)

  const behind = createBehind({ db, taking, lookEvery, listen })
  const due = createDue({ db, taking })

  async function spread({ team_id, id }: WebhookKey): Promise<void> {
    const hasMore = await db.inTeam(team_id, async (tx) => {
      const webhook = await webhookStore.behind(tx, team_id, id)
      if (!webhook) return false
      const events = await webhookStore.eventsAfter(tx, team_id, webhook.position, stretch)
      const at = now().toISOString()
      const wanted = events.filter(({ kind }) => webhook.kinds.includes(kind)).map(({ seq, kind }) => ({ id: uuidv7(), seq, kind }))
      if (wanted.length > 0) await webhookStore.queue(tx, team_id, id, wanted, at, expiryFrom(at))
      await webhookStore.moveTo(tx, team_id, id, events.at(-1)?.seq ?? webhook.position)
      return events.length === stretch
    })
    if (hasMore) behind.heard([team_id])
    if (hasMore) spreading.wake()
    delivering.wake()
  }

  async function attempt(due: DueDelivery): Promise<Attempt> {
    if (due.disabled_at !== null && due.seq !== null) return { kind: 'gone', reason: 'switched_off' }
    if (now().toISOString() >= due.expires_at) return { kind: 'refused', reason: 'expired' }
    const body = due.seq === null ? testBody(due) : await bodyOf(due.team_id, due.seq)
    if (body === undefined) return { kind: 'refused', reason: 'event_not_kept' }
    const secret = unseal(key, due.secret_sealed, secretLabel(due.team_id, due.webhook_id)).toString()
    return send({ url: due.url, secret, id: due.id, at: now(), body })
  }

  /** Somebody must be told: nobody looks at what works by itself. */
  async function switchOff(due: DueDelivery, because: 'gone' | 'failing', at: string): Promise<void> {
    await db.inTeam(due.team_id, async (tx) => {
      const row = await webhookStore.byIdForUpdate(tx, due.team_id, due.webhook_id)
      if (!row || row.disabled_at !== null) return
      await webhookStore.update(tx, due.team_id, { ...row, disabled_at: at, disabled_because: because, updated_at: at })
      await webhookStore.dropWaiting(tx, due.team_id, due.webhook_id, 'switched_off', at)
      for (const to of await webhookStore.admins(tx, due.team_id)) await mailer.queue(tx, messages.webhookOff(to, baseUrl(), due.url, because))
    })
    mailer.wake()
  }

  async function deliver(due: DueDelivery): Promise<void> {
    const made = await attempt(due).catch((error: unknown): Attempt => {
      onError(error)
      return { kind: 'retry', reason: 'internal' }
    })
    const moment = now()
    const at = moment.toISOString()
    const retryAt = new Date(moment.getTime() + Math.min(pauseAfter(due.failures + 1, random()), 3_600_000)).toISOString()
    await db.asCourier(async (tx) => {
      await deliveryStore.settle(tx, due, resultOf(due, made, moment, random()), at)
      if (made.kind === 'sent') await deliveryStore.worked(tx, due, at)
      if (made.kind === 'retry') await deliveryStore.failed(tx, due, at, retryAt)
    })
    const because = due.disabled_at === null ? givenUp(due, made, moment) : undefined
    if (because) await switchOff(due, because, at)
    if (made.kind === 'sent') delivering.wake()
  }

  const spreading = createLeaseLoop<WebhookKey>({
    lease: behind.take,
    work: spread,
    maxUnderWay: 4,
    lookEvery,
    onError,
  })
  const delivering = createLeaseLoop<DueDelivery>({
    lease: due.take,
    work: deliver,
    maxUnderWay: 100,
    maxAtOnce: 50,
    lookEvery,
    onError,
  })

  return {
    wake: delivering.wake,
    tidy: (): Promise<unknown> => db.asCourier((tx) => deliveryStore.tidy(tx, new Date(now().getTime() - 30 * 86_400_000).toISOString())),
    /** Waits for what is under way. */
    async close(): Promise<void> {
      await spreading.close()
      await delivering.close()
      await send.close()
    },
  }
}
