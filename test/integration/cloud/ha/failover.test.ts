// A whole cluster on this machine, and what happens to its databases under writes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { descendants, etcdApi, signal } from '../../../../deploy/ha/programs.ts'
import { callUrl } from '../../../contract/target.ts'
import { newPerson, newTeam, openCloud, type TestTeam } from '../../../support/cloud/cloud.ts'
import { type Ha, haMissing, openHa } from '../../../support/cloud/ha.ts'
import { titlesOf, writingDuring } from '../../../support/cloud/ha/writing.ts'
import { until } from '../../../support/until.ts'

it.each([
  ['etcd', [3, 0, 2]],
  ['etcd', [2, 1, 7]],
  ['etcd3', [3, 0, 3]],
  ['etcd3', [3, 1, 0]],
  ['etcd3', [4, 0, 0]],
  ['etcd3', []],
])('[HA46] the lease is kept over %s with Patroni %j', (api, version) => {
  expect(etcdApi(version)).toBe(api)
})

describe.skipIf(haMissing)(`a cluster in synchronous mode${haMissing ? ` (skipped: ${haMissing})` : ''}`, () => {
  let ha: Ha
  let team: TestTeam
  beforeAll(async () => {
    ha = await openHa({ mode: 'sync' })
    const cloud = {
      call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => callUrl(`${ha.balancerUrl}/api${path}`, method, body, headers),
    }
    team = await newTeam(cloud, await newPerson(cloud))
  }, 180_000)
  afterAll(() => ha?.close(), 60_000)

  it('[HA1] kill -9 of the primary loses nothing that was acknowledged, and the other instances of everything go on', async () => {
    const before = await ha.primary()
    const killed = ha.databases.find(({ name }) => name === before) as Ha['databases'][number]
    await writingDuring(team, 'killed', () => killed.kill())
    expect(await ha.primary()).not.toBe(before)
    killed.start()
    await ha.followed()
  }, 180_000)

  it('[HA2] without any standby writes wait: /ready and calls are 503 in time, and all goes on by itself', async () => {
    const leading = await ha.primary()
    const standbys = ha.databases.filter(({ name }) => name !== leading)
    await Promise.all(standbys.map((standby) => standby.kill()))
    for (const url of ha.urls) await until('/ready says so', async () => (await callUrl(`${url}/ready`, 'GET', undefined)).status === 503)
    const [url] = ha.urls
    const { status, body } = await callUrl(`${url}/api/tasks`, 'POST', { title: 'waits' }, team.as)
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'storage_unavailable' })
    for (const standby of standbys) standby.start()
    await until('writes', async () => (await team.call('POST', '/tasks', { title: 'goes on' })).status === 201, 90_000)
    for (const one of ha.urls) await until('/ready', async () => (await callUrl(`${one}/ready`, 'GET', undefined)).status === 200)
    await ha.followed()
  }, 240_000)

  // Patroni waits for its PostgreSQL then, between having read who leads and saying that it still does: what it had read is old when it goes on.
  it('[HA46] a primary whose disk hung and goes on after another took over becomes a standby, and takes nothing back', async () => {
    const before = await ha.primary()
    const server = descendants((ha.databases.find(({ name }) => name === before) as Ha['databases'][number]).pid())
    let promoted = ''
    await writingDuring(team, 'hung', async () => {
      signal(server, 'SIGSTOP')
      promoted = await until(
        'another primary',
        async () => {
          const now = await ha.primary()
          return now !== before && now
        },
        90_000,
      )
      signal(server, 'SIGCONT')
      // It follows only once it has seen that another one leads.
      await ha.followed()
    })
    expect(await ha.primary()).toBe(promoted)
  }, 240_000)

  it('[CL56] [HA1] an instance that is told all three hosts finds the one that leads, without HAProxy and PgBouncer', async () => {
    const direct = await openCloud({ key: ha.key }, { url: ha.ownerUrl, drop: async () => undefined })
    expect((await direct.call('POST', '/tasks', { title: 'before' }, team.as)).status).toBe(201)
    await ha.switchover()
    await until('it found the other one', async () => (await direct.call('POST', '/tasks', { title: 'after' }, team.as)).status === 201, 60_000)
    expect(await titlesOf({ call: (method, path) => direct.call(method, path, undefined, team.as) })).toEqual(expect.arrayContaining(['before', 'after']))
    await direct.close()
    await ha.followed()
  }, 180_000)
})
