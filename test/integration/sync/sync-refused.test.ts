// What the cloud does not take: it is said, it holds up nothing else, and there is a way out.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Remote, RefusedWrite } from '../../../shared/schema/remote.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestTeam } from '../../support/cloud/cloud.ts'
import { type FaultProxy, openFaultProxy } from '../../support/cloud/fault-proxy.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

let cloud: TestCloud
let network: FaultProxy
let team: TestTeam
let ana: SyncedDesktop
beforeAll(async () => {
  cloud = await openCloud()
  network = await openFaultProxy(cloud.url, () => 0)
  team = await newTeam(cloud, await newPerson(cloud))
  ana = await openDesktop('ana', { url: network.urlOf('ana') }, team)
  await ana.connect()
  await ana.synced()
})
afterAll(async () => {
  await ana?.close()
  await network?.close()
  await cloud?.close()
})

const long = 'x'.repeat(20_000)
const body = async <T>(path: string) => (await ana.call('GET', path)).body as T
const refused = () => body<RefusedWrite[]>('/remote/refused')
const stateWith = (count: number) =>
  until(`${count} refused`, async () => {
    const { state, refused: now, waiting } = await body<Remote>('/remote')
    return now === count && waiting === 0 && state === (count > 0 ? 'refused' : 'synced')
  })
const there = async (uid: string) =>
  ((await team.call('GET', '/tasks')).body as { uid: string; title: string; description: string }[]).find((one) => one.uid === uid)

it('[X16] a refused write is told with its reason, and taken back, changed or tried again', async () => {
  const [task, other] = [(await ana.call('POST', '/tasks', { title: 'Known there' })).body, (await ana.call('POST', '/tasks', { title: 'Other' })).body]
  await ana.synced()
  network.longest = 10_000
  await ana.call('PATCH', `/tasks/${task.id}`, { description: long })
  const made = (await ana.call('POST', '/tasks', { title: 'Too long', description: long })).body
  await ana.call('PATCH', `/tasks/${other.id}`, { title: 'Others go on' })
  await stateWith(2)
  expect((await there(other.uid))?.title).toBe('Others go on')
  expect(await refused()).toEqual([
    {
      entity: 'task',
      entity_id: task.id,
      task_id: task.id,
      action: 'update',
      name: 'Known there',
      fields: ['description'],
      reason: expect.stringContaining('413'),
      over_quota: null,
    },
    {
      entity: 'task',
      entity_id: made.id,
      task_id: made.id,
      action: 'create',
      name: 'Too long',
      fields: [],
      reason: expect.stringContaining('413'),
      over_quota: null,
    },
  ])
  expect((await ana.call('POST', '/remote/refused/take-back', { entity: 'task', entity_id: other.id })).status).toBe(404)

  // Taken back: as it is in the cloud. One key has it again, and it is refused again.
  const back = await ana.call('POST', '/remote/refused/take-back', { entity: 'task', entity_id: task.id })
  expect(await body(`/tasks/${task.id}`)).toMatchObject({ title: 'Known there', description: null })
  await stateWith(1)
  await ana.call('POST', '/undo', { entries: back.body.entries })
  await stateWith(2)
  const gone = await ana.call('POST', '/remote/refused/take-back', { entity: 'task', entity_id: made.id })
  expect((await ana.call('GET', `/tasks/${made.id}`)).status).toBe(404)
  await ana.call('POST', '/undo', { entries: gone.body.entries })
  await stateWith(2)

  // Changed: it goes as it is now.
  await ana.call('PATCH', `/tasks/${task.id}`, { description: 'short' })
  await stateWith(1)
  expect((await there(task.uid))?.description).toBe('short')

  // Tried again, once the cloud takes it.
  await ana.call('POST', '/remote/sync')
  await stateWith(1)
  network.longest = Number.POSITIVE_INFINITY
  await ana.call('POST', '/remote/sync')
  await stateWith(0)
  expect((await there(made.uid))?.description).toBe(long)
})

it('[X16] nothing is called refused that the cloud has by now, or that is gone on both sides', async () => {
  const make = async (title: string) => (await ana.call('POST', '/tasks', { title })).body as { id: number; uid: string }
  const [changed, met] = [await make('Changed on the way'), await make('Written by both')]
  await ana.synced()
  network.longest = 10_000
  network.faults.late = 1
  await ana.call('PATCH', `/tasks/${changed.id}`, { description: long })
  await until('it is on its way', async () => network.pending().some((one) => one.includes('POST /api/sync')))
  await ana.call('PATCH', `/tasks/${changed.id}`, { description: 'short' })
  await stateWith(0)
  network.faults.late = 0
  expect((await there(changed.uid))?.description).toBe('short')

  await ana.call('PATCH', `/tasks/${met.id}`, { description: long })
  await stateWith(1)
  const { cloud_id } = await body<{ cloud_id: number }>(`/tasks/${met.id}/remote`)
  await team.call('PATCH', `/tasks/${cloud_id}`, { description: long })
  await stateWith(0)
  network.longest = Number.POSITIVE_INFINITY
})
