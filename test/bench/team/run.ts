// `npm run bench:team`: how long an agent's question takes from a desktop to the push service of a phone, and its answer from the phone back to the
// agent that waits, beside a bare LISTEN/NOTIFY round trip through the same PostgreSQL; and 1,000 claims from four processes beside a bare table.
// The cloud is a process of its own; the desktop and the push service's stand-in are in this one.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { startEmbedded } from '../../../cloud/db/server/embedded.ts'
import { callUrl } from '../../contract/target.ts'
import { newPerson, newTeam } from '../../support/cloud/cloud.ts'
import { newDevice, openPushServices } from '../../support/push/push-cloud.ts'
import { openDesktop } from '../../support/sync/synced.ts'
import { figures, startCloud, stopAgents } from '../timing.ts'

const rounds = Number(process.argv[2] ?? 100)
const claims = 1000
const processes = 4
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'tandem-bench-'))
const server = await startEmbedded({ dataDir: folder })
const services = await openPushServices()
Object.assign(process.env, {
  DATABASE_URL: server.url(),
  TANDEM_KEY: '7'.repeat(64),
  TANDEM_LOG: 'error',
  TANDEM_REQUESTS_PER_MINUTE: '1000000',
  TANDEM_SENDS_PER_MINUTE: '1000000',
  TANDEM_PUSH_HOSTS: services.web.host,
  TANDEM_PUSH_CA: new URL('../../support/certificate/localhost.crt', import.meta.url).pathname,
})

function line(name: string, times: number[], most?: number): void {
  const { p50, p95 } = figures(times)
  const verdict = most === undefined ? '' : `  (p95 at most ${most}) ${p95 <= most ? 'ok' : 'MISSED'}`
  console.log(`${name.padEnd(66)}${p50.toFixed(1).padStart(8)}${p95.toFixed(1).padStart(8)} ms${verdict}`)
}

const cloud = await startCloud(folder)
const there = {
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => callUrl(`${cloud.url}/api${path}`, method, body, headers),
}
const clients = [new Client({ connectionString: server.url() }), new Client({ connectionString: server.url() })] as const
for (const client of clients) client.on('error', () => undefined)
try {
  await Promise.all(clients.map((client) => client.connect()))
  const ana = await newPerson(there, 'Ana')
  const team = await newTeam(there, ana, 'Kitchen')
  await newDevice(ana, 'web', services)
  const desktop = await openDesktop('desk', cloud, team)
  await desktop.connect()
  const { id } = (await desktop.call('POST', '/tasks', { title: 'Sharpen the knives' })).body
  await desktop.synced()

  console.log(`${rounds} questions; load ${loadavg()[0]?.toFixed(1)}`)
  console.log(' '.repeat(66) + 'p50'.padStart(8) + 'p95'.padStart(8))
  const [listener, notifier] = clients
  await listener.query('LISTEN round')
  const bare: number[] = []
  const toPhone: number[] = []
  const toAgent: number[] = []
  for (let n = -5; n < rounds; n++) {
    // Side by side, so that a busy moment is everybody's.
    let begun = performance.now()
    const told = new Promise((resolve) => listener.once('notification', resolve))
    await notifier.query("SELECT pg_notify('round', 'x')")
    await told
    const roundTrip = performance.now() - begun

    const before = services.web.pushed.length
    begun = performance.now()
    const waiting = desktop.call(
      'POST',
      `/tasks/${id}/questions`,
      { question: `Which stone, ${n}?`, options: ['coarse', 'fine'], wait_seconds: 60 },
      {
        'x-actor': 'agent:claude',
        'x-run': 'one',
      },
    )
    while (services.web.pushed.length === before) await new Promise((resolve) => setImmediate(resolve))
    const pushedAt = performance.now() - begun
    const question = Number((services.web.pushed.at(-1) as { payload: Record<string, unknown> }).payload.question)
    begun = performance.now()
    const answered = ana.call('POST', `/questions/${question}/answer`, { answer: 'fine' }, { 'x-team-id': team.id })
    const outcome = await waiting
    const back = performance.now() - begun
    await answered
    if (outcome.body.answer !== 'fine') throw new Error(JSON.stringify(outcome.body))
    if (n < 0) continue
    bare.push(roundTrip)
    toPhone.push(pushedAt)
    toAgent.push(back)
  }
  line('bare: NOTIFY on one connection → LISTEN on another', bare)
  line('an agent asks at a desktop → the push service has it', toPhone, 300)
  line('the answer on the phone → the agent that waits at the desktop', toAgent, 300)
  await desktop.close()

  await notifier.query(`CREATE TABLE bare_tasks AS SELECT n AS id, NULL::text AS holder FROM generate_series(1, ${claims}) n`)
  await notifier.query('ALTER TABLE bare_tasks ADD PRIMARY KEY (id)')
  for (let n = 0; n < claims; n += 50) await Promise.all(Array.from({ length: 50 }, (_, at) => team.call('POST', '/tasks', { title: `Task ${n + at}` })))
  await ana.call('PATCH', `/tasks/1`, { status: 'done' }, { 'x-team-id': team.id })
  for (const kind of ['bare', 'cloud'] as const) {
    const target = kind === 'bare' ? [server.url()] : [cloud.url]
    const begun = performance.now()
    const outs = await Promise.all(
      Array.from({ length: processes }, (_, n) =>
        run(process.execPath, ['test/bench/team/claimer.ts', kind, ...target, `claimer-${n}`, team.token, team.id], { maxBuffer: 1e8 }),
      ),
    )
    const seconds = (performance.now() - begun) / 1000
    const all = outs.map(({ stdout }) => JSON.parse(stdout) as Record<'taken' | 'times' | 'finishing', number[]>)
    const taken = all.flatMap((one) => one.taken)
    const twice = taken.length - new Set(taken).size
    line(
      `${kind === 'bare' ? 'bare: UPDATE … RETURNING' : 'POST /api/tasks/next'} from ${processes} processes, a call`,
      all.flatMap((one) => one.times),
    )
    console.log(`  ${taken.length} taken in ${seconds.toFixed(1)} s (with the processes' start, and their end), twice: ${twice}${twice > 0 ? ' MISSED' : ''}`)
    const finishing = all.flatMap((one) => one.finishing)
    if (finishing.length > 0) line(`POST /api/tasks/:id/finish from ${processes} processes, a call`, finishing)
  }
} finally {
  await Promise.all(clients.map((client) => client.end()))
  await cloud.stop()
  await services.close()
  stopAgents()
  await server.stop('immediate')
  rmSync(folder, { recursive: true, force: true })
}
