import type { webhookContract } from '../../shared/contract/cloud/webhooks.ts'
import type { Handlers } from '../../shared/http/mount.ts'
import { type Context, teamOf } from '../context.ts'
import type { Webhooks } from './webhooks.ts'

export function webhookRoutes(webhooks: Webhooks): Handlers<typeof webhookContract, Context> {
  return {
    listWebhooks: (_input, ctx) => webhooks.list(teamOf(ctx)),
    createWebhook: ({ body }, ctx) => webhooks.create(body, teamOf(ctx)),
    updateWebhook: ({ params, body }, ctx) => webhooks.update(body, params.webhookId.toLowerCase(), teamOf(ctx)),
    deleteWebhook: ({ params }, ctx) => webhooks.remove(params.webhookId.toLowerCase(), teamOf(ctx)),
    testWebhook: ({ params }, ctx) => webhooks.test(params.webhookId.toLowerCase(), teamOf(ctx)),
    listWebhookDeliveries: ({ params, query }, ctx) => webhooks.deliveries(params.webhookId.toLowerCase(), query, teamOf(ctx)),
    redeliverWebhook: ({ params }, ctx) => webhooks.redeliver(params.webhookId.toLowerCase(), params.deliveryId.toLowerCase(), teamOf(ctx)),
  }
}
