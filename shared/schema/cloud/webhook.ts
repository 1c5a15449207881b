import { type Static, Type } from 'typebox'
import { eventKinds } from '../event.ts'
import { nullable, object, oneOf, Timestamp } from '../field.ts'

/** What a mailbox holds is for the program that makes tasks of it, and is not told to others. */
export const webhookKinds = eventKinds.filter((kind) => !kind.startsWith('email.'))
export type WebhookKind = (typeof webhookKinds)[number]

const kinds = Type.Array(Type.Unsafe<WebhookKind>({ type: 'string', enum: [...webhookKinds] }), {
  minItems: 1,
  maxItems: webhookKinds.length,
  uniqueItems: true,
  description: 'Which events it is sent.',
})
const url = Type.String({ minLength: 1, maxLength: 2000, description: 'An https address on the public internet, by name.' })

const metadata = {
  id: Type.String({ format: 'uuid' }),
  url,
  kinds,
  enabled: Type.Boolean(),
  disabled_because: nullable(
    oneOf(
      ['person', 'failing', 'gone'],
      'person: somebody switched it off. failing: nothing got through for five days. gone: the address answered 410. null: it is on.',
    ),
  ),
  disabled_at: nullable(Timestamp),
  failing_since: nullable({ ...Timestamp, description: 'No delivery has succeeded since. null: the last one did, or none was made yet.' }),
  last_success_at: nullable(Timestamp),
  created_by: Type.String({ format: 'uuid' }),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const Webhook = object('Webhook', metadata)
export type Webhook = Static<typeof Webhook>

export const CreatedWebhook = object('CreatedWebhook', {
  ...metadata,
  secret: Type.String({ description: 'whsec_…: signs each delivery (Standard Webhooks). Shown this once.' }),
})
export type CreatedWebhook = Static<typeof CreatedWebhook>

export const NewWebhook = object('NewWebhook', { url, kinds: Type.Optional(kinds) })
export type NewWebhook = Static<typeof NewWebhook>

export const WebhookPatch = object('WebhookPatch', {
  url: Type.Optional(url),
  kinds: Type.Optional(kinds),
  enabled: Type.Optional(Type.Boolean({ description: 'Switched on again, it is sent what happens from then on.' })),
})
export type WebhookPatch = Static<typeof WebhookPatch>

export const webhookStatuses = ['queued', 'sent', 'failed', 'dropped'] as const

export const WebhookDelivery = object('WebhookDelivery', {
  id: Type.String({ format: 'uuid', description: 'The header webhook-id: the same at each attempt.' }),
  kind: Type.String({ description: 'The kind of the event, or webhook.test.' }),
  event_id: nullable(Type.Integer({ description: "The event's id in the stream of the team. null: a test." })),
  status: oneOf(webhookStatuses, 'queued: it will be tried (again). failed: refused for good. dropped: not tried any more; see reason.'),
  attempts: Type.Integer(),
  reason: nullable(Type.String({ description: 'The status that the address answered, or what went wrong.' })),
  next_attempt_at: nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type WebhookDelivery = Static<typeof WebhookDelivery>
