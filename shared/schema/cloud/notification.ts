import { type Static, Type } from 'typebox'
import { platforms } from './device.ts'
import { Id, nullable, object, oneOf, Timestamp, visibleText } from '../field.ts'

export const notificationEvents = [
  'task.created',
  'task.updated',
  'comment.created',
  'reminder.due',
  'person.mentioned',
  'task.assigned',
  'work.undone',
  'agent.proposal',
  'agent.question',
] as const
export type NotificationEvent = (typeof notificationEvents)[number]

export const deliveryStatuses = ['queued', 'sent', 'failed', 'suppressed', 'dropped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

const event = oneOf(notificationEvents, 'What happened.')
const Uuid = Type.String({ format: 'uuid' })

export const NewNotification = object('NewNotification', {
  event,
  task_id: Id,
  title: visibleText(500, 'The first line.'),
  body: Type.Optional(Type.String({ maxLength: 10_000, description: 'What platforms have no room for is cut off.' })),
  url: Type.Optional(
    Type.String({
      maxLength: 2000,
      pattern: '^(?:https?://|tandem://|/)\\S*$',
      'x-hint': 'must start with https://, http://, tandem:// or /',
      description: 'What a tap opens.',
    }),
  ),
  user_ids: Type.Optional(Type.Array(Uuid, { maxItems: 1000, uniqueItems: true, description: 'Only these members. Default: the whole team.' })),
})
export type NewNotification = Static<typeof NewNotification>

export const QueuedNotification = object('QueuedNotification', {
  notification_id: Uuid,
  queued: Type.Integer({ description: 'Devices that will be tried.' }),
  suppressed: Type.Integer({ description: 'Devices that will not, by preference or because their platform is not configured. The log says why.' }),
})
export type QueuedNotification = Static<typeof QueuedNotification>

export const Delivery = object('Delivery', {
  id: Type.Integer({ minimum: 1, description: 'Grows with each delivery of the team.' }),
  notification_id: Uuid,
  event,
  task_id: nullable(Id),
  user_id: Uuid,
  device_id: Uuid,
  platform: oneOf(platforms, 'What kind of device.'),
  status: oneOf(
    deliveryStatuses,
    'queued: it will be tried (again); sent: the platform took it; failed: it never will; suppressed: not wanted, or the platform is not configured; dropped: the device, the membership or the time is gone.',
  ),
  attempts: Type.Integer({ minimum: 0 }),
  reason: nullable(Type.String({ description: "Why it is not sent: the platform's own code, or ours." })),
  next_attempt_at: nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Delivery = Static<typeof Delivery>

export const NotificationPreference = object('NotificationPreference', {
  event,
  device_id: nullable(Type.String({ format: 'uuid', description: 'null: all devices of the person that have no row of their own.' })),
  enabled: Type.Boolean(),
})
export type NotificationPreference = Static<typeof NotificationPreference>

export const PushPlatform = object('PushPlatform', {
  platform: oneOf(platforms, 'What kind of device.'),
  configured: Type.Boolean({ description: 'Without credentials nothing is sent to this platform.' }),
  public_key: nullable(Type.String({ description: 'web: the applicationServerKey to subscribe with (VAPID).' })),
})
export type PushPlatform = Static<typeof PushPlatform>
