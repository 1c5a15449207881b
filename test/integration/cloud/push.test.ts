// Devices, preferences and deliveries: from POST /notifications/send to the three platforms' own protocols, and all the ways in which they say no.
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createEndpointGuard, isPublic } from '../../../cloud/push/endpoint-guard.ts'
import { cut } from '../../../cloud/push/sender.ts'
import { createWebPushSender } from '../../../cloud/push/web-push.ts'
import { expectProblem } from '../../contract/http.ts'
import { addMember, newPerson, newTeam, openCloud, signIn, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'
import {
  androidToken,
  iosToken,
  logOf,
  newDevice,
  notify,
  openPushServices,
  type Platform,
  type PushServices,
  settled,
  type TestDevice,
} from '../../support/push/push-cloud.ts'
import { until } from '../../support/until.ts'
import { firstOf } from '../../support/first-of.ts'

let services: PushServices
let cloud: TestCloud
let owner: TestPerson
let team: TestTeam

// Waits between tries are next to nothing here.
const soon = { lookEvery: 50, random: () => 0.02 }

beforeAll(async () => {
  services = await openPushServices()
  cloud = await openCloud({ push: services.config, courier: soon })
  owner = await newPerson(cloud, 'ana')
  team = await newTeam(cloud, owner, 'ours')
})
afterEach(() => services.calm())
afterAll(async () => {
  await cloud.close()
  await services.close()
})

/** A member with one device of each platform, in a team of their own. */
async function household(): Promise<{ person: TestPerson; own: TestTeam; devices: Record<Platform, TestDevice> }> {
  const person = await newPerson(cloud, 'member')
  const own = await newTeam(cloud, person)
  const devices = {
    ios: await newDevice(person, 'ios', services),
    android: await newDevice(person, 'android', services),
    web: await newDevice(person, 'web', services),
  }
  return { person, own, devices }
}
const pushedTo = ({ platform, token }: TestDevice) => services.all[platform].pushed.filter((one) => one.token === token)

describe('devices', () => {
  it('[CL80] are registered once, renewed by the same token, and never show it', async () => {
    const person = await newPerson(cloud, 'bo')
    const token = iosToken()
    const first = await person.call('POST', '/devices', { token, platform: 'ios', name: 'phone' })
    expect([first.status, first.headers.get('location')]).toEqual([201, `/api/devices/${first.body.id}`])
    const again = await person.call('POST', '/devices', { token: token.toUpperCase(), platform: 'ios', name: 'my phone' })
    expect([again.status, again.body.id, again.body.name]).toEqual([200, first.body.id, 'my phone'])
    const list = await person.call('GET', '/devices')
    expect(list.body).toEqual([again.body])
    expect(JSON.stringify([first.body, list.body])).not.toContain(token)
    const stored = await onDatabase(cloud.database.url, (client) =>
      client.query("SELECT string_agg(d::text || encode(token_sealed, 'escape'), '') AS all FROM devices d"),
    )
    expect(stored.rows[0].all.toLowerCase()).not.toContain(token)
    expect((await owner.call('GET', `/devices/${first.body.id}`)).status).toBe(404)
    expect((await owner.call('DELETE', `/devices/${first.body.id}`)).status).toBe(404)
    expect((await person.call('DELETE', `/devices/${first.body.id}`)).status).toBe(204)
    expect((await person.call('GET', '/devices')).body).toEqual([])
  })

  it('[CL80] move with whoever signs in on them, and end with the session', async () => {
    const [a, b] = [await newPerson(cloud, 'a'), await newPerson(cloud, 'b')]
    const token = androidToken()
    const mine = (await a.call('POST', '/devices', { token, platform: 'android' })).body
    await a.call('PUT', '/notifications/preferences', [{ event: 'task.created', device_id: mine.id, enabled: false }])
    const theirs = await b.call('POST', '/devices', { token, platform: 'android' })
    expect(theirs.status).toBe(201)
    expect((await a.call('GET', '/devices')).body).toEqual([])
    expect((await a.call('GET', '/notifications/preferences')).body).toEqual([])
    const elsewhere = await signIn(cloud, b.email)
    await b.call('POST', '/auth/sign-out')
    expect((await elsewhere.call('GET', '/devices')).body).toEqual([])
  })

  it('[CL80] are one person’s, also when two register the same at the same time', async () => {
    const people = [await newPerson(cloud, 'a'), await newPerson(cloud, 'b')]
    for (let round = 0; round < 10; round++) {
      const token = androidToken()
      const [a, b] = await Promise.all(people.map((person) => person.call('POST', '/devices', { token, platform: 'android' })))
      expect([a?.status, b?.status]).toEqual([201, 201])
      expect(a?.body.id).not.toBe(b?.body.id)
      const left = (await Promise.all(people.map((person) => person.call('GET', '/devices')))).flatMap((reply) => reply.body as { id: string }[])
      expect(left.filter(({ id }) => id === a?.body.id || id === b?.body.id)).toHaveLength(1)
      for (const person of people)
        for (const { id } of (await person.call('GET', '/devices')).body as { id: string }[]) await person.call('DELETE', `/devices/${id}`)
    }
  })

  it('[CL80] are twenty for each person at most, also when registered at the same time', async () => {
    const person = await newPerson(cloud, 'collector')
    const replies = await Promise.all(Array.from({ length: 24 }, () => person.call('POST', '/devices', { token: iosToken(), platform: 'ios' })))
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(20)
    expectProblem(replies.find((reply) => reply.status !== 201) as (typeof replies)[0], 409, /20 devices/)
  })

  it('[CL80] of a wrong form are refused, with what to send instead', async () => {
    const wrong: [object, RegExp][] = [
      [{ token: 'x', platform: 'ios' }, /hex/],
      [{ token: `${'a'.repeat(63)}/../x`, platform: 'ios' }, /hex/],
      [{ token: 'short', platform: 'android' }, /FCM/],
      [{ token: 'x', platform: 'windows' }, /platform must be one of ios, android, web/],
      [{ token: '{}', platform: 'web' }, /endpoint/],
      [{ token: 'null', platform: 'web' }, /endpoint/],
      [{ token: 'x', platform: 'web' }, /JSON/],
      [
        { token: JSON.stringify({ endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: 'AAAA', auth: 'AAAAAAAAAAAAAAAAAAAAAA' } }), platform: 'web' },
        /P-256/,
      ],
    ]
    for (const [body, detail] of wrong) expectProblem(await owner.call('POST', '/devices', body), 400, detail)
    expectProblem(await team.call('POST', '/devices', { token: iosToken(), platform: 'ios' }), 403)
  })
})

describe('an endpoint from a user', () => {
  const { web } = { web: 'https://fcm.googleapis.com/fcm/send/x' }
  const endpoints: [string, string][] = [
    ...[
      '127.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0x7f.1',
      '2130706433',
      '0.0.0.0',
      '0177.0.0.1',
      '127.1',
      '169.254.169.254',
      '[fe80::1]',
      '[::]',
      '8.8.8.8',
    ].map((literal): [string, string] => [`https://${literal}/push`, 'an address']),
    ['http://fcm.googleapis.com/x', 'no https'],
    ['https://fcm.googleapis.com:8443/x', 'another port'],
    ['https://user:pass@fcm.googleapis.com/x', 'a password'],
    ['https://localhost/x', 'this machine'],
    ['https://fcm.googleapis.com.evil.example/x', 'a longer name'],
    ['https://evilpush.apple.com/x', 'no subdomain'],
    ['https://metadata.google.internal/x', 'an inner name'],
    ['file:///etc/passwd', 'a file'],
    ['https://', 'nothing'],
  ]
  it.each(endpoints)('[CL81] %s is refused: %s', async (endpoint) => {
    const { receiver } = await services.web.subscribe('k')
    const token = JSON.stringify({ endpoint, keys: { p256dh: receiver.p256dh, auth: receiver.auth } })
    expectProblem(await owner.call('POST', '/devices', { token, platform: 'web' }), 400, /endpoint/)
  })

  it('[CL81] of the known push services is taken', () => {
    const guard = createEndpointGuard(['push.example.org:8443', '*.example.net'])
    for (const host of [
      'fcm.googleapis.com',
      'updates.push.services.mozilla.com',
      'web.push.apple.com',
      'wns2-par02p.notify.windows.com',
      'push.example.org:8443',
      'a.example.net',
    ])
      expect(guard.check(`https://${host}/x`).host).toBe(host)
    expect(guard.check(web).hostname).toBe('fcm.googleapis.com')
    expect(() => guard.check('https://push.example.org/x')).toThrow(/push service/)
  })

  it('[CL81] whose name leads into a private network is not reached at the moment of sending', async () => {
    for (const address of [
      '10.1.2.3',
      '127.0.0.1',
      '169.254.169.254',
      '192.168.0.1',
      '172.20.0.1',
      '100.64.0.1',
      '::1',
      '::ffff:10.0.0.1',
      'fd00::1',
      'fe80::1',
      '64:ff9b::a00:1',
      'x',
    ])
      expect([address, isPublic(address)]).toEqual([address, false])
    for (const address of ['142.250.74.106', '2a00:1450:4001:830::200a']) expect([address, isPublic(address)]).toEqual([address, true])
    let connected = 0
    const inside = createServer((socket) => {
      connected++
      socket.destroy()
    })
    await new Promise<void>((resolve) => {
      inside.listen(0, '127.0.0.1', resolve)
    })
    const port = (inside.address() as { port: number }).port
    const { receiver } = await services.web.subscribe('k')
    // The list lets the name pass, as if it were a push service's; its address betrays it.
    const guard = { ...createEndpointGuard(), check: (endpoint: string) => new URL(endpoint) }
    const { default: webPush } = await import('web-push')
    const sender = createWebPushSender(webPush.generateVAPIDKeys(), 'mailto:ops@example.org', guard, undefined, () => new Date())
    const token = JSON.stringify({ endpoint: `https://localhost:${port}/x`, keys: { p256dh: receiver.p256dh, auth: receiver.auth } })
    const message = {
      notificationId: 'n',
      teamId: 't',
      event: 'task.created' as const,
      taskId: 1,
      title: 'x',
      body: null,
      url: null,
      collapseKey: 'k',
      expiresAt: new Date(Date.now() + 60_000),
    }
    expect(await sender.send(token, message)).toEqual({ kind: 'failed', reason: 'endpoint_not_allowed' })
    expect(connected).toBe(0)
    await sender.close()
    inside.close()
  })

  it('[CL81] is not followed elsewhere', async () => {
    const { own, devices } = await household()
    services.web.mood = () => ({ status: 307, headers: { location: `${services.web.url}/push/${devices.web.token}` } })
    const { body } = await notify(own)
    expect((await settled(own, body.notification_id)).get(devices.web.id)).toMatchObject({ status: 'failed', reason: '307' })
    expect(pushedTo(devices.web)).toEqual([])
  })
})

describe('a notification', () => {
  it('[CL82] reaches every device of the team, in its own form, and each delivery is logged', async () => {
    const { own, person, devices } = await household()
    const other = await newPerson(cloud, 'other')
    await addMember(cloud, own, person, other)
    const theirs = await newDevice(other, 'ios', services)
    const stranger = await newDevice(owner, 'ios', services)
    const reply = await notify(own)
    expect([reply.status, reply.body]).toEqual([202, { notification_id: expect.any(String), queued: 4, suppressed: 0 }])
    const log = await settled(own, reply.body.notification_id)
    expect(log.size).toBe(4)
    for (const device of [...Object.values(devices), theirs]) {
      expect(log.get(device.id)).toMatchObject({ status: 'sent', attempts: 1, reason: null, platform: device.platform, event: 'task.created', task_id: 7 })
      expect(pushedTo(device)).toHaveLength(1)
    }
    expect(pushedTo(stranger)).toEqual([])
    const facts = { notification_id: reply.body.notification_id, team_id: own.id, event: 'task.created', task_id: '7', url: '/tasks/7' }
    expect(pushedTo(devices.ios)[0]?.payload).toEqual({
      aps: { alert: { title: 'Sharpen the knives', body: 'By Friday' }, sound: 'default', 'thread-id': 'task-7' },
      ...facts,
    })
    expect(pushedTo(devices.android)[0]?.payload).toMatchObject({ notification: { title: 'Sharpen the knives', body: 'By Friday' }, data: facts })
    expect(pushedTo(devices.web)[0]?.payload).toEqual({ title: 'Sharpen the knives', body: 'By Friday', tag: expect.stringMatching(/^[\w-]{32}$/), ...facts })
    const keys = Object.values(devices).map((device) => pushedTo(device)[0]?.collapseKey)
    expect(new Set(keys).size).toBe(1)
    expect(Number(pushedTo(devices.web)[0]?.headers.ttl)).toBeGreaterThan(3500)
  })

  it('[CL82] keeps what it says out of the log and encrypted in the database', async () => {
    const { own } = await household()
    const { body } = await notify(own, { title: 'a very secret title', body: 'and a secret body' })
    const rows = await logOf(own, body.notification_id)
    const stored = await onDatabase(cloud.database.url, async (client) => {
      const { rows: all } = await client.query(
        "SELECT (SELECT string_agg(l::text, '') FROM notification_log l) || (SELECT string_agg(encode(content, 'escape'), '') FROM notifications) AS all",
      )
      return all[0].all as string
    })
    expect(JSON.stringify(rows) + stored).not.toMatch(/secret/)
    await settled(own, body.notification_id)
  })

  it('[CL82] can be for some members, is sent once for one Idempotency-Key, and paged in the log', async () => {
    const { own, person, devices } = await household()
    const other = await newPerson(cloud, 'other')
    await addMember(cloud, own, person, other)
    const theirs = await newDevice(other, 'ios', services)
    await own.call('POST', '/tasks', { title: 'told of' })
    const send = () =>
      own.call('POST', '/notifications/send', { event: 'task.updated', task_id: 1, title: 'x', user_ids: [other.id, owner.id] }, { 'idempotency-key': 'once' })
    const [first, again] = [await send(), await send()]
    expect(first.body).toMatchObject({ queued: 1, suppressed: 0 })
    expect(again.body).toEqual(first.body)
    await settled(own, first.body.notification_id)
    expect([pushedTo(theirs).length, pushedTo(devices.ios).length]).toEqual([1, 0])
    await settled(own, (await notify(own)).body.notification_id)
    const page = await own.call('GET', '/notifications/log?limit=2')
    expect([page.body.length, page.headers.get('x-total-count')]).toEqual([2, '5'])
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]?.replace('/api', '') as string
    expect((await own.call('GET', next)).body.map((row: { id: number }) => row.id)).toEqual([3, 2])
    expect((await own.call('GET', '/notifications/log?status=failed&status=queued')).body).toEqual([])
    expect((await team.call('GET', `/notifications/log?notification_id=${first.body.notification_id}`)).body).toEqual([])
  })

  it('[CL82] is refused with a reason when it is wrong, and sixty times a minute at most', async () => {
    expectProblem(await notify(team, { event: 'task.exploded' }), 400, /event must be one of/)
    expectProblem(await notify(team, { title: '' }), 400, /title/)
    expectProblem(await notify(team, { url: 'javascript:alert(1)' }), 400, /url must start with/)
    expectProblem(await notify(team, { colour: 'red' }), 400, /colour/)
    // A task that the team has not, had once, or that is another team's.
    const elsewhere = await newTeam(cloud, await newPerson(cloud, 'elsewhere'))
    const theirs = (await team.call('POST', '/tasks', { title: 'ours only' })).body.id as number
    const deleted = (await team.call('POST', '/tasks', { title: 'soon gone' })).body.id as number
    await team.call('DELETE', `/tasks/${deleted}`)
    for (const [who, task_id] of [
      [team, 9_007_199_254_740_991],
      [team, deleted],
      [elsewhere, theirs],
    ] as const) {
      const refused = await who.call('POST', '/notifications/send', { event: 'reminder.due', task_id, title: 'x' })
      expectProblem(refused, 400, /task_id must be the id of one of the team's tasks/)
      expect(refused.body.errors).toMatchObject([{ pointer: '/task_id' }])
    }
    // An agent's token could ring every phone in Tandem's name.
    const { token } = (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'x', agent: 'claude' })).body
    const agent = { authorization: `Bearer ${token}`, 'x-team-id': team.id }
    expectProblem(await cloud.call('POST', '/notifications/send', { event: 'work.undone', task_id: theirs, title: 'x' }, agent), 403, /sends no notifications/)
    const strict = await openCloud({ sendsPerMinute: 2 }, cloud.database)
    const replies = []
    for (let i = 0; i < 3; i++)
      replies.push((await strict.call('POST', '/notifications/send', { event: 'task.created', task_id: 1, title: 'x' }, team.as)).status)
    expect(replies).toEqual([202, 202, 429])
    await strict.close()
  })

  it('[CL82] that is too long is cut, not refused', async () => {
    const { own, devices } = await household()
    const { body } = await notify(own, { title: '🔪'.repeat(250), body: 'ü'.repeat(9000) })
    for (const row of (await settled(own, body.notification_id)).values()) expect(row.status).toBe('sent')
    expect(pushedTo(devices.web)[0]?.payload.title).toMatch(/^(?:🔪)+…$/u)
    expect([cut('äöü', 6), cut('äöü', 5), cut('abc', 3)]).toEqual(['äöü', 'ä…', 'abc'])
  })

  it.each(
    firstOf(2, [
      ['a long address', { body: 'x'.repeat(5000), url: `https://example.org/${'y'.repeat(1900)}` }],
      ['an address that has no room at all', { body: 'x', url: `https://example.org/${'ü'.repeat(1980)}` }],
      ['quotation marks', { title: '"'.repeat(500), body: '"'.repeat(5000) }],
      ['control characters', { body: '\u0001'.repeat(5000) }],
    ]),
  )('[CL82] has room on every platform with %s', async (_, more) => {
    const { own, devices } = await household()
    const { body } = await notify(own, more)
    for (const row of (await settled(own, body.notification_id)).values()) expect([row.status, row.reason]).toEqual(['sent', null])
    expect(pushedTo(devices.web)[0]?.payload.title).toBeTruthy()
  })

  it('[CL83] of a due reminder is an event of the stream as well', async () => {
    const { own } = await household()
    const { body } = await notify(own, { event: 'reminder.due', task_id: 3 })
    const { rows } = await onDatabase(cloud.database.url, (client) =>
      client.query("SELECT after FROM event_queue WHERE team_id = $1 AND kind = 'reminder.due'", [own.id]),
    )
    expect(rows).toEqual([{ after: { task_id: 3, title: 'Sharpen the knives', notification_id: body.notification_id } }])
    const [row] = await logOf(own, body.notification_id)
    const { rows: expiry } = await onDatabase(cloud.database.url, (client) =>
      client.query('SELECT expires_at - created_at AS lasts FROM notification_log WHERE team_id = $1 AND id = $2', [own.id, row?.id]),
    )
    expect(expiry[0].lasts).toMatchObject({ days: 1 })
    await settled(own, body.notification_id)
  })
})

describe('preferences', () => {
  it('[CL84] a row for a device goes before the row for all, which goes before on', async () => {
    const { own, person, devices } = await household()
    const rows = [
      { event: 'task.created', device_id: null, enabled: false },
      { event: 'task.created', device_id: devices.ios.id, enabled: true },
      { event: 'task.updated', device_id: devices.web.id, enabled: false },
    ]
    expect((await person.call('PUT', '/notifications/preferences', rows)).status).toBe(200)
    expect((await person.call('GET', '/notifications/preferences')).body).toEqual(rows)
    const sent = async (event: string) => {
      const { body } = await notify(own, { event })
      const log = await settled(own, body.notification_id)
      expect(body).toMatchObject({ queued: [...log.values()].filter((row) => row.status === 'sent').length })
      return Object.fromEntries(Object.entries(devices).map(([platform, { id }]) => [platform, [log.get(id)?.status, log.get(id)?.reason]]))
    }
    const [yes, no] = [
      ['sent', null],
      ['suppressed', 'preferences'],
    ]
    expect(await sent('task.created')).toEqual({ ios: yes, android: no, web: no })
    expect(await sent('task.updated')).toEqual({ ios: yes, android: yes, web: no })
    expect(await sent('comment.created')).toEqual({ ios: yes, android: yes, web: yes })
    await person.call('PUT', '/notifications/preferences', [])
    expect(await sent('task.created')).toEqual({ ios: yes, android: yes, web: yes })
  })

  it('[CL84] that are replaced by several at the same time are those of one of them', async () => {
    const { person, devices } = await household()
    const rows = (enabled: boolean) => [
      { event: 'task.created', device_id: null, enabled },
      { event: 'task.updated', device_id: devices.ios.id, enabled },
    ]
    const replies = await Promise.all(Array.from({ length: 12 }, (_, i) => person.call('PUT', '/notifications/preferences', rows(i % 2 === 0))))
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 200))
    const { body } = await person.call('GET', '/notifications/preferences')
    expect([rows(true), rows(false)]).toContainEqual(body)
    const twice = [devices.ios.id, devices.ios.id.toUpperCase()].map((device_id) => ({ event: 'task.created', device_id, enabled: true }))
    expectProblem(await person.call('PUT', '/notifications/preferences', twice), 400, /is a repeat/)
  })

  it('[CL84] are refused for devices of others, and twice', async () => {
    const mine = await newDevice(owner, 'ios', services)
    const { devices } = await household()
    expectProblem(
      await owner.call('PUT', '/notifications/preferences', [{ event: 'task.created', device_id: devices.ios.id, enabled: true }]),
      400,
      /not one of your devices/,
    )
    const row = { event: 'task.created', device_id: mine.id, enabled: true }
    expectProblem(await owner.call('PUT', '/notifications/preferences', [row, row]), 400, /is a repeat/)
    expect((await owner.call('GET', '/notifications/preferences')).body).toEqual([])
  })

  it('[CL85] count again at the moment of delivery, and so do membership and the device itself', async () => {
    const { own, person, devices } = await household()
    const guest = await newPerson(cloud, 'guest')
    const member = await addMember(cloud, own, person, guest)
    const theirs = await newDevice(guest, 'ios', services)
    // All are told to come again, later than what happens meanwhile.
    let refused = 0
    for (const service of Object.values(services.all)) service.mood = () => (refused++, { status: 503, headers: { 'retry-after': '1' } })
    const { body } = await notify(own)
    await until('the first tries', () => refused >= 4)
    await person.call('DELETE', `/teams/${own.id}/members/${member.id}`)
    await person.call('PUT', '/notifications/preferences', [{ event: 'task.created', device_id: devices.web.id, enabled: false }])
    await person.call('DELETE', `/devices/${devices.android.id}`)
    services.calm()
    const log = await settled(own, body.notification_id)
    expect(log.get(theirs.id)).toMatchObject({ status: 'dropped', reason: 'not_a_member' })
    expect(log.get(devices.web.id)).toMatchObject({ status: 'suppressed', reason: 'preferences' })
    expect(log.get(devices.android.id)).toMatchObject({ status: 'dropped', reason: 'device_removed' })
    // On a busy machine it was refused more than once before all that was done.
    expect(log.get(devices.ios.id)).toMatchObject({ status: 'sent' })
    expect(log.get(devices.ios.id)?.attempts).toBeGreaterThan(1)
    for (const device of [theirs, devices.web, devices.android]) expect(pushedTo(device)).toEqual([])
  })
})

describe('a platform that says no', () => {
  const apns = (status: number, reason: string) => ({ status, body: { reason } })
  const fcm = (status: number, code: string) => ({ status, body: { error: { code: status, status: code, details: [{ errorCode: code }] } } })
  it.each(
    firstOf(4, [
      ['ios', apns(410, 'Unregistered'), 'dropped', 'Unregistered'],
      ['android', fcm(400, 'INVALID_ARGUMENT'), 'failed', 'INVALID_ARGUMENT'],
      ['web', { status: 410 }, 'dropped', '410'],
      ['web', { status: 403 }, 'failed', '403'],
      ['ios', apns(400, 'BadDeviceToken'), 'dropped', 'BadDeviceToken'],
      ['ios', apns(400, 'PayloadEmpty'), 'failed', 'PayloadEmpty'],
      ['android', fcm(404, 'UNREGISTERED'), 'dropped', 'UNREGISTERED'],
      ['android', fcm(403, 'SENDER_ID_MISMATCH'), 'dropped', 'SENDER_ID_MISMATCH'],
      ['web', { status: 404 }, 'dropped', '404'],
      ['web', { status: 413 }, 'failed', '413'],
    ] as const),
  )('[CL86] %s, for good: %j is logged as %s', async (platform, refusal, status, reason) => {
    const { own, person, devices } = await household()
    services.all[platform].mood = (token) => (token === devices[platform].token ? refusal : undefined)
    const { body } = await notify(own)
    const log = await settled(own, body.notification_id)
    expect(log.get(devices[platform].id)).toMatchObject({ status, reason, attempts: 1 })
    // A device that is gone is forgotten; one that only failed is not.
    const left = (await person.call('GET', '/devices')).body.map((device: { id: string }) => device.id)
    expect(left.includes(devices[platform].id)).toBe(status === 'failed')
    expect(left).toHaveLength(status === 'failed' ? 3 : 2)
  })

  it.each(
    firstOf(3, [
      ['ios', apns(429, 'TooManyRequests')],
      ['android', fcm(401, 'UNAUTHENTICATED')],
      ['web', { status: 429, headers: { 'retry-after': '0' } }],
      ['ios', apns(500, 'InternalServerError')],
      ['ios', apns(403, 'ExpiredProviderToken')],
      ['android', fcm(500, 'INTERNAL')],
      ['web', { status: 502 }],
    ] as const),
  )('[CL86] %s, for now: %j is tried again', async (platform, refusal) => {
    const { own, devices } = await household()
    let left = 3
    services.all[platform].mood = (token) => (token === devices[platform].token && left-- > 0 ? refusal : undefined)
    const { body } = await notify(own)
    expect((await settled(own, body.notification_id)).get(devices[platform].id)).toMatchObject({ status: 'sent', attempts: 4, reason: null })
    expect(pushedTo(devices[platform])).toHaveLength(1)
  })

  it('[CL86] is left alone for as long as it asks', async () => {
    const { own, devices } = await household()
    services.ios.mood = () => ({ status: 429, body: { reason: 'TooManyRequests' }, headers: { 'retry-after': '600' } })
    services.android.mood = () => ({ status: 429, body: { error: { status: 'QUOTA_EXCEEDED' } } })
    // Longer than the notification is worth anything.
    services.web.mood = () => ({ status: 503, headers: { 'retry-after': '7200' } })
    const { body } = await notify(own)
    const log = await until('the answers', async () => {
      const rows = await logOf(own, body.notification_id)
      return rows.every((row) => row.reason !== null) && new Map(rows.map((row) => [row.device_id, row]))
    })
    const wait = (device: TestDevice) => Math.round((Date.parse(log.get(device.id)?.next_attempt_at ?? '') - Date.now()) / 60_000)
    expect([wait(devices.ios), wait(devices.android)]).toEqual([10, 1])
    expect(log.get(devices.web.id)).toMatchObject({ status: 'dropped', reason: 'expired: 503' })
  })

  it('[CL86] gets a new access token when the old one is void', async () => {
    const { own, devices } = await household()
    await settled(own, (await notify(own)).body.notification_id)
    const asked = services.android.oauth.seen.length
    services.android.revokeAccess()
    const { body } = await notify(own)
    expect((await settled(own, body.notification_id)).get(devices.android.id)).toMatchObject({ status: 'sent', attempts: 2 })
    expect(services.android.oauth.seen.length).toBe(asked + 1)
  })

  it('[CL87] because it is not configured is reported, not passed over', async () => {
    const bare = await openCloud({}, cloud.database)
    const { own, person, devices } = await household()
    expect((await bare.call('GET', '/notifications/platforms', undefined, person.as)).body).toEqual([
      { platform: 'ios', configured: false, public_key: null },
      { platform: 'android', configured: false, public_key: null },
      { platform: 'web', configured: true, public_key: expect.stringMatching(/^[\w-]{87}$/) },
    ])
    expect((await bare.call('GET', `/devices/${devices.ios.id}`, undefined, person.as)).body.reachable).toBe(false)
    await own.call('POST', '/tasks', { title: 'told of' })
    const { body } = await bare.call('POST', '/notifications/send', { event: 'task.created', task_id: 1, title: 'x', user_ids: [person.id] }, own.as)
    expect(body).toMatchObject({ queued: 1, suppressed: 2 })
    const reasons = (await logOf(own, body.notification_id)).filter((row) => row.status === 'suppressed').map((row) => row.reason)
    expect(reasons).toEqual(['platform_not_configured', 'platform_not_configured'])
    // Every instance has the same key for browsers, and keeps it.
    expect((await cloud.call('GET', '/notifications/platforms', undefined, person.as)).body[2].public_key).toBe(
      (await bare.call('GET', '/notifications/platforms', undefined, person.as)).body[2].public_key,
    )
    await bare.close()
  })
})
