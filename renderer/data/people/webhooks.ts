// Webhooks of the team. A secret is in no cache: the screen that made it is the only place where it is.
import { queryOptions } from '@tanstack/react-query'
import type { CreatedWebhook, NewWebhook, Webhook, WebhookDelivery, WebhookPatch } from '../../../shared/schema/cloud/webhook.ts'
import { cloudApi } from '../../backend/cloud-api.ts'
import { team as says } from '../../messages/team.ts'
import { attempt } from '../attempt.ts'
import { queryClient } from '../query-client.ts'
import { fromCloud } from './cloud-team.ts'

const failed = says.notDone
const words = says.webhooks

export const webhooksOf = (teamId: string) =>
  queryOptions({
    queryKey: ['cloud', 'webhooks', teamId] as const,
    queryFn: ({ signal }) => cloudApi.listWebhooks({ params: { teamId } }, { signal }),
    ...fromCloud,
  })

export const webhookLog = (teamId: string, webhookId: string) =>
  queryOptions({
    queryKey: ['cloud', 'webhook-log', teamId, webhookId] as const,
    queryFn: ({ signal }) => cloudApi.listWebhookDeliveries({ params: { teamId, webhookId }, query: { limit: 30 } }, { signal }),
    ...fromCloud,
    // What is sent just now ends by itself.
    refetchInterval: ({ state }: { state: { data?: WebhookDelivery[] | undefined } }) => (state.data?.some(({ status }) => status === 'queued') ? 3000 : false),
  })

const readAgain = (teamId: string, webhookId: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: webhooksOf(teamId).queryKey }),
    queryClient.invalidateQueries({ queryKey: webhookLog(teamId, webhookId).queryKey }),
  ])

export async function createWebhook(teamId: string, wanted: NewWebhook): Promise<CreatedWebhook | undefined> {
  const made = await attempt(() => cloudApi.createWebhook({ params: { teamId }, body: wanted }), { failed })
  if (!made) return undefined
  const { secret: _value, ...metadata } = made.value
  queryClient.setQueryData(webhooksOf(teamId).queryKey, (webhooks) => webhooks && [metadata, ...webhooks])
  return made.value
}

export async function changeWebhook(teamId: string, { id, enabled }: Webhook, patch: WebhookPatch): Promise<void> {
  const call = (body: WebhookPatch) => cloudApi.updateWebhook({ params: { teamId, webhookId: id }, body })
  const done = patch.enabled === undefined ? undefined : patch.enabled ? words.switchedOn : words.switchedOff
  const undo = async () => {
    await call({ enabled })
    await readAgain(teamId, id)
  }
  await attempt(() => call(patch), { failed, done, back: () => ({ undo, again: () => void changeWebhook(teamId, { id, enabled } as Webhook, patch) }) })
  await readAgain(teamId, id)
}

export async function deleteWebhook(teamId: string, { id }: Webhook): Promise<void> {
  const gone = await attempt(() => cloudApi.deleteWebhook({ params: { teamId, webhookId: id } }), { failed, done: words.deleted })
  if (gone) queryClient.setQueryData(webhooksOf(teamId).queryKey, (webhooks) => webhooks?.filter((one) => one.id !== id))
}

export async function testWebhook(teamId: string, webhookId: string): Promise<void> {
  await attempt(() => cloudApi.testWebhook({ params: { teamId, webhookId } }), { failed })
  await readAgain(teamId, webhookId)
}

export async function redeliver(teamId: string, webhookId: string, deliveryId: string): Promise<void> {
  await attempt(() => cloudApi.redeliverWebhook({ params: { teamId, webhookId, deliveryId } }), { failed })
  await readAgain(teamId, webhookId)
}
