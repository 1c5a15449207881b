// `npm run bench:pooling`: the cloud straight on its PostgreSQL, behind PgBouncer that pools sessions, and behind one that pools transactions.
import { Agent, request } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbedded } from '../../../cloud/db/server/embedded.ts'
import { hasPooler, openPooler } from '../../support/cloud/ha/pooler.ts'
import { fillTeam, makeTeams, type Team } from '../teams.ts'
import { call, type Figures, figures, type Running, startProgram, stopAgents } from '../timing.ts'

if (!hasPooler) throw new Error('PgBouncer is not installed (Debian: apt-get install pgbouncer)')
const dataDir = mkdtempSync(join(tmpdir(), 'tandem-bench-'))
const server = await startEmbedded({ dataDir })
const urlOf = (login: string) => server.url('tandem').replace('postgres@', `${login}@`)
const roles = 'tandem_login, tandem_app, tandem_identity, tandem_courier'
const admin = new Client({ connectionString: server.url() })
await admin.connect()
for (const statement of [
  ...roles.split(', ').map((role) => `CREATE ROLE ${role} NOLOGIN`),
  'CREATE ROLE owner LOGIN',
  'CREATE ROLE plain LOGIN NOINHERIT',
  `GRANT ${roles} TO owner, plain`,
  'CREATE DATABASE tandem OWNER owner',
])
  await admin.query(statement)
await admin.end()

const poolers = [await openPooler(urlOf('plain'), 'session'), await openPooler(urlOf('plain'), 'transaction')] as const
const shared = {
  TANDEM_LOG: 'warn',
  TANDEM_REQUESTS_PER_MINUTE: '100000000',
  TANDEM_DATABASE_OWNER_URL: urlOf('owner'),
  TANDEM_DATABASE_DIRECT_URL: urlOf('plain'),
}
const ways: Record<string, Record<string, string>> = {
  direct: { DATABASE_URL: urlOf('plain') },
  session: { DATABASE_URL: poolers[0].url },
  transaction: { DATABASE_URL: poolers[1].url, TANDEM_DATABASE_POOLING: 'transaction' },
}
const many = new Agent({ keepAlive: true, maxSockets: 64 })

/** Calls a second that are answered when 64 callers never pause. */
async function rate(seconds: number, url: string, teams: readonly Team[]): Promise<number> {
  const end = performance.now() + seconds * 1000
  let done = 0
  const caller = async () => {
    while (performance.now() < end) {
      const body = JSON.stringify({ title: `task ${done}` })
      const { headers } = teams[done++ % teams.length] as Team
      await new Promise<void>((resolve, reject) => {
        const sent = request(
          `${url}/api/tasks`,
          { agent: many, method: 'POST', headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers } },
          (reply) => {
            if (reply.statusCode !== 201) reject(new Error(`${url}: ${reply.statusCode}`))
            reply.resume().once('end', resolve)
          },
        )
        sent.once('error', reject)
        sent.end(body)
      })
    }
  }
  await Promise.all(Array.from({ length: 64 }, caller))
  return done / seconds
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

/** In turns, so that other work on the machine passes over all of them. */
async function measure(clouds: Record<string, Running>, teams: readonly Team[]): Promise<void> {
  const [big] = teams as [Team]
  const calls: Record<string, (url: string) => Promise<number>> = {
    'GET /api/tasks/:id': (url) => call(`${url}/api/tasks/${1 + Math.floor(Math.random() * 2000)}`, 'GET', undefined, big.headers),
    'GET /api/tasks?limit=50': (url) => call(`${url}/api/tasks?limit=50`, 'GET', undefined, big.headers),
    'POST /api/tasks': (url) => call(`${url}/api/tasks`, 'POST', { title: 'one' }, big.headers),
    'PATCH /api/tasks/:id': (url) => call(`${url}/api/tasks/${1 + Math.floor(Math.random() * 2000)}`, 'PATCH', { title: String(Math.random()) }, big.headers),
  }
  console.log(
    `milliseconds, p50 and p95${' '.repeat(7)}${Object.keys(clouds)
      .map((name) => name.padStart(20))
      .join('')}`,
  )
  for (const [name, run] of Object.entries(calls)) {
    const times = Object.fromEntries(Object.keys(clouds).map((way) => [way, [] as number[]]))
    for (let round = -1; round < 10; round++)
      for (const [way, { url }] of Object.entries(clouds))
        for (let i = 0; i < 100; i++) {
          const time = await run(url)
          if (round >= 0) times[way]?.push(time)
        }
    const text = ({ p50, p95 }: Figures) => `${p50.toFixed(2)} ${p95.toFixed(2)}`.padStart(20)
    console.log(
      name.padEnd(32) +
        Object.values(times)
          .map((all) => text(figures(all)))
          .join(''),
    )
  }
  const rates = Object.fromEntries(Object.keys(clouds).map((way) => [way, [] as number[]]))
  for (let round = -1; round < 9; round++)
    for (const [way, { url }] of Object.entries(clouds)) {
      const found = await rate(1, url, teams)
      if (round >= 0) rates[way]?.push(found)
    }
  console.log(
    '64 callers, tasks a second'.padEnd(32) +
      Object.values(rates)
        .map((all) => median(all).toFixed(0).padStart(20))
        .join(''),
  )
}

const clouds: Record<string, Running> = {}
try {
  for (const [way, env] of Object.entries(ways))
    clouds[way] = await startProgram(['--max-semi-space-size=8', 'cloud/start.mjs', '--port', '0', '--data-dir', dataDir], { ...shared, ...env })
  const client = new Client({ connectionString: server.url('tandem') })
  await client.connect()
  const teams = await makeTeams(client, 1000)
  await fillTeam(client, teams[0] as Team, 2000)
  await client.query('VACUUM ANALYZE')
  await client.end()
  await measure(clouds, teams)
} finally {
  stopAgents()
  many.destroy()
  await Promise.all(Object.values(clouds).map((cloud) => cloud.stop()))
  await Promise.all(poolers.map((pooler) => pooler.close()))
  await server.stop('immediate')
  rmSync(dataDir, { recursive: true, force: true })
}
