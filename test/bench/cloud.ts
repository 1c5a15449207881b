// `npm run bench:cloud`: the cloud beside a bare Fastify + pg program on the same PostgreSQL, in one run.
// `npm run bench:cloud -- 10000` for another number of tasks in the big team.
import { Agent, request } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbedded } from '../../cloud/db/server/embedded.ts'
import { tasksFromReports } from './reports.ts'
import { fillTeam, makeTeams, type Team } from './teams.ts'
import { call, type Figures, inTurns, residentMegabytes, startCloud, startProgram, stopAgents } from './timing.ts'

const size = Number(process.argv[2] ?? 100_000)
const teamCount = 1000
const dataDir = mkdtempSync(join(tmpdir(), 'tandem-bench-'))
const server = await startEmbedded({ dataDir })
process.env.DATABASE_URL = server.url()
process.env.TANDEM_LOG = 'warn'
process.env.TANDEM_REQUESTS_PER_MINUTE = '100000000'

/** Tasks for one team and for the bare table. */
async function fill(client: Client, team: Team, count: number): Promise<void> {
  await fillTeam(client, team, count, (rows, columns, from) =>
    client.query(`INSERT INTO bare_tasks (team_id, ${columns}, version, created_at, updated_at) SELECT $2, ${columns}, 1, now(), now() FROM ${from}`, [
      rows,
      team.id,
    ]),
  )
}

const many = new Agent({ keepAlive: true, maxSockets: 64 })

/** Calls a second that `side` answers when 64 callers never pause, for `seconds`. */
async function rate(seconds: number, post: () => { url: string; body: string; headers: Record<string, string> }): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  const caller = async () => {
    while (performance.now() < until) {
      const { url, body, headers } = post()
      await new Promise<void>((resolve, reject) => {
        const sent = request(
          url,
          { agent: many, method: 'POST', headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers } },
          (reply) => {
            if (reply.statusCode !== 201) reject(new Error(`${url}: ${reply.statusCode}`))
            reply.resume().once('end', resolve)
          },
        )
        sent.once('error', reject)
        sent.end(body)
      })
      done++
    }
  }
  await Promise.all(Array.from({ length: 64 }, caller))
  return done / seconds
}

function line(name: string, ours: Figures, bare: Figures, limit: number): void {
  const ratio = ours.p50 / bare.p50
  const text = [ours.p50, ours.p95, bare.p50, bare.p95].map((value) => value.toFixed(3).padStart(9)).join('')
  console.log(`${name.padEnd(36)}${text}   ${ratio.toFixed(2).padStart(5)}  (at most ${limit}) ${ratio <= limit ? 'ok' : 'MISSED'}`)
}

try {
  const cloud = await startCloud(dataDir)
  const bare = await startProgram(['test/bench/bare-cloud.ts', server.url()])
  console.log(`ready in ${cloud.readyIn.toFixed(0)} ms (bare: ${bare.readyIn.toFixed(0)} ms)`)
  const client = new Client({ connectionString: server.url() })
  await client.connect()
  const teams = await makeTeams(client, teamCount)
  const [big, small] = teams as [Team, Team]
  await fill(client, big, size)
  await fill(client, small, 100)
  await client.query('VACUUM ANALYZE')
  await client.end()

  const api = `${cloud.url}/api/tasks`
  const source = tasksFromReports(100_000_000)
  const body = () => source.next().value as object
  console.log(`${size} tasks in one team, ${teamCount} teams\n${''.padEnd(36)}${'cloud p50'.padStart(9)}      p95 bare p50      p95   ratio of p50`)
  const anyId = () => 1 + Math.floor(Math.random() * size)
  line(
    'GET /api/tasks/:id',
    ...(await inTurns(
      10,
      300,
      () => call(`${api}/${anyId()}`, 'GET', undefined, big.headers),
      () => call(`${bare.url}/tasks/${anyId()}`, 'GET', undefined, big.headers),
    )),
    2,
  )
  line(
    'POST /api/tasks',
    ...(await inTurns(
      10,
      200,
      () => call(api, 'POST', body(), big.headers),
      () => call(`${bare.url}/tasks`, 'POST', body(), big.headers),
    )),
    2,
  )
  line(
    `first 50 of ${size}, and of 100`,
    ...(await inTurns(
      10,
      100,
      () => call(`${api}?limit=50`, 'GET', undefined, big.headers),
      () => call(`${api}?limit=50`, 'GET', undefined, small.headers),
    )),
    1.2,
  )

  let next = 0
  const to = (url: string) => () => {
    const team = teams[2 + (next++ % (teamCount - 2))] as Team
    return { url, body: JSON.stringify({ title: `task ${next}`, labels: ['bench'] }), headers: team.headers }
  }
  const [ours, theirs] = [to(api), to(`${bare.url}/tasks`)]
  // Short turns, and the median of the pairs: other work on the machine passes over both sides.
  const pairs: { tandem: number; plain: number }[] = []
  for (let round = -1; round < 15; round++) {
    const pair = { tandem: await rate(1, ours), plain: await rate(1, theirs) }
    if (round >= 0) pairs.push(pair)
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
  const share = Math.round(100 * median(pairs.map(({ tandem, plain }) => tandem / plain)))
  const [tandem, plain] = [median(pairs.map((pair) => pair.tandem)), median(pairs.map((pair) => pair.plain))]
  console.log(
    `\n64 callers, ${teamCount} teams: ${tandem.toFixed(0)} tasks/s; bare inserts: ${plain.toFixed(0)}/s; ${share} % (at least 80) ${share >= 80 ? 'ok' : 'MISSED'}`,
  )
  console.log(`resident memory: cloud ${residentMegabytes(cloud.pid).toFixed(0)} MB (at most 200), bare ${residentMegabytes(bare.pid).toFixed(0)} MB`)
  await Promise.all([cloud.stop(), bare.stop()])
} finally {
  stopAgents()
  many.destroy()
  await server.stop('immediate')
  rmSync(dataDir, { recursive: true, force: true })
}
