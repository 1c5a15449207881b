// Sessions of the 2025 era, claims over MCP and REST, and everything that is wrong with a message.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyJson } from '../../support/any-json.ts'
import { startService } from '../../../electron/service/start-service.ts'
import { callUrl } from '../../contract/target.ts'
import { connectHttp } from '../../support/mcp/mcp-clients.ts'
import { openService, temporaryFolder } from '../../support/service/service.ts'

const accept = 'application/json, text/event-stream'
const initialize = (protocolVersion = '2025-11-25') => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'by-hand', version: '1' } },
})

interface Reply {
  status: number
  headers: Headers
  message: AnyJson
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  const text = await response.text()
  const data = response.headers.get('content-type')?.includes('event-stream') ? /^data: (.+)$/m.exec(text)?.[1] : text
  return { status: response.status, headers: response.headers, message: data ? JSON.parse(data) : undefined }
}

async function session(url: string, version?: string): Promise<Record<string, string>> {
  const reply = await post(url, initialize(version))
  const headers = { 'mcp-session-id': reply.headers.get('mcp-session-id') as string, 'mcp-protocol-version': reply.message.result.protocolVersion as string }
  await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, headers)
  return headers
}

describe('sessions', () => {
  it('[M8] end by DELETE, by silence, and with the service: an old id is 404', async () => {
    const folder = temporaryFolder()
    let clock = 0
    const options = { port: 0, dataDir: folder.path, version: '0', logLevel: 'silent', mcp: { idleMs: 1000, monotonic: () => clock } }
    let service = await startService(options)
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
    const closed = await session(service.url)
    expect((await post(service.url, list, closed)).status).toBe(200)
    expect((await fetch(`${service.url}/mcp`, { method: 'DELETE', headers: closed })).status).toBe(200)
    expect((await post(service.url, list, closed)).status).toBe(404)

    const silent = await session(service.url)
    const listening = await session(service.url)
    const stream = await fetch(`${service.url}/mcp`, { headers: { ...listening, accept: 'text/event-stream' } })
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/event-stream')])
    clock += 1001
    expect((await post(service.url, list, silent)).status).toBe(404)
    expect((await post(service.url, list, listening)).status).toBe(200)
    await stream.body?.cancel()

    const old = await session(service.url)
    await service.close()
    service = await startService(options)
    const reply = await post(service.url, list, old)
    expect([reply.status, reply.message.error.message]).toEqual([404, expect.stringContaining('initialize')])
    await service.close()
    folder.remove()
  })
})

describe('with one service', () => {
  let service: Awaited<ReturnType<typeof openService>>
  beforeAll(async () => {
    service = await openService()
  })
  afterAll(() => service.close())
  const rest = (method: string, path: string, body?: unknown, headers: Record<string, string> = { 'x-actor': 'person' }) =>
    callUrl(service.url + path, method, body, headers)

  it('[A1][A2] a claim is seen by everybody, over MCP, REST and the live events', async () => {
    const { id } = (await rest('POST', '/tasks', { title: 'to be claimed' })).body
    const events = await fetch(`${service.url}/events`)
    const reader = (events.body as ReadableStream<Uint8Array>).getReader()
    let seen = ''
    const until = async (text: string) => {
      while (!seen.includes(text)) seen += new TextDecoder().decode((await reader.read()).value)
    }
    const a = await connectHttp('legacy', service.url, 'a')
    const b = await connectHttp('modern', service.url, 'b')
    const claimed = (await a.call('claim_task', { id })).answer
    expect(claimed).toMatchObject({ outcome: 'claimed', expires_at: expect.any(String), key: expect.any(String) })
    await until('event: claim')
    expect(seen).not.toContain(claimed.key)
    expect((await b.call('claim_task', { id })).answer).toMatchObject({ outcome: 'held', held_by: 'a' })
    expect((await b.call('get_task', { id })).answer.claim).toMatchObject({ by: 'a' })
    expect((await rest('GET', '/claims')).body).toMatchObject([{ task_id: id, holder: { kind: 'agent', name: 'a' } }])
    expect((await rest('GET', `/tasks/${id}/claim`)).body.key).toBeUndefined()
    expect((await rest('PUT', `/tasks/${id}/claim`, {}, { 'x-actor': 'agent:c' })).status).toBe(409)
    expect((await b.call('release_task', { id })).isError).toBe(true)
    expect((await a.call('release_task', { id })).answer.outcome).toBe('released')
    await until('"claim":null')
    expect((await rest('GET', `/tasks/${id}/claim`)).status).toBe(404)
    const mine = await rest('PUT', `/tasks/${id}/claim`, { ttl_minutes: 1 }, { 'x-actor': 'agent:c' })
    expect(mine.body).toMatchObject({ holder: { name: 'c' }, key: expect.any(String) })
    expect((await rest('DELETE', `/tasks/${id}/claim`, undefined, { 'x-actor': 'agent:d' })).status).toBe(409)
    expect((await rest('DELETE', `/tasks/${id}/claim?key=${mine.body.key}`, undefined, { 'x-actor': 'agent:d' })).status).toBe(204)
    expect((await b.call('claim_task', { id })).answer.outcome).toBe('claimed')
    expect((await rest('DELETE', `/tasks/${id}/claim`)).status).toBe(204)
    await reader.cancel()
    await Promise.all([a.close(), b.close()])
  })

  it('[M10] X-Actor names the agent where two run the same client; it stays an agent', async () => {
    const agent = await connectHttp('legacy', service.url, 'claude-code', { headers: { 'x-actor': 'person:Ana' } })
    const { id } = (await agent.call('create_task', { title: 'by a named agent' })).answer.task
    expect((await rest('GET', `/tasks/${id}/history`)).body[0].actor).toEqual({ kind: 'agent', name: 'Ana' })
    await agent.close()
  })

  const call = (name: string, args: unknown) => ({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: args } })

  it.each<[string, string, unknown, RegExp]>([
    ['an id of the wrong type', 'get_task', { id: '1' }, /id must be an integer; got '1'/],
    ['an id that does not exist', 'get_task', { id: 123_456 }, /There is no task 123456/],
    ['no id', 'get_task', {}, /id is required/],
    ['a fraction', 'get_task', { id: 1.5 }, /id must be an integer/],
    ['a huge id', 'get_task', { id: 1e300 }, /id must be/],
    ['a status that is none', 'set_task_status', { id: 1, status: 'doing' }, /status must be one of backlog, todo, in_progress, in_review, done; got 'doing'/],
    ['an unknown field', 'list_tasks', { colour: 'red' }, /unknown field 'colour'; send only status, priority/],
    ['labels that are no list', 'update_task', { id: 1, labels: 'bug' }, /labels must be an array/],
    ['an empty title', 'create_task', { title: '  ' }, /title must contain at least one visible character/],
    ['a dedupe_key of two parts', 'create_task', { title: 'x', dedupe_key: 'a::b' }, /area::intent::object/],
    ['a title of 1 MB', 'create_task', { title: 'x'.repeat(1_000_000) }, /title must be at most 1000 characters long/],
    ['a description of 1 MB', 'update_task', { id: 1, description: 'x'.repeat(1_000_000) }, /description must be at most 200000/],
    ['a query of 1 MB', 'search', { query: 'x '.repeat(500_000) }, /query must be at most/],
    ['a cursor of somebody else', 'list_tasks', { cursor: 'nonsense' }, /next_cursor/],
    ['a schedule of no type', 'schedule_reminder', { id: 1, type: 'daily' }, /type must be one of one_time, interval, weekly, monthly/],
  ])('[M11] %s is answered with how to mend it', async (_, name, args, about) => {
    const { status, message } = await post(service.url, call(name, args), await session(service.url))
    expect([status, message.result?.isError, message.result?.content[0].text]).toEqual([200, true, expect.stringMatching(about)])
  })

  it.each<[string, unknown, Record<string, string>, number, number]>([
    ['an unknown tool', call('make_coffee', {}), {}, 200, -32_602],
    ['arguments that are a list', call('get_task', [1]), {}, 200, -32_602],
    ['no tool name', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} }, {}, 200, -32_602],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'tasks/steal' }, {}, 200, -32_601],
    ['an address that is no text', { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 5 } }, {}, 200, -32_602],
    ['an address of 1 MB', { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: `tandem://task/${'1'.repeat(1_000_000)}` } }, {}, 200, -32_602],
    ['a prompt with a number', { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'plan_my_day', arguments: { hours: 5 } } }, {}, 200, -32_602],
    ['params that are a list', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: ['get_task'] }, {}, 400, -32_600],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'ping' }, {}, 400, -32_600],
    ['no JSON', '{"jsonrpc":', {}, 400, -32_700],
    ['a body of nothing', '', {}, 400, -32_700],
    ['JSON that is no message', { hello: 'world' }, {}, 400, -32_600],
    ['another version of JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'ping' }, {}, 400, -32_600],
    ['a batch', [call('list_tasks', {}), call('list_tasks', {})], {}, 400, -32_600],
    ['an empty batch', [], {}, 400, -32_600],
    ['an unknown session', call('list_tasks', {}), { 'mcp-session-id': 'gone' }, 404, -32_001],
    ['an unknown protocol version', call('list_tasks', {}), { 'mcp-protocol-version': '1999-01-01' }, 400, -32_000],
    ['an Accept without event streams', call('list_tasks', {}), { accept: 'application/json' }, 406, -32_000],
    ['another media type', 'x', { 'content-type': 'text/plain' }, 415, -32_000],
    ['10 MB', call('search', { query: 'x'.repeat(10_000_000) }), {}, 413, -32_000],
  ])('[M11] %s is an error of the protocol', async (_, body, headers, status, code) => {
    const reply = await post(service.url, body, { ...(await session(service.url)), ...headers })
    expect([reply.status, reply.message?.error?.code]).toEqual([status, code])
  })

  it('[M11] a batch is answered where the protocol version has it', async () => {
    const reply = await post(service.url, [call('list_tasks', {})], await session(service.url, '2025-03-26'))
    expect([reply.status, reply.message.result?.isError ?? false]).toEqual([200, false])
  })

  it.each(['constructor', '__proto__', 'toString', 'nonsense'])('[M11] there is nothing to complete for an argument called %s', async (name) => {
    const params = { ref: { type: 'ref/prompt', name: 'plan_my_day' }, argument: { name, value: '' } }
    const { message } = await post(service.url, { jsonrpc: '2.0', id: 1, method: 'completion/complete', params }, await session(service.url))
    expect(message.result).toMatchObject({ completion: { values: [] } })
  })

  it('[M11] an initialize without its params says which they are', async () => {
    const { status, message } = await post(service.url, { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } })
    expect([status, message.id, message.error]).toEqual([400, 1, { code: -32_602, message: expect.stringContaining('clientInfo') }])
  })

  it.each([
    ['POST', 400],
    ['GET', 400],
    ['DELETE', 400],
    ['PUT', 405],
  ])('[M11] %s without a session is refused', async (method, status) => {
    const reply = await fetch(`${service.url}/mcp`, {
      method,
      headers: { accept, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: JSON.stringify(call('list_tasks', {})) } : {}),
    })
    expect(reply.status).toBe(status)
  })

  it.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }])(
    '[L1][M11] %j is refused',
    async (headers) => {
      for (const method of ['GET', 'POST', 'DELETE'])
        expect(
          (
            await fetch(`${service.url}/mcp`, {
              method,
              headers: { accept, 'content-type': 'application/json', ...headers },
              ...(method === 'POST' ? { body: JSON.stringify(initialize()) } : {}),
            })
          ).status,
        ).toBe(403)
    },
  )

  it('[M11] after all of this it still answers', async () => {
    const { message } = await post(service.url, call('list_tasks', {}), await session(service.url))
    expect(message.result.structuredContent.total).toBeGreaterThan(0)
  })
})
