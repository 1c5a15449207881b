// An agent in a hurry: it is stopped at what a person has set, over all doors together, and goes on when a person has looked.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { usualBrake } from '../../../shared/schema/agent.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { AnyJson } from '../../support/any-json.ts'
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

/** What POST /import/file tells at last. */
async function importFile(agent: string, titles: readonly string[], query = ''): Promise<Record<string, AnyJson>> {
  const reply = await fetch(`${service.url}/import/file?name=tasks.jsonl${query}`, {
    method: 'POST',
    headers: { 'x-actor': agent, 'content-type': 'application/octet-stream' },
    body: titles.map((title) => JSON.stringify({ title })).join('\n'),
  })
  return JSON.parse((await reply.text()).trim().split('\n').at(-1) as string) as Record<string, AnyJson>
}

it.runIf(process.env.TANDEM_LONG)(
  '[A20] a file is asked about before each part of it: what is too much is not begun, what was written before is said',
  async () => {
    await limit('loader', { writes: 5 })
    const titles = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `from a file ${from + n}`)
    expect((await importFile('agent:loader', titles(0, 4))).report).toMatchObject({ imported: 4 })
    expect((await importFile('agent:loader', titles(4, 20), '&dry_run=true')).report).toMatchObject({ imported: 16 })
    const { problem, report } = await importFile('agent:loader', titles(4, 20))
    expect(problem).toMatchObject({ status: 403, detail: expect.stringContaining('may only propose until a person looks') })
    expect(report).toMatchObject({ imported: 0, written: [] })
    expect(await brakeOf('loader')).toMatchObject({ reason: 'writes', count: 20, max: 5 })
    expect((await importFile('person', titles(4, 20))).report).toMatchObject({ imported: 16 })
  },
)

it('[A20] what an agent brings as conversations counts as its own writes', async () => {
  await limit('courier', { writes: 8 })
  const courier = as('agent:courier')
  const bring = (n: number, messages = 1) =>
    courier('POST', '/conversations', {
      source: 'chat',
      subject: `Please fix door ${n}`,
      messages: Array.from({ length: messages }, (_, m) => ({
        from: `sender${n}@example.org`,
        sent_at: `2027-01-0${m + 1}T00:00:00Z`,
        body: `Door ${n} is broken (${m}).`,
      })),
    })
  expect((await bring(1)).status).toBe(201)
  const tooMany = await bring(2, 9)
  expect([tooMany.status, tooMany.body.detail]).toEqual([403, expect.stringContaining('8 allowed')])
  await person('POST', '/agents/courier/brake', { go_on: true })
  const made: number[] = []
  for (let n = 3; n < 9; n++) made.push((await bring(n)).status)
  expect(made[0]).toBe(201)
  expect(made.at(-1)).toBe(403)
  // Nobody can count against an agent by a name that looks like it.
  await person('POST', '/agents/courier/brake', { go_on: true })
  await person('POST', '/conversations', {
    source: 'chat',
    subject: 'A name',
    messages: Array.from({ length: 9 }, (_, m) => ({ from: 'Eve (via courier)', sent_at: `2027-02-0${m + 1}T00:00:00Z`, body: `Line ${m}` })),
  })
  expect(await create(courier, 'still free')).toBe(201)
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

it('[A20] an undo of many things counts the tasks that it would delete', async () => {
  await limit('repentant', { deletes: 2 })
  const repentant = as('agent:repentant')
  const since = (await person('POST', '/tasks', { title: 'made before' })).body.created_at
  for (const n of [1, 2, 3]) expect(await create(repentant, `regretted ${n}`)).toBe(201)
  const refused = await repentant('POST', '/undo', { actor: 'repentant', since })
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('3 deletes')])
  expect(await brakeOf('repentant')).toMatchObject({ reason: 'deletes', count: 3, max: 2 })
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

it.runIf(process.env.TANDEM_LONG)(
  '[A20] a clock that is set back, or on, over a restart frees nobody who is stopped, nor what was just written where it goes back',
  async () => {
    const folder = temporaryFolder()
    const before = service
    const wall = { shift: 0 }
    const restart = async (shift: number) => {
      await service.close()
      wall.shift = shift
      service = await openService({ dataDir: folder.path, clock: { now: () => new Date(Date.now() + wall.shift) } })
    }
    try {
      service = await openService({ dataDir: folder.path, clock: { now: () => new Date(Date.now() + wall.shift) } })
      await limit('turner', { writes: 2 })
      await limit('held', { writes: 1 })
      const [turner, held] = [as('agent:turner'), as('agent:held')]
      expect([await create(turner, 't1'), await create(turner, 't2'), await create(held, 'h1'), await create(held, 'h2')]).toEqual([201, 201, 201, 403])
      await restart(-3_600_000)
      expect([await create(turner, 't3'), await create(held, 'h3')]).toEqual([403, 403])
      await restart(3_600_000)
      expect([await create(turner, 't4'), await create(held, 'h4')]).toEqual([403, 403])
      await person('POST', '/agents/turner/brake', { go_on: true })
      expect(await create(turner, 't5')).toBe(201)
      await service.close()
    } finally {
      service = before
      folder.remove()
    }
  },
)

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
