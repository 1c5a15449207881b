// Who wrote it: two sessions of one client have one name, and are two for undo and for claims.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import { callUrl } from '../../contract/target.ts'
import { connectHttp, connectStdio, type Era, type McpClient } from '../../support/mcp/mcp-clients.ts'
import { program } from '../../support/service/programs.ts'
import { openService } from '../../support/service/service.ts'

let service: Awaited<ReturnType<typeof openService>>
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const rest = (method: string, path: string, body?: unknown, headers: Record<string, string> = { 'x-actor': 'person' }) =>
  callUrl(service.url + path, method, body, headers)
const entries = async (id: number): Promise<JournalEntry[]> => (await rest('GET', `/tasks/${id}/history`)).body
const legacy = (name: string, headers = {}) => connectHttp('legacy', service.url, name, { headers })
const newTask = async (title: string): Promise<number> => (await rest('POST', '/tasks', { title })).body.id
const create = async (client: McpClient, title: string): Promise<number> =>
  (await client.call('create_task', { title, force: true, reason: 'for a test' })).answer.task.id
const claimOf = async (id: number) => (await rest('GET', `/tasks/${id}/claim`)).body

describe('undo', () => {
  it('[U10] of a create leaves alone what a namesake in another session has added', async () => {
    const [a, b] = await Promise.all([legacy('claude-code'), legacy('claude-code')])
    const id = await create(a, 'Move the archive to the new disk')
    await b.call('update_task', { id, description: 'Checked the disk: it is large enough.' })
    await b.call('add_comment', { id, body: 'Started with the oldest year.' })
    const creation = (await entries(id)).find(({ action, entity }) => action === 'created' && entity === 'task') as JournalEntry
    const { body } = await rest('POST', '/undo', { entry: creation.seq })
    expect(body).toMatchObject({ done: [], conflicts: [{ reason: expect.stringContaining('claude-code has worked on it since') }] })
    expect((await rest('GET', `/tasks/${id}`)).body.description).toContain('large enough')
    const runs = new Set((await entries(id)).map(({ run }) => run))
    expect([runs.size, runs.has(null)]).toEqual([2, false])
    await Promise.all([a.close(), b.close()])
  })

  it('[U10] since a moment takes back one run; a name that several bear is asked about, and * means all', async () => {
    const since = new Date().toISOString()
    const [a, b] = await Promise.all([legacy('twin'), legacy('twin')])
    const [first, second] = [await create(a, 'Paint the fence green'), await create(b, 'Order a pallet of paper')]
    const [mine] = await entries(first)
    const bare = await rest('POST', '/undo', { actor: 'twin', since })
    expect([bare.status, bare.body.detail]).toEqual([409, expect.stringMatching(/Several writers used the name twin.*run "\*" for all/)])
    const one = await rest('POST', '/undo', { actor: 'twin', kind: 'agent', run: mine?.run, since })
    expect(one.body.done.map(({ task_id }: { task_id: number }) => task_id)).toContain(first)
    expect([(await rest('GET', `/tasks/${first}`)).status, (await rest('GET', `/tasks/${second}`)).status]).toEqual([404, 200])
    await create(a, 'Paint the gate green')
    const all = await rest('POST', '/undo', { actor: 'twin', run: '*', since })
    expect([all.status, (await rest('GET', `/tasks/${second}`)).status]).toEqual([200, 404])
    await Promise.all([a.close(), b.close()])
  })

  it('[U10] an agent that names itself means its own run', async () => {
    const since = new Date().toISOString()
    const as = (run: string) => ({ 'x-actor': 'agent:shell', 'x-run': run })
    const [first, second] = [
      (await rest('POST', '/tasks', { title: 'of the first shell' }, as('one'))).body.id,
      (await rest('POST', '/tasks', { title: 'of the second' }, as('two'))).body.id,
    ]
    expect((await rest('POST', '/undo', { actor: 'shell', since }, as('three'))).body).toMatchObject({ done: [], conflicts: [] })
    expect((await rest('POST', '/undo', { actor: 'shell', since }, as('one'))).body.done).toHaveLength(1)
    expect([(await rest('GET', `/tasks/${first}`)).status, (await rest('GET', `/tasks/${second}`)).status]).toEqual([404, 200])
  })

  it('[U10] what wrote no run is one, as before; a value that is none is refused', async () => {
    const as = { 'x-actor': 'agent:plain' }
    const { id } = (await rest('POST', '/tasks', { title: 'without a run' }, as)).body
    await rest('PATCH', `/tasks/${id}`, { priority: 'high' }, as)
    const creation = (await entries(id)).at(-1) as JournalEntry
    expect(creation.run).toBeNull()
    expect((await rest('POST', '/undo', { entry: creation.seq })).body.conflicts).toEqual([])
    const wrong = await rest('POST', '/tasks', { title: 'x' }, { ...as, 'x-run': 'two words' })
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, 'X-Run'])
  })

  it('[M10] who calls itself "person" over MCP is an agent under its own name, and no undo of the one touches the other', async () => {
    const since = new Date().toISOString()
    const agent = await legacy('sneaky', { 'x-actor': 'person' })
    const named = await legacy('person')
    const byAgent = await create(agent, 'Feed the cat')
    const byNamed = await create(named, 'Polish the door')
    const byPerson = await newTask('Call the plumber about the tap')
    expect([(await entries(byAgent)).at(-1)?.actor, (await entries(byNamed)).at(-1)?.actor]).toEqual([
      { kind: 'agent', name: 'sneaky' },
      { kind: 'agent', name: 'person' },
    ])
    expect((await rest('POST', '/undo', { actor: 'person', since })).status).toBe(409)
    const run = (await entries(byNamed)).at(-1)?.run
    await rest('POST', '/undo', { actor: 'person', kind: 'agent', run, since })
    expect([(await rest('GET', `/tasks/${byNamed}`)).status, (await rest('GET', `/tasks/${byPerson}`)).status]).toEqual([404, 200])
    await Promise.all([agent.close(), named.close()])
  })

  it('[A4] an accepted proposal is of the run that made it', async () => {
    const a = await legacy('careful')
    const own = (await entries(await create(a, 'Water the ferns in the hall'))).at(-1)?.run
    await rest('PUT', '/agents/careful/policy', { create: 'propose' })
    const { proposal } = (await a.call('create_task', { title: 'Repot the ferns in the hall', force: true, reason: 'another' })).answer
    const accepted = (await rest('POST', `/proposals/${proposal}/accept`)).body
    expect((await entries(accepted.result.task.id)).at(-1)).toMatchObject({ actor: { name: 'careful' }, run: own })
    await a.close()
  })
})

describe('claims', () => {
  it('[A2] a done task cannot be claimed, and done ends a claim', async () => {
    const agent = await legacy('finisher')
    const id = await newTask('Sweep the yard')
    await agent.call('claim_task', { id })
    await agent.call('set_task_status', { id, status: 'done' })
    expect((await rest('GET', `/tasks/${id}/claim`)).status).toBe(404)
    expect(await agent.call('claim_task', { id })).toMatchObject({ isError: true, text: expect.stringContaining(`Task ${id} is done`) })
    expect((await rest('PUT', `/tasks/${id}/claim`, {}, { 'x-actor': 'agent:finisher' })).status).toBe(409)
    await agent.close()
  })

  it.each<Era>(['legacy', 'modern'])('[A2] any call of the holder renews it, none of a namesake (%s)', async (era) => {
    let passed = 0
    const start = Date.parse('2027-03-01T09:00:00Z')
    const other = await openService({ clock: { now: () => new Date(start + passed), zone: () => 'UTC' }, mcp: { monotonic: () => passed } })
    const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = { 'x-actor': 'person' }) =>
      callUrl(other.url + path, method, body, headers)
    try {
      const [a, b] = await Promise.all(
        ['1', '2'].map((run) => connectHttp(era, other.url, 'worker', { headers: era === 'modern' ? { 'x-run': `${run}-0123456789` } : {} })),
      )
      const { id } = (await call('POST', '/tasks', { title: 'one for two' })).body
      expect((await a?.call('claim_task', { id, ttl_minutes: 1 }))?.answer.outcome).toBe('claimed')
      expect((await b?.call('claim_task', { id }))?.answer.outcome).toBe('held')
      const ends = async () => (await call('GET', `/tasks/${id}/claim`)).body.expires_at as string
      const first = await ends()
      // A tenth of a lease has to pass before it is written again.
      passed += 6500
      await b?.call('add_comment', { id, body: 'a namesake' })
      await b?.call('list_tasks', {})
      expect(await ends()).toBe(first)
      await a?.call('list_tasks', {})
      expect(Date.parse(await ends()) - Date.parse(first)).toBe(6500)
      await Promise.all([a?.close(), b?.close()])
    } finally {
      await other.close()
    }
  })

  it('[A2] the end of a session by DELETE releases what it held, and nothing of a namesake', async () => {
    const [a, b] = await Promise.all([legacy('leaver'), legacy('leaver')])
    const [mine, theirs] = [await newTask('held by the one who leaves'), await newTask('held by the one who stays')]
    await a.call('claim_task', { id: mine })
    await b.call('claim_task', { id: theirs })
    await (a.raw as unknown as { transport: { terminateSession(): Promise<void> } }).transport.terminateSession()
    expect((await rest('GET', `/tasks/${mine}/claim`)).status).toBe(404)
    expect((await claimOf(theirs)).holder.name).toBe('leaver')
    await Promise.all([a.close(), b.close()])
  })

  it.runIf(process.env.TANDEM_LONG).each(['modern', 'legacy'] as const)('[A2] a bridge that ends releases what it held (%s)', async (era) => {
    const id = await newTask(`held by a bridge of the ${era} era`)
    const other = await newTask(`held by another bridge of the ${era} era`)
    const bridge = () => connectStdio(era, 'bridged', process.execPath, [program('electron/cli/tandem-mcp.mjs'), '--tools', 'full', '--url', service.url], {})
    const [a, b] = await Promise.all([bridge(), bridge()])
    expect((await a.call('claim_task', { id })).answer.outcome).toBe('claimed')
    expect((await b.call('claim_task', { id })).answer.outcome).toBe('held')
    expect((await b.call('claim_task', { id: other })).answer.outcome).toBe('claimed')
    await a.close()
    await expect.poll(async () => (await rest('GET', `/tasks/${id}/claim`)).status).toBe(404)
    expect((await claimOf(other)).holder.name).toBe('bridged')
    await b.close()
  })

  it('[A2] a run over REST holds, renews and gives back all that it has in one call', async () => {
    const as = (run: string) => ({ 'x-actor': 'agent:scripted', 'x-run': run })
    const id = await newTask('claimed by a script')
    await rest('PUT', `/tasks/${id}/claim`, {}, as('night'))
    expect((await rest('PUT', `/tasks/${id}/claim`, {}, as('night'))).status).toBe(200)
    expect((await rest('PUT', `/tasks/${id}/claim`, {}, as('day'))).status).toBe(409)
    expect((await rest('DELETE', '/claims', undefined, as('day'))).status).toBe(204)
    expect((await claimOf(id)).holder).toEqual({ kind: 'agent', name: 'scripted' })
    expect((await rest('DELETE', '/claims', undefined, as('night'))).status).toBe(204)
    expect((await rest('GET', `/tasks/${id}/claim`)).status).toBe(404)
    expect((await rest('DELETE', '/claims', undefined, { 'x-actor': 'agent:scripted' })).status).toBe(400)
  })

  it.runIf(process.platform === 'linux')('[A1] without sessions and without X-Run, two processes are two', async () => {
    const id = await newTask('wanted by two silent processes')
    const mine = await connectHttp('modern', service.url, 'silent')
    expect((await mine.call('claim_task', { id })).answer.outcome).toBe('claimed')
    expect((await mine.call('claim_task', { id })).answer.outcome).toBe('renewed')
    const other = await inOtherProcess(`const { connectHttp } = await import(${JSON.stringify(program('test/support/mcp/mcp-clients.ts'))})
      const client = await connectHttp('modern', ${JSON.stringify(service.url)}, 'silent')
      console.log((await client.call('claim_task', { id: ${id} })).answer.outcome)
      await client.close()`)
    expect(other).toBe('held')
    expect((await mine.call('release_task', { id })).answer.outcome).toBe('released')
    await mine.close()
  })
})

async function inOtherProcess(script: string): Promise<string> {
  const { execFile } = await import('node:child_process')
  const { promisify } = await import('node:util')
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { timeout: 60_000 })
  return stdout.trim()
}
