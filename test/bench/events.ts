// `npm run bench:events`: streams by the thousand on one process, events over them, many consumers of one team, and the way from a webhook to a stream.
// `npm run bench:events -- 2000` for another number of streams.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { uuidv7 } from 'uuidv7'
import { startEmbedded } from '../../cloud/db/server/embedded.ts'
import { openGmail } from '../support/mail/mail-stand-ins.ts'
import { mark, openReaders } from './event-readers.ts'
import { makeTeams, makeUser, type Team } from './teams.ts'
import { figures, processorTime, residentMegabytes, type Running, startProgram } from './timing.ts'

const streams = Number(process.argv[2] ?? 10_000)
const perTeam = 4
const seconds = 15
const eventsPerSecond = 500
const folders = [mkdtempSync(join(tmpdir(), 'tandem-bench-')), mkdtempSync(join(tmpdir(), 'tandem-bench-'))]
const server = await startEmbedded({ dataDir: folders[0] as string })
const gmail = await openGmail()
Object.assign(process.env, {
  DATABASE_URL: server.url(),
  TANDEM_KEY: '7'.repeat(64),
  TANDEM_LOG: 'error',
  TANDEM_REQUESTS_PER_MINUTE: '100000000',
  TANDEM_STREAMS_PER_LOGIN: '100000',
  TANDEM_GMAIL_CLIENT_ID: 'x',
  TANDEM_GMAIL_CLIENT_SECRET: 'x',
  TANDEM_GMAIL_TOPIC: 'x',
  TANDEM_GMAIL_PUSH_ACCOUNT: gmail.config.pushAccount,
  TANDEM_GMAIL_ISSUER: gmail.config.issuer,
})
const agent = new Agent({ keepAlive: true, maxSockets: 32 })

function post(url: string, headers: Record<string, string>, body: object): Promise<number> {
  const text = JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { agent, method: 'POST', headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers } },
      (reply) => {
        reply.resume().once('end', () => resolve(reply.statusCode ?? 0))
      },
    )
    sent.once('error', reject)
    sent.end(text)
  })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
function line(name: string, value: number, unit: string, limit: number, atLeast = false): void {
  const ok = atLeast ? value >= limit : value <= limit
  console.log(`${name.padEnd(64)}${value.toFixed(1).padStart(9)} ${unit.padEnd(4)} (at ${atLeast ? 'least' : 'most'} ${limit}) ${ok ? 'ok' : 'MISSED'}`)
}
const p99 = (times: number[]) => times.toSorted((x, y) => x - y)[Math.floor(times.length * 0.99)] ?? Number.NaN

const options = (i: number) => [
  '--expose-gc',
  '--max-semi-space-size=8',
  '--max-old-space-size=1024',
  'cloud/start.mjs',
  '--port',
  '0',
  '--data-dir',
  folders[i] as string,
]
const readers = openReaders()
const running: Running[] = []
try {
  const cloud = await startProgram(options(0))
  running.push(cloud)
  const client = new Client({ connectionString: server.url() })
  await client.connect()
  const teams = await makeTeams(client, Math.ceil(streams / perTeam))
  await client.query('VACUUM ANALYZE')
  // Awake, with its code compiled.
  for (let i = 0; i < 300; i++) await post(`${cloud.url}/api/tasks`, (teams[i % teams.length] as Team).headers, { title: 'warm' })
  await pause(1000)
  const before = residentMegabytes(cloud.pid)

  for (let first = 0; first < streams; first += 200)
    await Promise.all(
      Array.from({ length: Math.min(200, streams - first) }, (_, i) => readers.open(cloud.url, (teams[(first + i) % teams.length] as Team).headers)),
    )
  await pause(3000)
  const after = residentMegabytes(cloud.pid)
  console.log(`${readers.count()} streams of ${teams.length} teams on one process: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after`)
  line('memory for each stream', ((after - before) * 1024) / streams, 'KB', 25)

  // Another instance writes, so that what is measured goes over the wake-ups.
  const writer = await startProgram(options(1))
  running.push(writer)
  const write = (team: Team, title = mark()) => post(`${writer.url}/api/tasks`, team.headers, { title })
  for (let i = 0; i < 300; i++) await write(teams[i % teams.length] as Team, 'warm')
  readers.takeTimes()
  const busy = [processorTime(cloud.pid), processorTime(writer.pid), process.cpuUsage()] as const
  const started = performance.now()
  let written = 0
  const pending: Promise<unknown>[] = []
  while (written < eventsPerSecond * seconds) {
    const due = Math.min(eventsPerSecond * seconds, Math.floor(((performance.now() - started) / 1000) * eventsPerSecond))
    for (; written < due; written++) pending.push(write(teams[Math.floor(Math.random() * teams.length)] as Team))
    await pause(2)
  }
  await Promise.all(pending)
  const rate = written / ((performance.now() - started) / 1000)
  const used = process.cpuUsage(busy[2])
  const share = (ms: number) => `${((100 * ms) / (performance.now() - started)).toFixed(0)} %`
  console.log(
    `processor: streams ${share(processorTime(cloud.pid) - busy[0])}, writer ${share(processorTime(writer.pid) - busy[1])}, this program ${share((used.user + used.system) / 1000)} of one core; load ${loadavg()[0]?.toFixed(1)}`,
  )
  await pause(1500)
  const times = readers.takeTimes()
  console.log(
    `${rate.toFixed(0)} events/s for ${seconds} s, each over ${perTeam} streams: ${times.length} of ${written * perTeam} arrived, ${readers.lost()} streams lost`,
  )
  line('from the POST on another instance to the stream, p50', figures(times).p50, 'ms', 100)
  line('the same, p99', p99(times), 'ms', 100)

  const [crowd] = await makeTeams(client, 1)
  for (let first = 0; first < 2000; first += 200) await Promise.all(Array.from({ length: 200 }, () => readers.open(cloud.url, (crowd as Team).headers)))
  readers.takeTimes()
  const all: number[] = []
  for (let i = 0; i < 20; i++) {
    await write(crowd as Team)
    await pause(300)
    const some = readers.takeTimes()
    if (some.length !== 2000) console.log(`only ${some.length} of 2000 in 300 ms`)
    all.push(...some)
  }
  console.log('2000 consumers of one team, 20 events:')
  line('from the POST to the consumer, p50', figures(all).p50, 'ms', 100)
  line('the same, p99', p99(all), 'ms', 250)

  readers.close()
  await pause(500)
  const [mail] = await makeTeams(client, 1)
  const { id } = mail as Team
  await client.query(
    "INSERT INTO mailboxes (team_id, id, provider, address, address_key, status, scopes, access_sealed, access_expires_at, history_id, watch_expires_at, renew_at, connected_by, created_at, updated_at) VALUES ($1, $2, 'gmail', $3, $4, 'active', '{}', '', now(), '1', now() + interval '7 days', now() + interval '1 day', $5, now(), now())",
    [id, uuidv7(), gmail.address, gmail.address.toLowerCase(), await makeUser(client)],
  )
  const arrivals: number[] = []
  const stream = await fetch(`${cloud.url}/api/events/stream`, { headers: (mail as Team).headers })
  const read = (async () => {
    for await (const chunk of stream.body as AsyncIterable<Uint8Array>)
      if (new TextDecoder().decode(chunk).includes('email.received')) arrivals.push(performance.now())
  })().catch(() => undefined)
  const signature = await gmail.sign(`${writer.url}/api/email/webhook`)
  const ways: number[] = []
  for (let i = 0; i < 220; i++) {
    const sentAt = performance.now()
    const status = await post(`${writer.url}/api/email/webhook`, { authorization: `Bearer ${signature}` }, gmail.pushBody(String(10 + i)))
    if (status !== 204) throw new Error(`webhook: ${status}`)
    while (arrivals.length <= i) await pause(1)
    if (i >= 20) ways.push((arrivals[i] as number) - sentAt)
    // Done at once, as a quick desktop would.
    if (i % 10 === 9)
      await post(`${cloud.url}/api/events/ack`, (mail as Team).headers, {
        id: (await client.query('SELECT events FROM team_counters WHERE team_id = $1', [id])).rows[0].events * 1,
      })
  }
  line('from the webhook on another instance to the stream, p50', figures(ways).p50, 'ms', 20)
  line('the same, p95', figures(ways).p95, 'ms', 50)
  await client.end()
  void read
} finally {
  readers.close()
  await Promise.all(running.map((program) => program.stop()))
  agent.destroy()
  await gmail.close()
  await server.stop('immediate')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
