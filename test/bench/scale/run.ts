// `npm run bench:scale -- [TEAMS…]` (default 1000 30000): one PostgreSQL with a database of each size, a cloud on each, and the commonest calls in turns; then the plans
// of all that they ask, of which none may grow with the number of teams. Exit code 1: one does. `--folder DIR`: where the data is, with room for about 35 kB a team.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { createDatabase } from '../../../cloud/db/database.ts'
import { tidyUp } from '../../../cloud/db/janitor.ts'
import { migrate } from '../../../cloud/db/migrations/migrate.ts'
import { startEmbedded } from '../../../cloud/db/server/embedded.ts'
import { figures, type Running, startProgram, stopAgents } from '../timing.ts'
import { calls, type Called } from './calls.ts'
import { fill, type SampleTeam } from './fill.ts'
import { growingPlans, readPlans } from './plans.ts'

interface Size {
  teams: number
  database: string
  url: string
  samples: SampleTeam[]
  cloud: Running
}

const { values, positionals } = parseArgs({ options: { folder: { type: 'string' }, rounds: { type: 'string', default: '40' } }, allowPositionals: true })
const wanted = (positionals.length > 0 ? positionals : ['1000', '30000']).map(Number).toSorted((a, b) => a - b)
if (wanted.some((teams) => !Number.isInteger(teams) || teams < 10)) throw new Error('npm run bench:scale -- [TEAMS…] [--folder DIR] [--rounds NUMBER]')
const rounds = Number(values.rounds)
const folder = values.folder === undefined ? mkdtempSync(join(tmpdir(), 'tandem-scale-')) : resolve(values.folder)
/** Each team is called now and then: its pages must not all be in the processor's cache, as they would be of a team that is called all the time. */
const each = 3
/** A table with fewer rows than this is read from end to end with good reason. */
const fewRows = 10_000

const server = await startEmbedded({
  dataDir: folder,
  settings: {
    shared_buffers: '256MB',
    max_wal_size: '4GB',
    max_connections: '100',
    session_preload_libraries: 'auto_explain',
    log_line_prefix: '[db=%d] ',
    'auto_explain.log_format': 'json',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_min_duration': '-1',
  },
})
const log = join(folder, 'postgresql', 'postgresql.log')

const asAdmin = async <T>(database: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: server.url(database) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function prepare(teams: number): Promise<Size> {
  const database = `teams_${teams}`
  await asAdmin('postgres', (client) => client.query(`CREATE DATABASE ${database}`))
  const url = server.url(database)
  await migrate(url)
  const began = performance.now()
  const samples = await fill(url, teams, console.log)
  const bytes = await asAdmin(database, async (client) => Number((await client.query('SELECT pg_database_size(current_database()) AS bytes')).rows[0].bytes))
  console.log(`${teams} teams: filled in ${Math.round((performance.now() - began) / 1000)} s, ${(bytes / 1e9).toFixed(2)} GB`)
  const cloud = await startProgram(
    ['--min-semi-space-size=8', '--max-semi-space-size=8', 'cloud/start.mjs', '--port', '0', '--data-dir', join(folder, `cloud-${teams}`)],
    {
      DATABASE_URL: url,
      TANDEM_LOG: 'warn',
      TANDEM_REQUESTS_PER_MINUTE: '100000000',
      TANDEM_SIGN_INS_PER_MINUTE: '100000000',
      TANDEM_STREAMS_PER_LOGIN: '1000',
      TANDEM_SEARCH_MODEL: 'off',
      TANDEM_POOL_SIZE: '5',
    },
  )
  return { teams, database, url, samples, cloud }
}

/** In turns, so that other work on the machine passes over all sizes. */
async function measure(sizes: readonly Size[], called: Called): Promise<void> {
  const times = sizes.map((): number[] => [])
  for (let round = -2; round < rounds; round++)
    for (const [place, { cloud, samples }] of sizes.entries())
      for (let n = 0; n < (called.each ?? each); n++) {
        const team = samples[(Math.max(0, round) * each + n) % samples.length] as SampleTeam
        const time = await called.run(cloud.url, team)
        if (round >= 0) times[place]?.push(time)
      }
  const shown = times.map((some) => {
    const { p50, p95 } = figures(some)
    return `${p50.toFixed(1)} (${p95.toFixed(1)})`.padStart(16)
  })
  console.log(`${called.name.padEnd(20)}${shown.join('')}`)
}

async function explainAll(sizes: readonly Size[]): Promise<number> {
  const from = statSync(log).size
  const set = (text: string) => asAdmin('postgres', (client) => client.query(text))
  await set("ALTER SYSTEM SET auto_explain.log_min_duration = '0'")
  await set('SELECT pg_reload_conf()')
  for (const { cloud, samples } of sizes)
    for (const called of calls) for (let n = 0; n < 7; n++) await called.run(cloud.url, samples[(n * 13) % samples.length] as SampleTeam)
  for (const { url } of sizes) {
    const db = createDatabase({ url, poolSize: 1 })
    for (let n = 0; n < 7; n++) await tidyUp(db, new Date())
    await db.close()
  }
  // What instances do by themselves: deliveries, watches, sweeps; the slowest of it every minute.
  await new Promise((done) => setTimeout(done, 70_000))
  await set('ALTER SYSTEM RESET auto_explain.log_min_duration')
  await set('SELECT pg_reload_conf()')
  const largest = sizes.at(-1) as Size
  const rows = await asAdmin(largest.database, async (client) => {
    const found = await client.query<{ name: string; rows: string }>(
      "SELECT relname AS name, reltuples::bigint AS rows FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
    )
    return new Map(found.rows.map(({ name, rows: count }) => [name, Number(count)] as const).filter(([, count]) => count >= fewRows))
  })
  const plans = readPlans(log, from)
  const found = growingPlans(
    plans,
    sizes.map(({ database }) => database),
    rows,
  )
  console.log(
    `\n${plans.length} plans of ${new Set(plans.map(({ query }) => query)).size} statements; ${rows.size} tables have ${fewRows} rows or more. ${found.length === 0 ? 'None grows.' : 'These grow:'}`,
  )
  for (const { query, found: what } of found) console.log(`- ${what}: ${query.slice(0, 600)}`)
  return found.length
}

let growing = 1
try {
  const sizes: Size[] = []
  for (const teams of wanted) sizes.push(await prepare(teams))
  console.log(`\nms p50 (p95)        ${sizes.map(({ teams }) => `${teams} teams`.padStart(16)).join('')}`)
  for (const called of calls) await measure(sizes, called)
  growing = await explainAll(sizes)
  for (const { cloud } of sizes) await cloud.stop()
} finally {
  stopAgents()
  await server.stop('immediate')
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true })
}
process.exitCode = growing === 0 ? 0 : 1
