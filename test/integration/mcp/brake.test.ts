// An agent in a hurry: it is stopped at what a person has set, over all doors together, and goes on when a person has looked.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { usualBrake } from '../../../shared/schema/agent.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import { callUrl } from '../../contract/target.ts'
import { connectHttp } from '../../support/mcp/mcp-clients.ts'
import { openService, temporaryFolder } from '../../support/service/service.ts'
import { readEvents } from '../../support/service/event-reader.ts'

let service: Awaited<ReturnType<typeof openService>>
/** Of the service's own time and of the clock on the wall, in milliseconds. */
const passed = { steady: 0, wall: 0 }
const times = {
  clock: { now: () => new Date(Date.now() + passed.wall) },
  mcp: { monotonic: () => performance.now() + passed.steady },
}
beforeAll(async () => {
  service = await openService(times)
})
afterAll(() => service.close())

const as = (actor: string, run?: string) => (method: string, path: string, body?: unknown) =>
  callUrl(service.url + path, method, body, { 'x-actor': actor, ...(run === undefined ? {} : { 'x-run': run }) })
const person = as('person')
const limit = (name: string, brake: object) => person('PUT', `/agents/${name}/policy`, { brake })
const brakeOf = async (name: string) =>
  (await person('GET', '/agents')).body.find((agent: { name: string }) => agent.name === name)?.brake as { reason: string; count: number } | null | undefined
const task = async (title: string): Promise<number> => (await person('POST', '/tasks', { title })).body.id
const create = async (agent: ReturnType<typeof as>, title: string): Promise<number> => (await agent('POST', '/tasks', { title })).status

it('[A20] counts MCP, REST and every spelling and session of a name together; the write too many becomes a proposal', async () => {
  await limit('hasty', { writes: 4 })
  const [one, other] = [await connectHttp('legacy', service.url, 'hasty'), await connectHttp('modern', service.url, 'Hasty')]
  const id = await task('to be commented on')
  await one.call('add_comment', { id, body: 'first' })
  await other.call('add_comment', { id, body: 'second' })
  expect((await as('agent:HASTY')('POST', `/tasks/${id}/comments`, { body: 'third' })).status).toBe(201)
  expect((await one.call('set_task_status', { id, status: 'todo' })).answer.outcome).toBe('updated')
  expect(await brakeOf('hasty')).toBeNull()
  const fifth = (await other.call('add_comment', { id, body: 'fifth' })).answer
  expect(fifth).toMatchObject({ outcome: 'proposed', note: expect.stringContaining('may only propose until a person looks') })
  const card = ((await person('GET', '/proposals')).body as Proposal[]).find(({ agent }) => agent === 'Hasty')
  expect(card?.because).toMatchObject({ what: 'brake', reason: 'writes', count: 5, max: 4 })
  const refused = await as('agent:hasty')('PATCH', `/tasks/${id}`, { priority: 'high' })
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('Stop writing')])
  expect((await person('GET', `/tasks/${id}/comments`)).body).toHaveLength(3)
  // Asking, and taking a task in hand, are no writes.
  expect((await as('agent:hasty')('POST', `/tasks/${id}/questions`, { question: 'May I go on?' })).status).toBe(200)
  expect((await one.call('claim_task', { id })).answer.outcome).toBe('claimed')
  await Promise.all([one.close(), other.close()])
})

it('[A20] many at once are as many writes, and none of them is made if they are too many', async () => {
  await limit('sweeper', { writes: 20, deletes: 2 })
  const sweeper = as('agent:sweeper')
  const ids = await Promise.all(['a', 'b', 'c'].map(task))
  expect((await sweeper('POST', '/tasks/bulk', { changes: [{ ids, patch: { priority: 'high' } }] })).status).toBe(200)
  expect((await sweeper('POST', '/tasks/bulk', { delete: ids })).status).toBe(403)
  expect(await brakeOf('sweeper')).toMatchObject({ reason: 'deletes', count: 3, max: 2 })
  expect((await Promise.all(ids.map((id) => person('GET', `/tasks/${id}`)))).map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await sweeper('POST', '/undo', { entry: 1 })).status).toBe(403)
})

it('[A20] calls at the same time cannot slip through together', async () => {
  await limit('parallel', { writes: 5 })
  const agent = as('agent:parallel')
  const made = await Promise.all(Array.from({ length: 12 }, (_, n) => create(agent, `at once ${n}`)))
  expect(made.filter((status) => status === 201)).toHaveLength(5)
})

it('[A20] a person lets it go on, and it is counted anew; or keeps it proposing', async () => {
  await limit('patient', { writes: 1 })
  const agent = as('agent:patient')
  const events = await readEvents(`${service.url}/events`)
  expect([await create(agent, 'one'), await create(agent, 'two')]).toEqual([201, 403])
  await expect.poll(() => events.events.filter(({ event }) => event === 'brake').map(({ data }) => data)).toEqual(['{"agent":"patient"}'])
  events.close()
  const decide = (who: ReturnType<typeof as>, go_on: boolean) => who('POST', '/agents/patient/brake', { go_on })
  expect((await decide(agent, true)).status).toBe(403)
  expect((await decide(person, false)).body.brake).toMatchObject({ state: 'kept', max: 1 })
  expect(await create(agent, 'still not')).toBe(403)
  expect((await decide(person, true)).body).toEqual({ brake: null })
  expect([await create(agent, 'again'), await create(agent, 'and no more')]).toEqual([201, 403])
  await decide(person, true)
  expect((await decide(person, true)).status).toBe(409)
})

it('[A20] neither the clock on the wall frees an agent, nor its setting back; time does', async () => {
  await limit('slow', { writes: 1 })
  const agent = as('agent:slow')
  expect(await create(agent, 'first')).toBe(201)
  passed.wall = 3_600_000
  expect(await create(agent, 'an hour later, says the wall')).toBe(403)
  await person('POST', '/agents/slow/brake', { go_on: true })
  expect(await create(agent, 'second')).toBe(201)
  passed.wall = -3_600_000
  passed.steady += 5 * 60_000 + 1
  expect(await create(agent, 'third')).toBe(201)
  passed.wall = 0
})

it('[A20] off means off, for one agent or for all, and lets whoever was stopped go on', async () => {
  await limit('free', { writes: 1 })
  const agent = as('agent:free')
  expect([await create(agent, 'free 1'), await create(agent, 'free 2')]).toEqual([201, 403])
  await limit('free', { writes: null })
  expect([await create(agent, 'free 3'), await create(agent, 'free 4')]).toEqual([201, 201])
  await limit('*', { writes: 1 })
  expect([await create(as('agent:anybody'), 'any 1'), await create(as('agent:anybody'), 'any 2'), await create(agent, 'free 5')]).toEqual([201, 403, 201])
  await limit('*', {})
  expect((await person('PUT', '/agents/free/policy', { brake: { writes: 0 } })).status).toBe(400)
})

it('[A20] what a person has accepted counts for nobody', async () => {
  await person('PUT', '/agents/asked/policy', { comment: 'propose', brake: { writes: 1 } })
  const agent = await connectHttp('modern', service.url, 'asked')
  const id = await task('much asked')
  for (const body of ['one', 'two', 'three']) {
    const { proposal } = (await agent.call('add_comment', { id, body })).answer
    expect((await person('POST', `/proposals/${proposal}/accept`)).status).toBe(200)
  }
  expect((await agent.call('set_task_status', { id, status: 'todo' })).answer.outcome).toBe('updated')
  await agent.close()
})

it('[A20] a restart forgets neither what was written nor who is stopped', async () => {
  const folder = temporaryFolder()
  const before = service
  try {
    service = await openService({ dataDir: folder.path })
    await limit('lasting', { writes: 2 })
    await limit('stopped', { writes: 1 })
    const [lasting, stopped] = [as('agent:lasting'), as('agent:stopped')]
    expect([await create(lasting, 'l1'), await create(lasting, 'l2'), await create(stopped, 's1'), await create(stopped, 's2')]).toEqual([201, 201, 201, 403])
    await service.close()
    service = await openService({ dataDir: folder.path })
    expect([await create(lasting, 'l3'), await create(stopped, 's3')]).toEqual([403, 403])
    await person('POST', '/agents/lasting/brake', { go_on: true })
    await service.close()
    service = await openService({ dataDir: folder.path })
    expect(await create(lasting, 'l4')).toBe(201)
    await service.close()
  } finally {
    service = before
    folder.remove()
  }
})

it(`[A20] without a word of a person it is ${usualBrake.writes} writes`, async () => {
  const before = { service, env: process.env.TANDEM_BRAKE }
  process.env.TANDEM_BRAKE = ''
  service = await openService()
  process.env.TANDEM_BRAKE = before.env
  try {
    const agent = as('agent:usual')
    const ids = await Promise.all(Array.from({ length: usualBrake.writes + 1 }, (_, n) => task(`usual ${n}`)))
    expect((await agent('POST', '/tasks/bulk', { changes: [{ ids: ids.slice(1), patch: { priority: 'high' } }] })).status).toBe(200)
    expect((await agent('PATCH', `/tasks/${ids[0]}`, { priority: 'high' })).status).toBe(403)
  } finally {
    await service.close()
    service = before.service
  }
})
