// A cloud with stand-ins for all three platforms, and people with devices.
import { randomBytes } from 'node:crypto'
import type { PushConfig } from '../../../cloud/push/push-config.ts'
import { type Called } from '../../contract/target.ts'
import type { TestPerson, TestTeam } from '../cloud/cloud.ts'
import { authority, openApns, openFcm, openWebPush, type PushService } from './push-stand-ins.ts'
import { until } from '../until.ts'

export type PushServices = Awaited<ReturnType<typeof openPushServices>>

export async function openPushServices() {
  const [ios, android, web] = await Promise.all([openApns(), openFcm(), openWebPush()])
  const config: PushConfig = { apns: ios.config, fcm: android.config, vapidSubject: 'mailto:ops@example.org', hosts: [web.host], ca: authority }
  const all: Record<'ios' | 'android' | 'web', PushService> = { ios, android, web }
  return {
    ios,
    android,
    web,
    all,
    config,
    calm() {
      for (const service of Object.values(all)) service.mood = () => undefined
    },
    close: async () => void (await Promise.all([ios.close(), android.close(), web.close()])),
  }
}

export type Platform = 'ios' | 'android' | 'web'

export interface TestDevice {
  id: string
  platform: Platform
  /** What its push service knows it by. */
  token: string
}

export const iosToken = () => randomBytes(32).toString('hex')
export const androidToken = () => `fcm:${randomBytes(60).toString('base64url')}`

/** A device of that person, registered as its app would do it. */
export async function newDevice(person: TestPerson, platform: Platform, services: PushServices): Promise<TestDevice> {
  let sent = platform === 'ios' ? iosToken() : androidToken()
  let token = sent
  if (platform === 'web') {
    const platforms = (await person.call('GET', '/notifications/platforms')).body as { platform: string; public_key: string }[]
    const subscription = await services.web.subscribe((platforms.find((one) => one.platform === 'web') as { public_key: string }).public_key)
    sent = subscription.json
    token = subscription.id
  }
  const reply = await person.call('POST', '/devices', { token: sent, platform })
  if (reply.status !== 201) throw new Error(`device: ${reply.status} ${JSON.stringify(reply.body)}`)
  return { id: reply.body.id, platform, token }
}

export interface LogRow {
  id: number
  notification_id: string
  device_id: string
  status: string
  attempts: number
  reason: string | null
  next_attempt_at: string | null
}

export async function logOf(team: Pick<TestTeam, 'call'>, notificationId: string): Promise<LogRow[]> {
  return (await team.call('GET', `/notifications/log?notification_id=${notificationId}`)).body as LogRow[]
}

/** Waits until nothing of it is queued any more; answers its rows by device. */
export async function settled(team: Pick<TestTeam, 'call'>, notificationId: string): Promise<Map<string, LogRow>> {
  const rows = await until('the deliveries', async () => {
    const log = await logOf(team, notificationId)
    return log.length > 0 && log.every((row) => row.status !== 'queued') && log
  })
  return new Map(rows.map((row) => [row.device_id, row]))
}

const withTasks = new WeakSet<object>()

/** Tells of the team's task 7. */
export async function notify(team: Pick<TestTeam, 'call'>, more: object = {}): Promise<Called> {
  if (!withTasks.has(team)) for (let i = 1; i <= 7; i++) await team.call('POST', '/tasks', { title: `task ${i}` })
  withTasks.add(team)
  return team.call('POST', '/notifications/send', {
    event: 'task.created',
    task_id: 7,
    title: 'Sharpen the knives',
    body: 'By Friday',
    url: '/tasks/7',
    ...more,
  })
}
