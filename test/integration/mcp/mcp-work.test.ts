// The loop of an agent over MCP, in both protocol eras: the next task, and its end.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callUrl } from '../../contract/target.ts'
import { connectHttp, connectStdio, type Era, type McpClient } from '../../support/mcp/mcp-clients.ts'
import { openService } from '../../support/service/service.ts'

let service: Awaited<ReturnType<typeof openService>>
let waiters = 0
const open: McpClient[] = []

beforeAll(async () => {
  service = await openService({ mcp: { waiting: (count) => (waiters = count) } })
})
afterAll(async () => {
  await Promise.all(open.map((client) => client.close()))
  await service.close()
})

const rest = async (method: string, path: string, body?: unknown) => (await callUrl(service.url + path, method, body, { 'x-actor': 'person' })).body
const create = (fields: object = {}) => rest('POST', '/tasks', { title: 'a task', status: 'todo', ...fields })

async function agent(era: Era, name: string): Promise<McpClient> {
  const client = await connectHttp(era, service.url, name, { headers: { 'x-run': `${name}-${Math.random()}` } })
  open.push(client)
  return client
}

/** What one test leaves, another does not find. */
beforeEach(async () => {
  const tasks = (await rest('GET', '/tasks')) as { id: number }[]
  if (tasks.length > 0) await rest('POST', '/tasks/bulk', { delete: tasks.map(({ id }) => id) })
})

describe.each<Era>(['legacy', 'modern'])('%s', (era) => {
  it('[A16] [A17] two calls a task: with what its blockers came to, and nothing that it need not read', async () => {
    const first = await create({ description: 'Do **it**.', criteria: [{ text: 'it runs' }] })
    const second = await create({ blocked_by: [first.id] })
    const client = await agent(era, 'worker')
    const { answer: got } = await client.call('next_task')
    expect(got).toEqual({
      outcome: 'claimed',
      task: { id: first.id, title: 'a task', description: 'Do **it**.', status: 'in_progress', priority: 'medium', criteria: [{ text: 'it runs' }] },
      key: expect.any(String),
      expires_at: expect.any(String),
      left: { blocked: 1 },
    })
    expect((await client.call('next_task')).answer).toMatchObject({ outcome: 'resumed', key: got.key })
    const done = { id: first.id, key: got.key, summary: 'It runs: I have seen it.' }
    expect((await client.call('finish_task', done)).answer).toEqual({ outcome: 'finished', status: 'done' })
    expect((await client.call('finish_task', done)).answer).toEqual({ outcome: 'unchanged', status: 'done' })
    expect((await client.call('finish_task', { ...done, key: 'stale' })).answer).toMatchObject({
      outcome: 'lost',
      note: expect.stringContaining('Nothing was written'),
    })
    expect((await client.call('next_task')).answer).toMatchObject({
      task: { id: second.id, builds_on: [{ id: first.id, title: 'a task', summary: 'It runs: I have seen it.' }] },
    })
  })

  it('[A16] [M5] a long task is cut at the bound, and says how to read on', async () => {
    const blockers = []
    for (let i = 0; i < 10; i++) {
      const { id } = await create({ status: 'done' })
      await rest('POST', `/tasks/${id}/comments`, { body: 'words and more words '.repeat(500) })
      blockers.push(id)
    }
    const { id } = await create({ description: 'a very long story '.repeat(5000), blocked_by: blockers })
    const client = await agent(era, 'reader')
    const { text, answer } = await client.call('next_task')
    expect(text.length / 4).toBeLessThan(5000)
    expect(answer.task.builds_on.length).toBeGreaterThan(2)
    const [more] = answer.task.read_more
    expect((await client.call('get_task', { id, read_more: more })).answer.description).toMatch(/story/)
  })

  it('[A19] says that it waits, and a cancelled call claims nothing', async () => {
    const client = await agent(era, 'patient')
    const progress: string[] = []
    const hangUp = new AbortController()
    const options = { onprogress: ({ message }: { message?: string }) => progress.push(message ?? ''), signal: hangUp.signal }
    const call = { name: 'next_task', arguments: { wait_seconds: 60 } }
    const waiting = (client.raw as { callTool: (...args: unknown[]) => Promise<unknown> }).callTool(
      call,
      ...(era === 'legacy' ? [undefined, options] : [options]),
    )
    await expect.poll(() => progress).toEqual([expect.stringContaining('waiting')])
    expect(waiters).toBe(1)
    hangUp.abort()
    await expect(waiting).rejects.toThrow()
    await expect.poll(() => waiters).toBe(0)
    const { id } = await create()
    expect(await rest('GET', `/tasks/${id}`)).toMatchObject({ status: 'todo' })
    expect(await rest('GET', '/claims')).toEqual([])
  })

  it('[A19] a connection that closes claims nothing', async () => {
    const client = await agent(era, 'vanished')
    const waiting = client.call('next_task', { wait_seconds: 60 }).catch(() => 'gone')
    await expect.poll(() => waiters).toBe(1)
    await client.close()
    open.splice(open.indexOf(client), 1)
    await waiting
    await expect.poll(() => waiters).toBe(0)
    const { id } = await create()
    expect(await rest('GET', `/tasks/${id}`)).toMatchObject({ status: 'todo' })
  })

  it('[A3] an agent that may only propose to finish proposes it; accepted, it is done as the agent', async () => {
    const { id } = await create()
    await rest('PUT', '/agents/careful/policy', { status: 'propose' })
    const client = await agent(era, 'careful')
    const { key } = (await client.call('next_task')).answer
    const { answer } = await client.call('finish_task', { id, key, summary: 'Look at it.' })
    expect(answer).toMatchObject({ outcome: 'proposed', proposal: expect.any(Number) })
    // Nobody need hurry to decide: the claim may have ended by then.
    await rest('DELETE', `/tasks/${id}/claim`)
    await rest('POST', `/proposals/${answer.proposal}/accept`)
    expect(await rest('GET', `/tasks/${id}`)).toMatchObject({ status: 'done' })
    await rest('PUT', '/agents/careful/policy', {})
  })

  it('[A23] a finish that waits for a person holds its task, also when its claim has ended; the decision wakes whoever waits', async () => {
    const { id } = await create()
    await rest('PUT', '/agents/careful/policy', { status: 'propose' })
    const client = await agent(era, 'careful')
    const { key } = (await client.call('next_task')).answer
    const { answer } = await client.call('finish_task', { id, key, summary: 'Look at it.' })
    expect(answer.outcome).toBe('proposed')
    const held = { outcome: 'none', waits_for: [{ for: 'proposal', id: answer.proposal }] }
    // Not to its holder either: there is nothing left to do.
    expect((await client.call('next_task')).answer).toMatchObject({ outcome: 'none' })
    expect((await client.call('next_task', { id })).answer).toMatchObject(held)
    await rest('DELETE', `/tasks/${id}/claim`)
    expect(await rest('GET', `/tasks/${id}`)).toMatchObject({ status: 'todo', ready: false, waits_for: held.waits_for })
    expect([await rest('GET', '/tasks?ready=true'), await rest('GET', '/tasks/search?q=is:ready')]).toEqual([[], []])
    const other = await agent(era, 'other')
    expect((await other.call('next_task')).answer).toMatchObject({ outcome: 'none', left: { asked: 1 } })
    expect((await other.call('next_task', { id })).answer).toMatchObject(held)

    const waiting = other.call('next_task', { wait_seconds: 60 })
    await expect.poll(() => waiters).toBe(1)
    await rest('POST', `/proposals/${answer.proposal}/reject`, { reason: 'again' })
    expect((await waiting).answer).toMatchObject({ outcome: 'claimed', task: { id } })
    await rest('POST', `/proposals/${answer.proposal}/reopen`)
    expect((await other.call('next_task', { id })).answer).toMatchObject(held)
    await rest('PUT', '/agents/careful/policy', {})
  })

  it('[A17] what may only be proposed is lost without the key of the present claim, and a yes never ends the work of somebody else', async () => {
    const { id } = await create()
    await rest('PUT', '/agents/careful/policy', { status: 'propose' })
    const [client, other] = [await agent(era, 'careful'), await agent(era, 'other')]
    const finish = async (key: string) => (await client.call('finish_task', { id, key, summary: 'Look at it.' })).answer
    const { key } = (await client.call('next_task', { id })).answer
    expect(await finish('bogus')).toMatchObject({ outcome: 'lost', status: 'in_progress' })
    const { proposal } = await finish(key)
    await rest('DELETE', `/tasks/${id}/claim`)
    // The same call again is the same proposal, also now that its claim has ended.
    expect(await finish(key)).toMatchObject({ outcome: 'proposed', proposal })
    expect((await other.call('claim_task', { id })).answer).toMatchObject({ outcome: 'claimed' })
    expect(await rest('POST', `/proposals/${proposal}/accept`)).toMatchObject({ code: 'conflict', detail: expect.stringContaining('other works on task') })
    expect(await rest('GET', `/tasks/${id}/comments`)).toEqual([])
    expect((await rest('GET', `/tasks/${id}/claim`)).holder.name).toBe('other')
    await rest('DELETE', `/tasks/${id}/claim`)
    expect(await rest('POST', `/proposals/${proposal}/accept`)).toMatchObject({ state: 'accepted' })
    expect(await rest('GET', '/proposals')).toEqual([])
    await rest('PUT', '/agents/careful/policy', {})
  })

  it('[A28] a status that a person approves stands: whoever works on the task is told so at its next call, and writes nothing', async () => {
    const { id } = await create()
    await rest('PUT', '/agents/careful/policy', { status: 'propose' })
    const [client, other] = [await agent(era, 'careful'), await agent(era, 'other')]
    const { proposal } = (await client.call('set_task_status', { id, status: 'done' })).answer
    const { key } = (await other.call('next_task', { id })).answer
    expect(await rest('POST', `/proposals/${proposal}/accept`)).toMatchObject({ state: 'accepted' })
    expect(await rest('GET', `/tasks/${id}`)).toMatchObject({ status: 'done' })
    expect(await rest('GET', `/tasks/${id}/claim`)).toMatchObject({ code: 'not_found' })
    expect(await other.call('claim_task', { id, key })).toMatchObject({ isError: true, text: expect.stringContaining(`Task ${id} is done`) })
    expect((await other.call('finish_task', { id, key, summary: 'Half of it.', status: 'todo' })).answer).toMatchObject({
      outcome: 'lost',
      status: 'done',
      note: expect.stringContaining('the task is done'),
    })
    expect(await rest('GET', `/tasks/${id}/comments`)).toEqual([])
    await rest('PUT', '/agents/careful/policy', {})
  })

  it('[A16] an agent that is called agent:NAME is NAME; an assignee without agent: is a person, which next says to the namesake', async () => {
    const [own, bare] = [await create({ assignee: 'agent:jay' }), await create({ assignee: 'Jay' })]
    const client = await agent(era, 'agent:jay')
    expect((await client.call('next_task', { id: bare.id })).answer).toMatchObject({
      outcome: 'none',
      waits_for: [{ for: 'assignee', who: 'Jay' }],
      note: expect.stringContaining('"Jay" is a person\'s name; for you it would be assigned to agent:jay.'),
    })
    expect((await client.call('next_task')).answer).toMatchObject({ outcome: 'claimed', task: { id: own.id } })
    const other = await agent(era, 'other')
    expect((await other.call('next_task', { id: bare.id })).answer.note).not.toContain('person')
  })

  it('[A23] whoever still holds it goes on when a person says no', async () => {
    const { id } = await create()
    await rest('PUT', '/agents/careful/policy', { status: 'propose' })
    const client = await agent(era, 'careful')
    const { key } = (await client.call('next_task')).answer
    const { answer } = await client.call('finish_task', { id, key, summary: 'Done, I think.' })
    const waiting = client.call('next_task', { wait_seconds: 60 })
    await expect.poll(() => waiters).toBe(1)
    await rest('POST', `/proposals/${answer.proposal}/reject`, {})
    expect((await waiting).answer).toMatchObject({ outcome: 'resumed', key, task: { id } })
    await rest('PUT', '/agents/careful/policy', {})
  })
})

it('[A19] the bridge passes on that it waits, and gives up with its client', async () => {
  const client = await connectStdio('legacy', 'bridged', process.execPath, ['electron/cli/tandem-mcp.mjs', '--url', service.url], {})
  const progress: string[] = []
  const options = { onprogress: ({ message }: { message?: string }) => progress.push(message ?? '') }
  const waiting = (client.raw as { callTool: (...args: unknown[]) => Promise<unknown> }).callTool(
    { name: 'next_task', arguments: { wait_seconds: 60 } },
    undefined,
    options,
  )
  await expect.poll(() => progress, { timeout: 20_000 }).toEqual([expect.stringContaining('waiting')])
  const { id } = await create()
  expect(await waiting).toMatchObject({ structuredContent: { outcome: 'claimed', task: { id } } })
  await client.close()
  // What it held is given back at its end.
  await expect.poll(async () => (await rest('GET', `/tasks/${id}`)).status, { timeout: 10_000 }).toBe('todo')
})
