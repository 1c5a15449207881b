// `npm run bench:move -- [TASKS]` (default 30000): two cells behind HAProxy (deploy/cells), a team of so many tasks that is written, read and followed by way of HAProxy, and
// moved there and back. Says how long writes were refused, as its writers saw it.
import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { cellsMissing, type RunningCell, startCells } from '../../../deploy/cells/cells.ts'
import { makeTeams, type Team } from '../teams.ts'
import { figures } from '../timing.ts'

const tasks = Number(process.argv[2] ?? 30_000)
const missing = cellsMissing()
if (missing !== undefined) throw new Error(missing)
const folder = mkdtempSync(join(tmpdir(), 'tandem-move-'))
const running = await startCells({ folder, settings: { TANDEM_LOG: 'warn', TANDEM_REQUESTS_PER_MINUTE: '100000000', TANDEM_SEARCH_MODEL: 'off' } })
const [a, b] = running.cells

async function makeTeam(): Promise<Team> {
  const client = new Client({ connectionString: a.databaseUrl })
  await client.connect()
  const [team] = (await makeTeams(client, 1)) as [Team]
  const seen = 'What has to be done about it, and why it matters, in some words. '
  await client.query(
    `INSERT INTO tasks (team_id, id, uid, title, description, status, priority, labels, requesters, version, created_at, updated_at)
     SELECT $1, n, gen_random_uuid(), 'Task ' || n, repeat($2, 4), 'todo', 'medium', '{bench}', '{}', 1, now(), now() FROM generate_series(1, $3) n`,
    [team.id, seen, tasks],
  )
  await client.query(
    `INSERT INTO event_queue (team_id, seq, kind, created_at, actor_kind, actor_name, principal, entity, entity_id, task_id, after)
     SELECT $1, n, CASE WHEN n <= $3 THEN 'task.created' ELSE 'task.updated' END, now(), 'person', 'Ana', 'user:x', 'task', (1 + (n - 1) % $3)::text, 1 + (n - 1) % $3, jsonb_build_object('description', repeat($2, 4))
     FROM generate_series(1, $3 * 3) n`,
    [team.id, seen, tasks],
  )
  await client.query('UPDATE team_counters SET tasks = $2::bigint, events = $2::bigint * 3, task_counts[5] = $2::bigint WHERE team_id = $1', [team.id, tasks])
  await client.end()
  return team
}

const post = (team: Team, title: string) =>
  fetch(`${running.balancerUrl}/api/tasks`, {
    method: 'POST',
    headers: { ...team.headers, 'content-type': 'application/json', 'idempotency-key': title },
    body: JSON.stringify({ title }),
  })

/** Writes until it is told to end, and repeats what is refused. */
function writer(team: Team) {
  const state = { over: false, acknowledged: 0, longest: 0, times: [] as number[] }
  const working = (async () => {
    while (!state.over) {
      const title = randomUUID()
      const began = performance.now()
      let refused: number | undefined
      for (;;) {
        const { status } = await post(team, title)
        if (status === 201) break
        if (status !== 503) throw new Error(`${status}`)
        refused ??= performance.now()
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      if (refused !== undefined) state.longest = Math.max(state.longest, performance.now() - refused)
      else state.times.push(performance.now() - began)
      state.acknowledged++
    }
  })()
  return {
    state,
    async stop() {
      state.over = true
      await working
    },
  }
}

function move(team: Team, from: RunningCell, to: RunningCell): Promise<{ refused_ms: number; rows: Record<string, number> }> {
  const { map, socket } = running.router
  const child = spawn(process.execPath, ['cloud/start.mjs', 'admin', 'move-team', team.id, '--to', to.settings, '--map', map, '--router', socket, '--json'], {
    env: { ...process.env, ...from.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  return new Promise((resolve, reject) => child.once('close', (code) => (code === 0 ? resolve(JSON.parse(out)) : reject(new Error(out)))))
}

try {
  const team = await makeTeam()
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    const writers = [writer(team), writer(team), writer(team), writer(team)]
    const began = performance.now()
    const moved = await move(team, from, to)
    const took = performance.now() - began
    await Promise.all(writers.map((one) => one.stop()))
    const { p50, p95 } = figures(writers.flatMap(({ state }) => state.times))
    const rows = Object.values(moved.rows).reduce((sum, count) => sum + count, 0)
    console.log(
      `${from.name} → ${to.name}: ${rows} rows in ${(took / 1000).toFixed(1)} s; writes refused for ${moved.refused_ms} ms (says move-team), ${Math.round(Math.max(...writers.map(({ state }) => state.longest)))} ms (a writer); ` +
        `${writers.reduce((sum, { state }) => sum + state.acknowledged, 0)} writes meanwhile, ${p50.toFixed(1)} ms (p95 ${p95.toFixed(1)})`,
    )
  }
} finally {
  await running.close()
  rmSync(folder, { recursive: true, force: true })
}
