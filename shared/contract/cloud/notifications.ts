import { Type } from 'typebox'
import { object } from '../../schema/field.ts'
import { Delivery, deliveryStatuses, NewNotification, NotificationPreference, PushPlatform, QueuedNotification } from '../../schema/cloud/notification.ts'
import { paging } from '../paging.ts'
import { defineContract } from '../route.ts'

const tag = 'Notifications'

export const notificationContract = defineContract({
  sendNotification: {
    method: 'POST',
    path: '/notifications/send',
    tag,
    summary: "Notify the team's devices",
    body: NewNotification,
    reply: QueuedNotification,
    status: 202,
    idempotent: true,
  },
  readNotificationLog: {
    method: 'GET',
    path: '/notifications/log',
    tag,
    summary: 'Each delivery of the last 30 days, newest first',
    query: object('NotificationLogQuery', {
      ...paging,
      notification_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only those of one notification.' })),
      status: Type.Optional(
        Type.Array(Type.Unsafe<(typeof deliveryStatuses)[number]>({ type: 'string', enum: [...deliveryStatuses] }), { description: 'May repeat.' }),
      ),
    }),
    reply: Type.Array(Delivery),
    status: 200,
  },
  readPreferences: {
    method: 'GET',
    path: '/notifications/preferences',
    tag,
    summary: "The signed-in person's preferences. What has no row is on.",
    reply: Type.Array(NotificationPreference),
    status: 200,
    needs: 'session',
  },
  writePreferences: {
    method: 'PUT',
    path: '/notifications/preferences',
    tag,
    summary: 'Replace them all. A row for a device goes before the row for all devices.',
    body: Type.Array(NotificationPreference, { maxItems: 200 }),
    reply: Type.Array(NotificationPreference),
    status: 200,
    needs: 'session',
  },
  listPushPlatforms: {
    method: 'GET',
    path: '/notifications/platforms',
    tag,
    summary: 'Which platforms the operator has configured, and the key to subscribe with for web push',
    reply: Type.Array(PushPlatform),
    status: 200,
    needs: 'anyone',
  },
})
