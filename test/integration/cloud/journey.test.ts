// From a mail to the phones of a team: provider → webhook → queue → a desktop on the other instance → task → send → all platforms, and everything
// that can go wrong on the way. Two instances as processes of their own, so that one can be killed.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchWhole } from '../../../scripts/chromium.ts'
import { callUrl } from '../../contract/target.ts'
import { addMember, type Call, newPerson, newTeam, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { cloudSettings } from '../../support/cloud/cloud-settings.ts'
import { type Desktop, openDesktop } from '../../support/cloud/team-desktop.ts'
import { connectMailbox, type Gmail, openGmail, push } from '../../support/mail/mail-stand-ins.ts'
import { orMissing } from '../../support/browser/missing-browser.ts'
import { onDatabase, openDatabase, type TestDatabase } from '../../support/cloud/postgres.ts'
import { type Program, startProgram } from '../../support/service/program.ts'
import { logOf, newDevice, openPushServices, type Platform, type PushServices, settled, type TestDevice } from '../../support/push/push-cloud.ts'
import { showInChromium } from '../../support/push/shown-push.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { until } from '../../support/until.ts'

const platforms: Platform[] = ['ios', 'android', 'web']
const folders = [temporaryFolder(), temporaryFolder()]
let database: TestDatabase
let gmail: Gmail
let services: PushServices
let env: Record<string, string>
let a: Program
let b: Program
let cloud: { url: string; call: Call }
let owner: TestPerson
let team: TestTeam
let desktop: Desktop
let devices: Record<Platform, TestDevice>
let mails = 0
let logged = ''

const start = (i: 0 | 1) => startProgram(['test/support/cloud/impatient-cloud.ts', '--port', '0', '--data-dir', (folders[i] as { path: string }).path], env)

beforeAll(async () => {
  ;[database, gmail, services] = await Promise.all([openDatabase(), openGmail(), openPushServices()])
  const { apns, fcm } = services.config as Required<PushServices['config']>
  if (!apns || !fcm) throw new Error('no stand-ins')
  env = {
    ...cloudSettings({ database, gmail, services }),
    TANDEM_LOG: 'debug',
    TANDEM_POOL_SIZE: '5',
    TANDEM_APNS_KEY: apns.key,
    TANDEM_APNS_KEY_ID: apns.keyId,
    TANDEM_APNS_TEAM_ID: apns.teamId,
    TANDEM_APNS_TOPIC: apns.topic,
    TANDEM_APNS_URL: apns.url,
    TANDEM_FCM_CREDENTIALS: JSON.stringify({ project_id: fcm.projectId, client_email: fcm.clientEmail, private_key: fcm.privateKey, token_uri: fcm.tokenUrl }),
    TANDEM_FCM_URL: fcm.url,
  }
  ;[a, b] = await Promise.all([start(0), start(1)])
  // Through whichever instance is there.
  cloud = { url: b.url, call: (method, path, body, headers) => callUrl(`${b.url}/api${path}`, method, body, headers) }
  owner = await newPerson(cloud, 'ana')
  team = await newTeam(cloud, owner, 'ours')
  await connectMailbox(a.url, { ...owner.as, 'x-team-id': team.id })
  desktop = await openDesktop(b.url, team.as)
  devices = { ios: await newDevice(owner, 'ios', services), android: await newDevice(owner, 'android', services), web: await newDevice(owner, 'web', services) }
})
afterEach(() => {
  services.calm()
  gmail.mood = () => undefined
})
afterAll(async () => {
  await desktop.stop()
  await Promise.all([a.end('SIGTERM'), b.end('SIGTERM')])
  await Promise.all([services.close(), gmail.close()])
  await database.drop()
  for (const folder of folders) folder.remove()
})

/** A mail arrives, and Gmail says so to the first instance. Answers its subject. */
async function mailArrives(): Promise<string> {
  const subject = `mail ${++mails}`
  const historyId = gmail.arrive({ subject, from: 'bo@example.org', text: 'please', messageId: `<${mails}@example.org>` })
  expect((await push(a.url, gmail, historyId)).status).toBe(204)
  return subject
}

const notificationOf = (subject: string) => until(`the notification of ${subject}`, () => desktop.notified.get(subject))
const pushedTo = ({ platform, token }: TestDevice, notificationId: string) =>
  services.all[platform].pushed.filter(({ token: to, payload }) => {
    const data = platform === 'android' ? (payload.data as Record<string, unknown>) : payload
    return to === token && data.notification_id === notificationId
  })
const tasksCalled = async (title: string) => ((await team.call('GET', '/tasks')).body as { title: string }[]).filter((task) => task.title === title)

describe('a mail', () => {
  const arrived = async () => {
    const subject = await mailArrives()
    const id = await notificationOf(subject)
    const log = await settled(team, id)
    return { subject, id, log, payload: pushedTo(devices.web, id)[0]?.payload as Record<string, unknown> }
  }

  it('[CL100] reaches every device of the team, over the other instance', async () => {
    const { subject, id, log, payload } = await arrived()
    expect([...log.values()].map((row) => row.status)).toEqual(['sent', 'sent', 'sent'])
    for (const platform of platforms) expect(pushedTo(devices[platform], id)).toHaveLength(1)
    const [task] = await tasksCalled(subject)
    expect(task).toMatchObject({ description: 'please', requesters: ['bo@example.org'] })
    expect(payload).toMatchObject({ title: subject, body: 'please', url: expect.stringMatching(/^\/tasks\/\d+$/) })
  })

  it.runIf(process.env.TANDEM_LONG)('[CL100] is shown by a browser', async ({ skip }) => {
    const browser = await orMissing(launchWhole)
    if (typeof browser === 'string') return skip(browser)
    try {
      const { subject, payload } = await arrived()
      expect(await showInChromium(browser, JSON.stringify(payload))).toEqual([{ title: subject, body: 'please', tag: payload.tag, url: payload.url }])
    } finally {
      await browser.close()
    }
  })

  it('[CL100] that is announced twice, on both instances, makes one task', async () => {
    const subject = `mail ${++mails}`
    const historyId = gmail.arrive({ subject, from: 'bo@example.org', text: 'twice', messageId: `<${mails}@example.org>` })
    const replies = await Promise.all([
      push(a.url, gmail, historyId),
      push(a.url, gmail, historyId),
      push(b.url, gmail, historyId, await gmail.sign(`${b.url}/api/email/webhook`)),
    ])
    expect(replies.map((reply) => reply.status)).toEqual([204, 204, 204])
    const log = await settled(team, await notificationOf(subject))
    expect(log.size).toBe(3)
    expect(await tasksCalled(subject)).toHaveLength(1)
    const { rows } = await onDatabase(database.url, (client) =>
      client.query("SELECT 1 FROM event_queue WHERE kind = 'email.received' AND after->>'history_id' = $1", [historyId]),
    )
    expect(rows).toHaveLength(1)
  })

  it.each([
    ['forged', async () => `${(await gmail.sign(`${a.url}/api/email/webhook`)).slice(0, -20)}${'A'.repeat(20)}`],
    ['expired', () => gmail.sign(`${a.url}/api/email/webhook`, {}, -10)],
  ])('[CL100] announced with a %s signature is not read before it is announced rightly', async (_, token) => {
    const subject = `mail ${++mails}`
    const historyId = gmail.arrive({ subject, from: 'bo@example.org', text: 'x', messageId: `<${mails}@example.org>` })
    expect((await push(a.url, gmail, historyId, await token())).status).toBe(401)
    const next = await mailArrives()
    await notificationOf(next)
    // It came with the next one, and once.
    await settled(team, await notificationOf(subject))
    expect(await tasksCalled(subject)).toHaveLength(1)
  })

  it('[CL100] arrives although providers answer 429 and 500; a device that is gone (410) is forgotten', async () => {
    const gone = await newDevice(owner, 'web', services)
    let refusals = 2
    const first = new Set<string>()
    // Each notification once: those of the tests before may still be on their way.
    const once = (refusal: object) => (token: string, body: Buffer) => {
      const of = `${token} ${/"notification_id"\s*:\s*"?([^",}]+)/.exec(body.toString())?.[1]}`
      return first.has(of) ? undefined : (first.add(of), refusal as { status: number })
    }
    gmail.mood = (path) => (path.includes('/history') && refusals-- > 0 ? { status: 429, headers: { 'retry-after': '0' } } : undefined)
    services.ios.mood = once({ status: 429, body: { reason: 'TooManyRequests' }, headers: { 'retry-after': '0' } })
    services.android.mood = once({ status: 500, body: { error: { status: 'INTERNAL' } } })
    services.web.mood = (token) => (token === gone.token ? { status: 410 } : undefined)
    const id = await notificationOf(await mailArrives())
    const log = await settled(team, id)
    expect(log.get(devices.ios.id)).toMatchObject({ status: 'sent', attempts: 2 })
    expect(log.get(devices.android.id)).toMatchObject({ status: 'sent', attempts: 2 })
    expect(log.get(devices.web.id)).toMatchObject({ status: 'sent', attempts: 1 })
    expect(log.get(gone.id)).toMatchObject({ status: 'dropped', reason: '410' })
    expect(((await owner.call('GET', '/devices')).body as { id: string }[]).map((device) => device.id)).not.toContain(gone.id)
    expect(refusals).toBeLessThan(1)
  })

  it('[CL100] reaches each device at least once and at most twice when an instance dies in the middle', async () => {
    const many: TestDevice[] = []
    for (let i = 0; i < 9; i++) many.push(await newDevice(owner, platforms[i % 3] as Platform, services))
    // Some devices have it, but nobody was told so; some were told to come again; the others are done.
    const mute = new Set(many.slice(0, 5).map((device) => device.token))
    for (const service of Object.values(services.all)) service.mood = (token) => (mute.has(token) ? 'mute' : undefined)
    // Sent over the instance that will die: it is the first to look.
    const reply = await callUrl(`${a.url}/api/notifications/send`, 'POST', { event: 'task.updated', task_id: 1, title: 'in the middle' }, team.as)
    const id = reply.body.notification_id as string
    const all = [...many, ...Object.values(devices)]
    await until('all devices to have it', () => all.every((device) => pushedTo(device, id).length > 0))
    await a.end('SIGKILL')
    services.calm()
    const log = await settled(team, id)
    expect(log.size).toBe(all.length)
    for (const device of all) {
      const got = pushedTo(device, id)
      expect([device.platform, log.get(device.id)?.status]).toEqual([device.platform, 'sent'])
      expect(got.length).toBeGreaterThanOrEqual(1)
      expect(got.length).toBeLessThanOrEqual(2)
      expect(new Set(got.map((one) => one.collapseKey)).size).toBe(1)
    }
    // It can have been only where nobody answered in time.
    expect(all.filter((device) => pushedTo(device, id).length === 2).length).toBeGreaterThanOrEqual(1)
    for (const { id: device } of many) await owner.call('DELETE', `/devices/${device}`)
    logged += a.output()
    a = await start(0)
  })

  it('[CL100] is not shown where it is not wanted', async () => {
    await owner.call('PUT', '/notifications/preferences', [{ event: 'task.created', device_id: devices.android.id, enabled: false }])
    const id = await notificationOf(await mailArrives())
    const log = await settled(team, id)
    expect(log.get(devices.android.id)).toMatchObject({ status: 'suppressed', reason: 'preferences' })
    expect(log.get(devices.ios.id)).toMatchObject({ status: 'sent' })
    expect(pushedTo(devices.android, id)).toEqual([])
    await owner.call('PUT', '/notifications/preferences', [])
  })

  it.runIf(process.env.TANDEM_LONG)('[CL100] is not shown to somebody who was removed between queueing and delivery', async () => {
    const guest = await newPerson(cloud, 'guest')
    const member = await addMember({ database }, team, owner, guest)
    const theirs = await newDevice(guest, 'ios', services)
    services.ios.mood = (token) =>
      token === theirs.token ? { status: 503, headers: { 'retry-after': '1' }, body: { reason: 'ServiceUnavailable' } } : undefined
    const id = await notificationOf(await mailArrives())
    await until('the first try', async () => (await logOf(team, id)).some((row) => row.device_id === theirs.id && row.reason === 'ServiceUnavailable'))
    await owner.call('DELETE', `/teams/${team.id}/members/${member.id}`)
    services.calm()
    expect((await settled(team, id)).get(theirs.id)).toMatchObject({ status: 'dropped', reason: 'not_a_member' })
    expect(pushedTo(theirs, id)).toEqual([])
    expect(desktop.failures).toEqual([])
  })

  it('[CL102] leaves neither tokens nor texts in the logs', () => {
    const all = logged + a.output() + b.output()
    expect(all).toContain('/api/email/webhook')
    const secrets = [
      ...Object.values(devices).map((device) => device.token),
      'eyJ',
      'ya29.',
      'BEGIN PRIVATE KEY',
      'please',
      owner.token,
      team.token,
      gmail.config.clientSecret,
    ]
    for (const secret of secrets) expect([secret, all.includes(secret)]).toEqual([secret, false])
  })
})
