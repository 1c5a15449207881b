// Traces (OpenTelemetry): one from a client over the local service into the cloud's database, nothing in it that anybody wrote, and nothing of it
// while it is off. Programs as processes of their own, with the standard settings; the collector stands in at the wire.
import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { summaryOf } from '../../../../cloud/db/statement-span.ts'
import { callUrl } from '../../../contract/target.ts'
import { type Call, newPerson, newTeam, type TestTeam } from '../../../support/cloud/cloud.ts'
import { openDatabase, type TestDatabase } from '../../../support/cloud/postgres.ts'
import { connectHttp, connectStdio, type Era } from '../../../support/mcp/mcp-clients.ts'
import { type Collector, openCollector, type SeenSpan } from '../../../support/operator/collector.ts'
import { serves } from '../../../support/service/as-person.ts'
import { type Program, startProgram } from '../../../support/service/program.ts'
import { program } from '../../../support/service/programs.ts'
import { temporaryFolder } from '../../../support/service/service.ts'
import { openStandIn, sendJson } from '../../../support/stand-in.ts'
import { until } from '../../../support/until.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const secret = `s3cret-${hex(8)}`
const title = `Planted title ${hex(8)}`

let collector: Collector
let database: TestDatabase
let cloud: Program
let desktop: Program
let team: TestTeam
let desktopCall: Call
const folders = [temporaryFolder(), temporaryFolder()] as const

const settings = (endpoint: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${secret}-of-collector`,
  OTEL_BSP_SCHEDULE_DELAY: '100',
})
const quiet = { TANDEM_LOG: 'warn', DBUS_SESSION_BUS_ADDRESS: '', DISPLAY: '', WAYLAND_DISPLAY: '' }
const startCloud = (env: Record<string, string>, ...flags: string[]) =>
  startProgram([...flags, 'cloud/main.ts', '--port', '0', '--data-dir', folders[0].path], {
    ...quiet,
    DATABASE_URL: database.url,
    TANDEM_KEY: '7'.repeat(64),
    ...env,
  })
const startDesktop = async (env: Record<string, string>, ...flags: string[]) => {
  const started = await startProgram([...flags, 'electron/service/main.ts', '--headless', '--port', '0', '--data-dir', folders[1].path], { ...quiet, ...env })
  serves(started.url, folders[1].path)
  return started
}

beforeAll(async () => {
  ;[collector, database] = await Promise.all([openCollector(), openDatabase()])
  ;[cloud, desktop] = await Promise.all([startCloud(settings(collector.url)), startDesktop(settings(collector.url))])
  const there: { call: Call } = { call: (method, path, body, headers) => callUrl(`${cloud.url}/api${path}`, method, body, headers) }
  team = await newTeam(there, await newPerson(there, 'ana', `ana-${secret}@example.org`))
  desktopCall = (method, path, body, headers) => callUrl(`${desktop.url}${path}`, method, body, { 'x-actor': 'person:ana', ...headers })
  await connect()
}, 90_000)
afterAll(async () => {
  await Promise.all([cloud, desktop].map((one) => one?.end('SIGTERM')))
  await Promise.all([database?.drop(), collector?.close()])
  for (const folder of folders) folder.remove()
})

async function connect(): Promise<void> {
  expect((await desktopCall('PUT', '/remote', { url: cloud.url, token: team.token, team_id: team.id })).status).toBe(200)
  await synced()
}
const synced = () => until('the desktop to be synced', async () => (await desktopCall('GET', '/remote')).body.state === 'synced')
/** As a client would begin it. */
const begun = () => {
  const trace = hex(16)
  return { trace, traceparent: `00-${trace}-${hex(8)}-01` }
}
const named = (spans: readonly SeenSpan[], service: string, name: string | RegExp) =>
  spans.filter((span) => span.service === service && (typeof name === 'string' ? span.name === name : name.test(span.name)))

/** A trace that has all of these, and in which each span hangs on another or on the client's own. They come in any order. */
async function whole(traceparent: string, wanted: readonly [service: string, name: string | RegExp][]): Promise<SeenSpan[]> {
  const [, trace = '', client = ''] = traceparent.split('-')
  let missing = ''
  return until('a whole trace', () => {
    const all = collector.of(trace)
    const known = new Set([...all.map(({ spanId }) => spanId), client])
    const lost = all.filter(({ parentSpanId }) => !known.has(parentSpanId))
    missing = JSON.stringify({ missing: wanted.filter(([service, name]) => named(all, service, name).length === 0), lost, all: all.map(({ name }) => name) })
    return missing.startsWith('{"missing":[],"lost":[],') && all
  }).catch((error: Error) => {
    throw new Error(`${error.message}: ${missing}`)
  })
}

/** By way of the desktop's sync. */
const intoTheCloud: [string, string | RegExp][] = [
  ['tandem', 'journal.write'],
  ['tandem', 'sync.send'],
  ['tandem', 'cloud POST'],
  ['tandem-cloud', 'POST /api/sync'],
  ['tandem-cloud', /INSERT event_queue/],
]

describe.each<Era>(['legacy', 'modern'])('an agent of the %s era', (era) => {
  it.each(['header', '_meta'] as const)(
    '[OB7] [OB8] one trace goes from its %s over the local service into the database of the cloud',
    async (place) => {
      const { traceparent } = begun()
      const client = await connectHttp(era, desktop.url, 'tracer', place === 'header' ? { headers: { traceparent } } : {})
      const call = {
        name: 'create_task',
        arguments: { title: `${title} ${era} ${place}`, description: secret, force: true, reason: 'told apart by their traces' },
      }
      const raw = client.raw as unknown as { callTool(call: object): Promise<{ isError?: boolean }> }
      expect((await raw.callTool({ ...call, ...(place === '_meta' ? { _meta: { traceparent } } : {}) })).isError ?? false).toBe(false)
      await client.close()
      const spans = await whole(traceparent, [['tandem', 'tools/call create_task'], ...intoTheCloud])
      const [tool] = named(spans, 'tandem', 'tools/call create_task')
      expect(tool?.attributes).toMatchObject({ 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'create_task' })
      const [insert] = named(spans, 'tandem-cloud', /INSERT event_queue/)
      expect(insert?.attributes).toMatchObject({ 'db.system.name': 'postgresql', 'db.query.summary': insert?.name })
      if (place === 'header') expect(named(spans, 'tandem', 'POST /mcp').length).toBeGreaterThan(0)
      // What carried the message is another trace, which the message names.
      else expect(tool?.links.length).toBe(1)
    },
    60_000,
  )
})

it('[OB7] what a client says of a trace passes the bridge for standard input and output', async () => {
  const { traceparent } = begun()
  const bridge = [program('electron/cli/tandem-mcp.mjs'), '--data-dir', folders[1].path, '--tools', 'full']
  const client = await connectStdio('modern', 'piped', process.execPath, bridge, {})
  const raw = client.raw as unknown as { callTool(call: object): Promise<{ isError?: boolean }> }
  const call = { name: 'create_task', arguments: { title: `${title} piped`, force: true, reason: 'told apart by its trace' }, _meta: { traceparent } }
  expect((await raw.callTool(call)).isError ?? false).toBe(false)
  await client.close()
  await whole(traceparent, [['tandem', 'tools/call create_task'], ...intoTheCloud])
}, 60_000)

it('[OB7] a call of the REST interface goes on with its traceparent, here and in the cloud', async () => {
  const [here, there] = [begun(), begun()]
  expect((await desktopCall('POST', '/tasks', { title: `${title} here` }, { traceparent: here.traceparent })).status).toBe(201)
  await whole(here.traceparent, [['tandem', 'POST /tasks'], ...intoTheCloud])
  const { body } = await team.call('POST', '/tasks', { title: `${title} there` }, { traceparent: there.traceparent })
  expect((await team.call('GET', `/tasks/${body.id}`, undefined, { traceparent: there.traceparent })).status).toBe(200)
  const spans = await whole(there.traceparent, [
    ['tandem-cloud', 'POST /api/tasks'],
    ['tandem-cloud', /INSERT event_queue/],
    ['tandem-cloud', 'GET /api/tasks/:id'],
    ['tandem-cloud', 'SELECT tasks'],
  ])
  expect(named(spans, 'tandem-cloud', 'GET /api/tasks/:id')[0]?.attributes).toMatchObject({ 'http.response.status_code': 200 })
})

it('[OB7] what is no traceparent is ignored', async () => {
  for (const traceparent of ['', 'x', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`, `00-${hex(16)}-${hex(8)}-01-${secret}`, `zz-${hex(16)}-${hex(8)}-01`])
    expect((await team.call('GET', '/tasks?limit=1', undefined, { traceparent })).status).toBe(200)
})

it('[OB9] nothing that anybody wrote leaves with a trace: no title, text, address, token or path', async () => {
  const { trace, traceparent } = begun()
  const asked = { traceparent, tracestate: `vendor=${secret}`, baggage: `note=${secret}` }
  const { body } = await team.call('POST', '/tasks', { title, description: secret, labels: [secret] }, asked)
  expect((await team.call('PATCH', `/tasks/${body.id}`, { title: 5 }, asked)).status).toBe(400)
  expect((await team.call('GET', `/tasks/search?q=${secret}`, undefined, asked)).status).toBe(200)
  expect((await callUrl(`${cloud.url}/api/nowhere/${secret}`, 'GET', undefined, { ...team.as, ...asked })).status).toBe(404)
  expect((await callUrl(`${cloud.url}/api/tasks`, 'GET', undefined, { ...team.as, ...asked, authorization: `Bearer tdm_${secret}` })).status).toBe(401)
  await until('the last call', () =>
    collector.of(trace).some(({ attributes }) => attributes['http.response.status_code'] === 401 || attributes['http.response.status_code'] === '401'),
  )
  const bytes = collector.bytes().replaceAll(`${secret}-of-collector`, '')
  expect(bytes).toContain(trace)
  for (const planted of [secret, title, team.token, team.id, '127.0.0.1', 'example.org', '7777777'])
    expect([planted, bytes.includes(planted)]).toEqual([planted, false])
})

it('[OB9] a statement is told by what it does to which tables', () => {
  const told = [
    [`select "id" from "tasks" where "title" = 'x' for update of "tasks"`, 'SELECT tasks'],
    ['insert into "users" ("email") values ($1) on conflict ("email") do update set "email" = $1', 'INSERT users'],
    [
      'with "c" as (update "team_counters" set "events" = 1 returning *) insert into "event_queue" select * from "c"',
      'UPDATE team_counters, INSERT event_queue',
    ],
    ['delete from "tasks" where "id" = $1', 'DELETE tasks'],
    ["SELECT pg_notify('a', 'b')", 'SELECT'],
  ] as const
  expect(told.map(([text]) => summaryOf(text))).toEqual(told.map(([, name]) => name))
})

it('[OB9] no third party is told the trace', async () => {
  const receiver = await openStandIn((_request, response) => sendJson(response, {}))
  const { trace, traceparent } = begun()
  const { startTracing } = await import('../../../../shared/node/tracing/start-tracing.ts')
  const { span } = await import('../../../../shared/node/tracing/spans.ts')
  const { fetchText } = await import('../../../../cloud/email/provider-fetch.ts')
  const before = { ...process.env }
  Object.assign(process.env, settings(collector.url))
  const end = await startTracing({ service: 'third', version: '0', say: () => undefined })
  try {
    await span('asks', { parent: traceparent }, () => fetchText(`${receiver.url}/messages`))
  } finally {
    await end()
    for (const name of Object.keys(settings(''))) if (before[name] === undefined) delete process.env[name]
  }
  expect(named(collector.of(trace), 'third', 'mail_provider.call')).toHaveLength(1)
  expect(receiver.seen).toHaveLength(1)
  expect(receiver.seen[0]?.headers.traceparent).toBeUndefined()
  await receiver.close()
})

describe('a collector that is not there', () => {
  const preload = ['--import', pathToFileURL(program('test/support/operator/loaded-packages.mjs')).href]

  it.each(['refuses', 'hangs'])(
    '[OB10] that %s neither slows nor fails a call, nor the end of the program',
    async (how) => {
      const server = createServer(() => undefined)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      if (how === 'refuses') await new Promise((resolve) => server.close(resolve))
      await cloud.end('SIGTERM')
      cloud = await startCloud(settings(`http://127.0.0.1:${port}`))
      const times: number[] = []
      for (let call = 0; call < 300; call++) {
        const began = performance.now()
        expect((await callUrl(`${cloud.url}/api/tasks`, 'POST', { title: `${call}` }, team.as)).status).toBe(201)
        times.push(performance.now() - began)
      }
      // Longer than the wait for a collector would be (10 s), no call may take; no other limit is timed here.
      expect(Math.max(...times)).toBeLessThan(9000)
      const began = performance.now()
      await cloud.end('SIGTERM')
      expect(performance.now() - began).toBeLessThan(20_000)
      server.close()
    },
    90_000,
  )

  // But for its API, which the library for metrics brings along.
  it('[OB11] is not asked for: then nothing of OpenTelemetry is loaded, and else it is', async () => {
    const start = async (env: Record<string, string>) => {
      await Promise.all([cloud, desktop].map((one) => one.end('SIGTERM')))
      ;[cloud, desktop] = await Promise.all([startCloud(env, ...preload), startDesktop(env, ...preload)])
      await callUrl(`${cloud.url}/api/tasks`, 'POST', { title: 'Any' }, { ...team.as, ...begun() })
      await desktopCall('POST', '/tasks', { title: 'Any' }, begun())
      await connect()
      return [cloud, desktop].map((one) => /loads @opentelemetry[/](?!api$)/m.test(one.output()))
    }
    expect(await start({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toEqual([false, false])
    if (process.env.TANDEM_LONG) {
      expect(await start({ ...settings(collector.url), OTEL_SDK_DISABLED: 'true' })).toEqual([false, false])
      expect(await start({ ...settings(collector.url), OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toEqual([false, false])
      expect(cloud.output()).toContain('not over gRPC')
    }
    expect(await start({ ...settings('collector:4318') })).toEqual([false, false])
    expect(cloud.output()).toContain('is no http or https address')
    expect(await start(settings(collector.url))).toEqual([true, true])
  }, 300_000)
})
