import { Type } from 'typebox'
import { TeamId } from '../../schema/cloud/team.ts'
import { CreatedWebhook, NewWebhook, Webhook, WebhookDelivery, WebhookPatch } from '../../schema/cloud/webhook.ts'
import { object } from '../../schema/field.ts'
import { paging } from '../paging.ts'
import { defineContract } from '../route.ts'
import { TeamParams } from './teams.ts'

const tag = 'Webhooks'
const needs = 'manage_webhooks'
const id = Type.String({ format: 'uuid' })
const params = object('WebhookParams', { teamId: TeamId, webhookId: id })

export const webhookContract = defineContract({
  listWebhooks: {
    method: 'GET',
    path: '/teams/:teamId/webhooks',
    tag,
    summary: 'Webhooks of a team, newest first, without their secrets',
    params: TeamParams,
    reply: Type.Array(Webhook),
    status: 200,
    needs,
  },
  createWebhook: {
    method: 'POST',
    path: '/teams/:teamId/webhooks',
    tag,
    summary: 'Have events of the team sent to an address, signed (Standard Webhooks); the secret is shown this once',
    params: TeamParams,
    body: NewWebhook,
    reply: CreatedWebhook,
    status: 201,
    needs,
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/teams/:teamId/webhooks/:webhookId',
    tag,
    summary: 'Change a webhook, switch it off or on again',
    params,
    body: WebhookPatch,
    reply: Webhook,
    status: 200,
    needs,
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/teams/:teamId/webhooks/:webhookId',
    tag,
    summary: 'Delete a webhook with its log; what waits is not sent',
    params,
    status: 204,
    needs,
  },
  testWebhook: {
    method: 'POST',
    path: '/teams/:teamId/webhooks/:webhookId/test',
    tag,
    summary: 'Send a webhook.test now, also to one that is switched off',
    params,
    reply: WebhookDelivery,
    status: 202,
    needs,
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/teams/:teamId/webhooks/:webhookId/deliveries',
    tag,
    summary: 'Each delivery of the last 30 days, newest first',
    params,
    query: object('WebhookDeliveriesQuery', { limit: paging.limit, before: Type.Optional({ ...id, description: 'Only those older than this delivery.' }) }),
    reply: Type.Array(WebhookDelivery),
    status: 200,
    needs,
  },
  redeliverWebhook: {
    method: 'POST',
    path: '/teams/:teamId/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
    tag,
    summary: 'Send it once more, with the same webhook-id',
    params: object('WebhookDeliveryParams', { teamId: TeamId, webhookId: id, deliveryId: id }),
    reply: WebhookDelivery,
    status: 202,
    needs,
  },
})
