// Addresses to which a team has its events sent.
import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import { type CreatedWebhook, type NewWebhook, type Webhook, type WebhookDelivery, webhookKinds, type WebhookPatch } from '../../shared/schema/cloud/webhook.ts'
import { type Keys, seal } from '../auth/secrets.ts'
import { personOf, type TeamContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Journal } from '../journal/journal.ts'
import { expiryFrom } from './attempt.ts'
import type { AddressCheck } from './webhook-address.ts'
import { type WebhookRow, webhookStore } from './webhook-store.ts'

/** Of a team. */
const maxWebhooks = 20

/** What its sealed secret is called: moved to another row it does not open. */
export const secretLabel = (team: string, id: string): string => `webhook ${team} ${id}`

interface WebhookDeps {
  journal: Journal
  key: Keys
  check: AddressCheck
  /** Deliveries may be due. */
  wake: () => void
}

const shown = (row: WebhookRow): Webhook => ({ ...row, kinds: row.kinds as Webhook['kinds'], enabled: row.disabled_at === null })
const missing = (id: string) => new AppError('not_found', `The team has no webhook ${id}.`)

async function existing(tx: Tx, team: string, id: string): Promise<WebhookRow> {
  const row = await webhookStore.byIdForUpdate(tx, team, id)
  if (!row) throw missing(id)
  return row
}

export type Webhooks = ReturnType<typeof createWebhooks>

export function createWebhooks({ journal, key, check, wake }: WebhookDeps) {
  return {
    list: async (ctx: TeamContext): Promise<Webhook[]> => (await journal.read(ctx.team, (tx) => webhookStore.list(tx, ctx.team.id))).map(shown),

    async create({ url, kinds = [...webhookKinds] }: NewWebhook, ctx: TeamContext): Promise<CreatedWebhook> {
      const address = check(url).href
      return journal.write(ctx, async ({ tx, teamId, at, record, lock }) => {
        await lock()
        if ((await webhookStore.list(tx, teamId)).length >= maxWebhooks)
          throw new AppError('conflict', `The team has ${maxWebhooks} webhooks, the maximum. Delete one first.`)
        const secret = `whsec_${randomBytes(32).toString('base64')}`
        const facts = { id: uuidv7(), url: address, kinds, created_by: personOf(ctx).user.id, created_at: at, updated_at: at }
        const row: WebhookRow = { ...facts, failing_since: null, last_success_at: null, disabled_at: null, disabled_because: null }
        await webhookStore.insert(tx, teamId, row, seal(key, Buffer.from(secret), secretLabel(teamId, row.id)), await webhookStore.head(tx, teamId))
        await record({ entity: 'webhook', entity_id: row.id, action: 'created', before: null, after: { url: address, kinds } })
        return { ...shown(row), secret }
      })
    },

    update: ({ url, kinds, enabled }: WebhookPatch, id: string, ctx: TeamContext): Promise<Webhook> => {
      const address = url === undefined ? undefined : check(url).href
      return journal.write(ctx, async ({ tx, teamId, at, record }) => {
        const row = await existing(tx, teamId, id)
        const next: WebhookRow = { ...row, url: address ?? row.url, kinds: kinds ?? row.kinds, updated_at: at }
        const isOn = row.disabled_at === null
        if (enabled === true && !isOn) Object.assign(next, { disabled_at: null, disabled_because: null, failing_since: null })
        if (enabled === false && isOn) Object.assign(next, { disabled_at: at, disabled_because: 'person' })
        // Switched on again, it begins with what comes: nobody wants the weeks between.
        const position = enabled === true && !isOn ? await webhookStore.head(tx, teamId) : undefined
        await webhookStore.update(tx, teamId, next, position)
        if (enabled === false && isOn) await webhookStore.dropWaiting(tx, teamId, id, 'switched_off', at)
        const facts = ({ url: to, kinds: which, disabled_because }: WebhookRow) => ({ url: to, kinds: which, disabled_because })
        await record({ entity: 'webhook', entity_id: id, action: 'updated', before: facts(row), after: facts(next) })
        return shown(next)
      })
    },

    remove: (id: string, ctx: TeamContext): Promise<void> =>
      journal.write(ctx, async ({ tx, teamId, record }) => {
        const { url, kinds } = await existing(tx, teamId, id)
        await webhookStore.remove(tx, teamId, id)
        await record({ entity: 'webhook', entity_id: id, action: 'deleted', before: { url, kinds }, after: null })
      }),

    test: (id: string, ctx: TeamContext): Promise<WebhookDelivery> =>
      journal.write(ctx, async ({ tx, teamId, at, afterCommit }) => {
        await existing(tx, teamId, id)
        const delivery = { id: uuidv7(), seq: null, kind: 'webhook.test' }
        await webhookStore.queue(tx, teamId, id, [delivery], at, expiryFrom(at))
        await webhookStore.tryNow(tx, teamId, id)
        afterCommit(wake)
        return (await webhookStore.delivery(tx, teamId, id, delivery.id)) as WebhookDelivery
      }),

    deliveries: async (id: string, { limit = 100, before }: { limit?: number; before?: string }, ctx: TeamContext): Promise<WebhookDelivery[]> => {
      const [row, deliveries] = await journal.read(ctx.team, (tx) =>
        Promise.all([webhookStore.byId(tx, ctx.team.id, id), webhookStore.deliveries(tx, ctx.team.id, id, before?.toLowerCase(), limit)]),
      )
      if (!row) throw missing(id)
      return deliveries
    },

    redeliver: (id: string, deliveryId: string, ctx: TeamContext): Promise<WebhookDelivery> =>
      journal.write(ctx, async ({ tx, teamId, at, afterCommit }) => {
        const { disabled_at } = await existing(tx, teamId, id)
        if (disabled_at !== null) throw new AppError('conflict', 'This webhook is switched off. Switch it on first.')
        const queued = await webhookStore.queueAgain(tx, teamId, id, deliveryId, at, expiryFrom(at))
        if (!queued) throw new AppError('not_found', `The webhook has no delivery ${deliveryId}.`)
        await webhookStore.tryNow(tx, teamId, id)
        afterCommit(wake)
        return queued
      }),
  }
}
