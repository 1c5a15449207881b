// The team's screens in the desktop: what a token may read comes through the service, the rest is done in the browser; and reminders that fire
// here reach the team's phones once.
import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { openStandIn } from '../../support/stand-in.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
const open: SyncedDesktop[] = []

beforeAll(async () => {
  cloud = await openCloud()
  owner = await newPerson(cloud, 'ana')
  team = await newTeam(cloud, owner, 'ours')
  const device = await owner.call('POST', '/devices', { platform: 'ios', token: 'a'.repeat(64) })
  if (device.status >= 300) throw new Error(`device: ${device.status} ${JSON.stringify(device.body)}`)
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})
afterAll(() => cloud.close())

async function desktop(name: string, isConnected = true): Promise<SyncedDesktop> {
  const token = (await owner.call('POST', `/teams/${team.id}/tokens`, { name })).body.token as string
  const made = await openDesktop(name, cloud, { ...team, token })
  open.push(made)
  if (!isConnected) return made
  await made.connect()
  await made.synced()
  return made
}

describe('the team through the desktop', () => {
  it('[W35] reads what a token may read, page by page, without cookies or anything else of the cloud’s', async () => {
    const ana = await desktop('ana')
    const members = await ana.call('GET', `/remote/api/teams/${team.id}/members`)
    expect([members.status, members.body]).toEqual([200, (await team.call('GET', `/teams/${team.id}/members`)).body])
    expect((await ana.call('GET', '/remote/api/teams')).body).toMatchObject([{ id: team.id, name: 'ours' }])
    for (const path of ['/email/oauth/tokens', '/email/health', '/notifications/log', '/notifications/platforms']) {
      const reply = await ana.call('GET', `/remote/api${path}`)
      expect([path, reply.status, reply.body]).toEqual([path, 200, (await team.call('GET', path)).body])
    }
    for (const title of ['one', 'two', 'three']) await team.call('POST', '/tasks', { title })
    const page = await ana.call('GET', '/remote/api/tasks?limit=2')
    expect(page.body).toHaveLength(2)
    expect(page.headers.get('x-total-count')).toBe('3')
    expect(page.headers.get('link')).toContain('rel="next"')
    expect(page.headers.get('set-cookie')).toBeNull()
  })

  it('[W36] answers 403 with where to go to whatever needs somebody who is signed in, and changes nothing', async () => {
    const ana = await desktop('ana')
    const before = (await owner.call('GET', `/teams/${team.id}/tokens`)).body
    for (const [method, path, body] of [
      ['GET', `/teams/${team.id}/tokens`, undefined],
      ['POST', `/teams/${team.id}/tokens`, { name: 'mine' }],
      ['POST', `/teams/${team.id}/members`, { email: 'eve@example.org', role: 'admin' }],
      ['GET', '/auth/session', undefined],
      ['GET', '/email/oauth/authorize', undefined],
      ['GET', '/events/stream', undefined],
      ['POST', '/tasks', { title: 'around the journal' }],
      ['DELETE', '/tasks/1', undefined],
    ] as const) {
      const reply = await ana.call(method, `/remote/api${path}`, body)
      expect([method, path, reply.status, reply.body.detail]).toEqual([method, path, 403, expect.stringContaining(`Open ${cloud.url} in the browser`)])
    }
    expect((await owner.call('GET', `/teams/${team.id}/tokens`)).body).toEqual(before)
    expect((await ana.call('GET', '/remote/api/../../settings')).status).toBe(200)
  })

  it('[W37] only while it is connected, and only for this machine’s own pages', async () => {
    const ana = await desktop('ana', false)
    const reply = await ana.call('GET', `/remote/api/teams/${team.id}/members`)
    expect([reply.status, reply.body.detail]).toEqual([409, expect.stringContaining('not connected')])
    await ana.connect()
    const answers = (headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const { port } = new URL(ana.url())
        const asked = request({ host: '127.0.0.1', port, path: `/remote/api/teams/${team.id}/members`, headers }, (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        })
        asked.on('error', reject).end()
      })
    const host = new URL(ana.url()).host
    expect(await answers({ host, origin: 'https://evil.example' })).toBe(403)
    expect(await answers({ host: 'evil.example' })).toBe(403)
    expect(await answers({ host, 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await answers({ host })).toBe(200)
    await ana.call('DELETE', '/remote')
    expect((await ana.call('GET', '/remote/api/teams')).status).toBe(409)
  })

  it('[W38] follows no redirect: the token goes to the cloud and to nobody else', async () => {
    const other = await openStandIn((_, response) => void response.end('[]'))
    // Between the desktop and the cloud, something that can send elsewhere.
    let redirects = false
    const between = await openStandIn(async ({ method, path, headers, body }, response) => {
      if (redirects && path.includes('/members')) return void response.writeHead(302, { location: `${other.url}/x`, 'set-cookie': 'a=b' }).end()
      const controller = new AbortController()
      response.on('close', () => controller.abort())
      const { host: _host, connection: _connection, ...passed } = headers
      const reply = await fetch(`${cloud.url}${path}`, {
        method,
        headers: passed as Record<string, string>,
        ...(method === 'GET' ? {} : { body }),
        signal: controller.signal,
      })
      response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'application/json', 'set-cookie': 'a=b' })
      for await (const part of reply.body ?? []) response.write(part)
      response.end()
    })
    const token = (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'between' })).body.token as string
    const ana = await openDesktop('ana', { url: between.url }, { ...team, token })
    open.push(ana)
    await ana.connect()
    await ana.synced()
    const good = await ana.call('GET', `/remote/api/teams/${team.id}/members`)
    expect([good.status, good.headers.get('set-cookie')]).toEqual([200, null])
    redirects = true
    const reply = await ana.call('GET', `/remote/api/teams/${team.id}/members`)
    expect(reply.status).toBe(409)
    expect([reply.headers.get('location'), reply.headers.get('set-cookie')]).toEqual([null, null])
    expect(JSON.stringify(reply.body)).not.toContain(token)
    expect(other.seen).toEqual([])
    await ana.close()
    open.splice(open.indexOf(ana), 1)
    await between.close()
    await other.close()
  })
})

it.runIf(process.env.TANDEM_LONG)('[V17] a reminder that fires on two desktops reaches the team’s phones once', async () => {
  const [ana, ben] = [await desktop('ana'), await desktop('ben')]
  const task = (await ana.call('POST', '/tasks', { title: 'Water the plants' })).body as { id: number }
  await ana.synced()
  const there = async () => ((await ben.call('GET', '/tasks')).body as { id: number; title: string }[]).find(({ title }) => title === 'Water the plants')
  const atBen = await until('the task at ben', there)
  const remind = (after: number) => ana.call('POST', `/tasks/${task.id}/schedules`, { type: 'one_time', fire_at: new Date(Date.now() + after).toISOString() })
  await remind(2500)
  await until('the reminder at ben', async () => (await ben.call('GET', `/tasks/${atBen.id}/schedules`)).body.length === 1)
  const fired = async (one: SyncedDesktop) =>
    ((await one.call('GET', '/reminders')).body as { title: string }[]).filter(({ title }) => title === 'Water the plants').length
  await until('both to fire', async () => (await fired(ana)) > 0 && (await fired(ben)) > 0)
  const cloudId = (await ana.call('GET', `/tasks/${task.id}/remote`)).body.cloud_id as number
  const told = async () =>
    ((await team.call('GET', '/notifications/log')).body as { task_id: number; event: string }[])
      .filter((row) => row.task_id === cloudId)
      .map((row) => row.event)
  await until('the team to be told', async () => (await told()).length > 0)
  // Both say in order what they have to say: once the next is told, so is what they had of the first.
  await remind(1500)
  await until('the next', async () => (await told()).length > 1)
  await Promise.all([ana.synced(), ben.synced()])
  expect(await told()).toEqual(['reminder.due', 'reminder.due'])
})
