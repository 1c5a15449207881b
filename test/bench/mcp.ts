// `npm run bench:mcp`: a tool call beside the same read over REST and beside a bare MCP server's round trip, in one run; then the memory of a
// thousand open sessions.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { call, type Figures, figures, residentMegabytes, startProgram, stopAgents } from './timing.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'tandem-bench-mcp-'))
const taskCount = 1000
const rounds = 12
const each = 150
const sessionCount = 1000

async function connect(url: string): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
  return client
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}

const agent = new Agent({ keepAlive: true, maxSockets: 20 })

/** Opens a session without a client library, whose own memory is not the question here; returns its id. */
function openSession(url: string): Promise<string> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'many', version: '1' } },
  })
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    request(`${url}/mcp`, { method: 'POST', agent, headers }, (reply) => {
      const id = reply.headers['mcp-session-id']
      reply.resume().once('end', () => (typeof id === 'string' ? resolve(id) : reject(new Error(`no session: ${reply.statusCode}`))))
    })
      .once('error', reject)
      .end(body)
  })
}

/** Holds the stream open on which the service speaks first, as clients do. */
function listen(url: string, id: string, own: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(`${url}/mcp`, { agent: own, headers: { accept: 'text/event-stream', 'mcp-session-id': id } }, (reply) =>
      reply.statusCode === 200 ? resolve() : reject(new Error(String(reply.statusCode))),
    )
      .once('error', reject)
      .end()
  })
}

/** Resident memory once it stands still: what is loaded after the start (search) is not the sessions'. */
async function settled(pid: number): Promise<number> {
  for (let last = 0, still = 0; ; ) {
    const now = residentMegabytes(pid)
    still = Math.abs(now - last) < 2 ? still + 1 : 0
    if (still >= 4) return now
    last = now
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** As `npm start` and the bridge start it. */
const service = ['--max-semi-space-size=4', 'electron/service/main.ts', '--headless', '--port', '0', '--data-dir', dataDir]

const line = (name: string, { p50, p95 }: Figures) => console.log(`${name.padEnd(44)} ${p50.toFixed(3).padStart(8)} ${p95.toFixed(3).padStart(8)}`)

try {
  const tandem = await startProgram(service)
  const bare = await startProgram(['test/bench/bare-mcp.ts'])
  for (let i = 0; i < taskCount; i++) await call(`${tandem.url}/tasks`, 'POST', { title: `Task number ${i}`, description: 'x'.repeat(400), labels: ['bug'] })
  const [ours, theirs] = await Promise.all([connect(tandem.url), connect(bare.url)])
  const anyId = () => 1 + Math.floor(Math.random() * taskCount)
  const sides: [string, () => Promise<number>][] = [
    ['tools/call get_task (Tandem)', () => timed(() => ours.callTool({ name: 'get_task', arguments: { id: anyId() } }))],
    ['GET /tasks/:id (Tandem)', () => call(`${tandem.url}/tasks/${anyId()}`)],
    ['tools/call get_task (bare MCP server)', () => timed(() => theirs.callTool({ name: 'get_task', arguments: {} }))],
    ['tools/call search (Tandem)', () => timed(() => ours.callTool({ name: 'search', arguments: { query: `number ${anyId()}` } }))],
  ]
  const times = sides.map((): number[] => [])
  for (let round = -2; round < rounds; round++) {
    for (const [side, [, run]] of sides.entries()) {
      for (let i = 0; i < each; i++) {
        const time = await run()
        if (round >= 0) times[side]?.push(time)
      }
    }
  }
  console.log(`${''.padEnd(44)}   p50 ms   p95 ms`)
  const [tool, rest, peer] = times.map(figures) as [Figures, Figures, Figures]
  for (const [side, [name]] of sides.entries()) line(name, figures(times[side] as number[]))
  const max = 1.5 * rest.p50 + peer.p50
  console.log(`\nget_task p50 ${tool.p50.toFixed(3)} ms, at most 1.5 × REST + bare = ${max.toFixed(3)} ms: ${tool.p50 <= max ? 'ok' : 'MISSED'}`)

  await Promise.all([ours.close(), theirs.close()])
  await Promise.all([tandem.stop(), bare.stop()])

  const streams = new Agent({ keepAlive: true, maxSockets: Infinity })
  for (const models of ['without', 'with'] as const) {
    const fresh = await startProgram(service, models === 'without' ? { TANDEM_EMBEDDER: 'off', TANDEM_RERANKER: 'off' } : {})
    const before = await settled(fresh.pid)
    for (let i = 0; i < sessionCount; i += 20) {
      const ids = await Promise.all([...Array(20)].map(() => openSession(fresh.url)))
      await Promise.all(ids.map((id) => listen(fresh.url, id, streams)))
    }
    const after = await settled(fresh.pid)
    // The limit is for the service as such: what the models of search may take has its own (docs/search.md).
    const verdict = models === 'with' ? '' : ` (at most 300): ${after <= 300 ? 'ok' : 'MISSED'}`
    console.log(
      `${sessionCount} sessions with open streams, ${models} models of search: ${after.toFixed(0)} MB${verdict}; before ${before.toFixed(0)} MB, the sessions ${(after - before).toFixed(0)} MB`,
    )
    await fresh.stop()
  }
  streams.destroy()
  agent.destroy()
} finally {
  stopAgents()
  rmSync(dataDir, { recursive: true, force: true })
}
