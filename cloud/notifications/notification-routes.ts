import { notificationContract } from '../../shared/contract/cloud/notifications.ts'
import type { Handlers } from '../../shared/http/mount.ts'
import { pageOf, readCursor } from '../../shared/http/page.ts'
import type { Context, TeamContext } from '../context.ts'
import type { Notifications } from './notifications.ts'

const { sendNotification, readNotificationLog, ...ofPeople } = notificationContract
/** In a team, and of a person in all of theirs. */
export const teamNotificationContract = { sendNotification, readNotificationLog }
export const personNotificationContract = ofPeople

export function teamNotificationRoutes(notifications: Notifications): Handlers<typeof teamNotificationContract, TeamContext> {
  return {
    sendNotification: ({ body }, ctx) => notifications.send(body, ctx),
    async readNotificationLog({ query: { limit, cursor, ...filter } }, ctx) {
      const { rows, total } = await notifications.log(ctx, filter, readCursor(cursor), limit === undefined ? undefined : limit + 1)
      return pageOf(rows, limit, total, ctx.url, (row) => row.id)
    },
  }
}

export function personNotificationRoutes(notifications: Notifications): Handlers<typeof personNotificationContract, Context> {
  return {
    readPreferences: (_, ctx) => notifications.preferences(ctx),
    writePreferences: ({ body }, ctx) => notifications.setPreferences(body, ctx),
    listPushPlatforms: () => notifications.platforms(),
  }
}
