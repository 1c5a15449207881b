// Telling people: their devices, what they want to hear, and the courier that delivers it.
import type { FastifyInstance } from 'fastify'
import { deviceContract } from '../../shared/contract/cloud/devices.ts'
import { mount } from '../../shared/http/mount.ts'
import type { Platform } from '../../shared/schema/cloud/device.ts'
import type { AppOptions } from '../app-options.ts'
import { deviceRoutes } from '../devices/device-routes.ts'
import { createDevices } from '../devices/devices.ts'
import { createRequestLimit } from '../http/request-limit.ts'
import { createCourier } from '../notifications/courier.ts'
import { personNotificationContract, personNotificationRoutes, teamNotificationContract, teamNotificationRoutes } from '../notifications/notification-routes.ts'
import { createNotifications, type NotificationDeps, unconfigured } from '../notifications/notifications.ts'
import { createTellAssigned } from '../notifications/assignments.ts'
import { createTellUndone } from '../notifications/undone-work.ts'
import { createMentions } from '../notifications/mentions.ts'
import { createEndpointGuard } from '../push/endpoint-guard.ts'
import { createSenders } from '../push/senders.ts'
import { createTellProposed, createTellStopped } from '../agents/tell-proposed.ts'
import { createTellAsked } from '../questions/tell-asked.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { Members } from '../members/members.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Mounting } from './mounting.ts'

interface Known extends Pick<NotificationDeps, 'requireTask'> {
  tasks: Tasks
  contacts: Contacts
  members: Members
}

export async function createPush(
  app: FastifyInstance,
  { db, journal, now, metrics, failed }: Infrastructure,
  options: AppOptions,
  { requireTask, tasks, contacts, members }: Known,
) {
  const guard = createEndpointGuard(options.push.hosts)
  const senders = await createSenders(options.push, options.vapid, guard, now)
  const isConfigured = (platform: Platform) => senders.has(platform)
  const off = unconfigured(isConfigured)
  if (off.length > 0) app.log.warn({ platforms: off }, 'push is not configured for these platforms; see cloud/README.md')
  const courier = createCourier({
    db,
    senders,
    key: options.key,
    now,
    onError: failed('delivering notifications'),
    count: metrics.delivered,
    takeFor: options.pushLease * 1000,
    ...options.courier,
  })
  const devices = createDevices({ db, key: options.key, guard, now, max: options.devicesPerUser, isConfigured })
  const notifications = createNotifications({
    db,
    journal,
    key: options.key,
    isConfigured,
    requireTask,
    queued: courier.wake,
    limit: createRequestLimit(options.sendsPerMinute, now),
    webPushKey: options.vapid.publicKey,
  })
  return {
    tellMentioned: createMentions({
      members: (write) => members.known(write),
      task: (write, id) => tasks.held(write, id),
      isContact: (write, word) => contacts.isKnown(write, word),
      queue: notifications.queue,
    }),
    tellUndone: createTellUndone({ queue: notifications.queue }),
    tellAssigned: createTellAssigned({ members: (write) => members.known(write), queue: notifications.queue }),
    tellProposed: createTellProposed({ titleOf: (write, id) => tasks.titleOf(write, id), queue: notifications.queueWithinLimit }),
    tellStopped: createTellStopped({ queue: notifications.queueWithinLimit }),
    tellAsked: createTellAsked({
      titleOf: (write, id) => tasks.titleOf(write, id),
      members: (write) => members.known(write),
      queue: notifications.queueWithinLimit,
    }),
    mount({ open, inTeam }: Mounting): void {
      mount(app, deviceContract, deviceRoutes(devices), open)
      mount(app, personNotificationContract, personNotificationRoutes(notifications), open)
      mount(app, teamNotificationContract, teamNotificationRoutes(notifications), inTeam)
    },
    close: () => courier.close(),
  }
}
