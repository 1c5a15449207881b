// `npm run bench:quotas`: what the triggers that keep the quotas cost a write: the same cloud with and without them, in turns.
// `npm run bench:quotas -- 40` for another number of turns.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbedded } from '../../../cloud/db/server/embedded.ts'
import { makeTeams, type Team } from '../teams.ts'
import { call, figures, startCloud, stopAgents } from '../timing.ts'

const turns = Number(process.argv[2] ?? 20)
const calls = 50
const perStatement = 300
const triggers = [
  ['team_counters', 'keep_quotas'],
  ['team_counters', 'begin_day'],
  ['event_queue', 'keep_quota'],
  ['tasks', 'texts_added'],
  ['tasks', 'texts_changed'],
] as const

const dataDir = mkdtempSync(join(tmpdir(), 'tandem-bench-'))
const server = await startEmbedded({ dataDir })
process.env.DATABASE_URL = server.url()
process.env.TANDEM_LOG = 'warn'
process.env.TANDEM_REQUESTS_PER_MINUTE = '100000000'

/** What one write of an event asks of the database, without the network and the commit: milliseconds for many of them. */
async function inside(client: Client, team: string): Promise<number> {
  const started = performance.now()
  await client.query(`DO $$ BEGIN FOR n IN 1..${perStatement} LOOP
    WITH counter AS (UPDATE team_counters SET events = events + 1 WHERE team_id = '${team}' RETURNING events)
    INSERT INTO event_queue (team_id, seq, kind, created_at, actor_kind, actor_name, principal, entity, entity_id)
      SELECT '${team}', events, 'task.updated', now(), 'person', 'Ana', 'user:x', 'task', '1' FROM counter;
  END LOOP; END $$`)
  return performance.now() - started
}

try {
  const cloud = await startCloud(dataDir)
  const client = new Client({ connectionString: server.url() })
  await client.connect()
  const [team, other] = (await makeTeams(client, 2)) as [Team, Team]
  const times = {
    on: { create: [] as number[], change: [] as number[], inside: [] as number[] },
    off: { create: [] as number[], change: [] as number[], inside: [] as number[] },
  }
  const api = `${cloud.url}/api/tasks`
  let title = 0
  for (let turn = -1; turn < turns; turn++)
    for (const side of turn % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
      for (const [table, trigger] of triggers) await client.query(`ALTER TABLE ${table} ${side === 'on' ? 'ENABLE' : 'DISABLE'} TRIGGER ${trigger}`)
      const [create, change]: number[][] = [[], []]
      for (let n = 0; n < calls; n++) create?.push(await call(api, 'POST', { title: `Task ${++title}` }, team.headers))
      for (let n = 0; n < calls; n++) change?.push(await call(`${api}/${1 + (n % 50)}`, 'PATCH', { description: `Text ${++title}` }, team.headers))
      const many = await inside(client, other.id)
      if (turn < 0) continue
      times[side].create.push(...(create ?? []))
      times[side].change.push(...(change ?? []))
      times[side].inside.push((many / perStatement) * 1000)
    }
  console.log(`${turns} turns\n${''.padEnd(46)}with p50      p95  without p50      p95`)
  for (const [name, what] of [
    ['POST /api/tasks, ms', 'create'],
    ['PATCH /api/tasks/:id, its text, ms', 'change'],
    ['an event in the database, µs', 'inside'],
  ] as const) {
    const [on, off] = [figures(times.on[what]), figures(times.off[what])]
    console.log(`${name.padEnd(42)}${[on.p50, on.p95, off.p50, off.p95].map((value) => value.toFixed(2).padStart(11)).join('')}`)
  }
  await client.end()
  await cloud.stop()
} finally {
  stopAgents()
  await server.stop('immediate')
  rmSync(dataDir, { recursive: true, force: true })
}
