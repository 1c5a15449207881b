// Queues a notification for the team's devices: one row of the log for each, which is the queue and the record. Delivering is the courier's.
import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { AppError, invalidField } from '../../shared/domain/app-error.ts'
import { deliveryExpiry } from '../../shared/domain/time/delivery.ts'
import { platforms, type Platform } from '../../shared/schema/cloud/device.ts'
import type { Delivery, NewNotification, NotificationPreference, PushPlatform, QueuedNotification } from '../../shared/schema/cloud/notification.ts'
import type { Asked, Waiting } from '../push/sender.ts'
import { type Keys, seal } from '../auth/secrets.ts'
import { type Context, personOf, type TeamContext } from '../context.ts'
import type { Database, Tx } from '../db/database.ts'
import type { createRequestLimit } from '../http/request-limit.ts'
import type { Journal, Write } from '../journal/journal.ts'
import { type LogFilter, notificationStore, type Target } from './notification-store.ts'

export interface NotificationDeps {
  db: Database
  journal: Journal
  key: Keys
  limit: ReturnType<typeof createRequestLimit>
  isConfigured: (platform: Platform) => boolean
  webPushKey: string
  /** Throws not_found unless the team has the task. */
  requireTask: (tx: Tx, teamId: string, id: number) => Promise<void>
  /** There is something to deliver. */
  queued: () => void
}

/** `task_id`: null for a proposal about no task yet. `by`: who did it, for devices that say it in their own language. */
export type Told = Omit<NewNotification, 'task_id'> & { task_id: number | null; proposal?: Waiting; question?: Asked; by?: string }

export type Notifications = ReturnType<typeof createNotifications>

/** Sealed for the team: what it says opens nowhere else. */
export const contentLabel = (teamId: string, id: string) => `notification:${teamId}:${id}`

/** What is still to be shown, of all that was said about the same thing. Fits the shortest limit, that of Topic: 32 characters. */
export function collapseKeyOf(teamId: string, event: string, about: number | string | null): string {
  return createHash('sha256').update(`${teamId} ${event} ${about}`).digest('base64url').slice(0, 32)
}

/** With its token an agent could say anything in Tandem's name. Of what it writes, people are told by the write itself. */
function refuseAgents({ caller }: TeamContext): void {
  if (caller?.kind !== 'token' || caller.agent === null) return
  throw new AppError('forbidden', `The token of the agent '${caller.agent}' sends no notifications: people are told of what it writes, and of what it asks.`)
}

export function createNotifications({ db, journal, key, limit, isConfigured, webPushKey, requireTask, queued }: NotificationDeps) {
  /** Why a device is not even tried. */
  function objection({ wanted, platform }: Target): string | null {
    if (!wanted) return 'preferences'
    return isConfigured(platform) ? null : 'platform_not_configured'
  }

  /** In the write that it tells of: committed with it, or not at all. Its task is held by that write. */
  async function queue(write: Write, input: Told): Promise<QueuedNotification> {
    const { event, task_id, title, body = null, url = null, user_ids, proposal, question, by } = input
    const { tx, teamId, at, record } = write
    const id = uuidv7()
    const targets = await notificationStore.targets(tx, teamId, event, user_ids)
    // What other desktops and windows of the team show.
    if (event === 'reminder.due')
      await record({ entity: 'reminder', entity_id: id, action: 'due', before: null, after: { task_id, title, notification_id: id } })
    if (targets.length === 0) return { notification_id: id, queued: 0, suppressed: 0 }
    const last = await notificationStore.number(tx, teamId, targets.length)
    const rows = targets.map((target, i) => {
      const reason = objection(target)
      return { id: last - targets.length + 1 + i, target, status: reason === null ? ('queued' as const) : ('suppressed' as const), reason }
    })
    const expires_at = deliveryExpiry(event, new Date(at)).toISOString()
    const content = seal(key, Buffer.from(JSON.stringify({ title, body, url, proposal, question, by })), contentLabel(teamId, id))
    await Promise.all([
      notificationStore.insert(tx, { team_id: teamId, id, content, expires_at }),
      notificationStore.log(tx, { team_id: teamId, notification_id: id, event, task_id, expires_at, at }, rows),
    ])
    write.afterCommit(queued)
    const suppressed = rows.filter((row) => row.status === 'suppressed').length
    return { notification_id: id, queued: rows.length - suppressed, suppressed }
  }

  return {
    queue,

    /** The same for what an agent makes: beyond what a team may send in a minute it stands in Review unannounced, and rings nobody hundreds of times. */
    async queueWithinLimit(write: Write, input: Told): Promise<void> {
      if (limit.hasRoom(write.teamId)) await queue(write, input)
    },

    send: async (input: NewNotification, ctx: TeamContext): Promise<QueuedNotification> => {
      refuseAgents(ctx)
      const { task_id } = input
      limit.count(ctx.team.id)
      return journal.write(ctx, async (write) => {
        await requireTask(write.tx, write.teamId, task_id).catch((error) => {
          if (error instanceof AppError && error.code === 'not_found')
            throw invalidField('/task_id', `task_id must be the id of one of the team's tasks (GET /api/tasks); there is no task ${task_id}.`)
          throw error
        })
        return queue(write, input)
      })
    },

    log: (ctx: TeamContext, filter: LogFilter, below: number | undefined, max: number | undefined): Promise<{ rows: Delivery[]; total: number }> =>
      journal.read(ctx.team, async (tx) => {
        const [rows, total] = await Promise.all([notificationStore.list(tx, ctx.team.id, filter, below, max), notificationStore.count(tx, ctx.team.id, filter)])
        return { rows, total }
      }),

    preferences(ctx: Context): Promise<NotificationPreference[]> {
      const { user } = personOf(ctx)
      return db.readIdentity({}, (tx) => notificationStore.preferences(tx, user.id))
    },

    async setPreferences(rows: readonly NotificationPreference[], ctx: Context): Promise<NotificationPreference[]> {
      const { user } = personOf(ctx)
      const seen = new Set<string>()
      for (const [i, { event, device_id }] of rows.entries()) {
        const place = `${event} ${device_id?.toLowerCase()}`
        if (seen.has(place)) throw invalidField(`/${i}`, `[${i}] is a repeat: send one row for each event and device.`)
        seen.add(place)
      }
      return db.asIdentity({}, async (tx) => {
        // Two that replace them at the same time do it one after the other.
        await notificationStore.lockPerson(tx, user.id)
        const own = new Set(await notificationStore.ownDevices(tx, user.id))
        for (const [i, { device_id }] of rows.entries())
          if (device_id !== null && !own.has(device_id.toLowerCase()))
            throw invalidField(`/${i}/device_id`, `[${i}].device_id is not one of your devices (GET /api/devices lists them).`)
        await notificationStore.replacePreferences(tx, user.id, rows)
        return notificationStore.preferences(tx, user.id)
      })
    },

    platforms: (): PushPlatform[] =>
      platforms.map((platform) => ({ platform, configured: isConfigured(platform), public_key: platform === 'web' ? webPushKey : null })),
  }
}

/** For messages of the program about itself. */
export const unconfigured = (isConfigured: (platform: Platform) => boolean): Platform[] => platforms.filter((platform) => !isConfigured(platform))
