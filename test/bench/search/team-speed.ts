// `npm run bench:search:team -- 100000`: search by words of a team in the cloud beside the desktop's, over the same tasks, in turns.
// `-- 1000 200 50`: instead 200 teams of 1,000 tasks on one process, of which 50 search: what that takes in memory.
// `--meaning`: by words and meaning, with the reranker, on both sides, once all vectors are there.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbedded } from '../../../cloud/db/server/embedded.ts'
import { databaseFile } from '../../../electron/service/db/open.ts'
import { tokenHeaders } from '../../../electron/service/sign-in/token-file.ts'
import type { SearchStatus } from '../../../shared/schema/search-status.ts'
import { readReports, tasksFromReports } from '../reports.ts'
import { openTaskList } from '../task-list.ts'
import { fillTeam, makeTeams, type Team } from '../teams.ts'
import { call, inTurns, residentMegabytes, type Running, startCloud, startProgram, stopAgents } from '../timing.ts'

const withMeaning = process.argv.includes('--meaning')
const [size = 100_000, teamCount = 1, active = teamCount] = process.argv
  .slice(2)
  .filter((one) => one !== '--meaning')
  .map(Number)
const dataDir = mkdtempSync(join(tmpdir(), 'tandem-bench-team-search-'))
const folder = mkdtempSync(join(tmpdir(), 'tandem-bench-team-desktop-'))

const titles = readReports().map(({ title }) => title)
const words = titles.map((title) => `${title.split(/\s+/).slice(0, 3).join(' ')} `)
const address = (query: string, more = '') => `/tasks/search?q=${encodeURIComponent(query)}${more}`

async function filledDesktop(): Promise<Running> {
  const { db, journal, tasks } = openTaskList(databaseFile(folder))
  const actor = { kind: 'person', name: 'bench' } as const
  const source = tasksFromReports(size)
  for (let filled = 0; filled < size; filled += 1000)
    journal.write(actor, () => {
      for (let i = filled; i < Math.min(size, filled + 1000); i++) tasks.create(source.next().value as { title: string }, { actor })
    })
  db.close()
  const desktop = await startProgram(['electron/service/main.ts', '--headless', '--port', '0', '--data-dir', folder])
  // Both search by words: the desktop would make its vectors meanwhile.
  if (!withMeaning) await call(`${desktop.url}/settings`, 'PATCH', { search: { embedder: { kind: 'off' } } }, { ...tokenHeaders(folder), 'x-actor': 'person' })
  return desktop
}

async function until(done: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 100))
  return performance.now() - began
}

const isIndexed = async ({ url }: Running) => {
  const { keyword, semantic, pending } = (await (await fetch(`${url}/search/status`)).json()) as SearchStatus
  return keyword.cursor === keyword.head && (!withMeaning || (semantic.state === 'ready' && pending === 0))
}
const isReady = async ({ url }: Running, { headers }: Team) => {
  const reply = await fetch(`${url}/api${address(titles[0] as string, '&rerank=false')}`, { headers })
  const hits = (await reply.json()) as unknown[]
  return reply.headers.get('x-search-degraded') === (withMeaning ? null : 'semantic') && hits.length > 0
}

const how = withMeaning ? '' : '&mode=keyword&rerank=false'

async function besideDesktop(cloud: Running, team: Team): Promise<void> {
  const desktop = await filledDesktop()
  console.log(`the desktop has indexed after ${((await until(() => isIndexed(desktop))) / 1000).toFixed(1)} s`)
  console.log(`the team's index is there after ${((await until(() => isReady(cloud, team))) / 1000).toFixed(1)} s, from its first question`)
  for (const [name, queries] of [
    ['three words', words],
    ['whole titles', titles],
  ] as const) {
    let n = 0
    const next = () => queries[(n++ * 37) % queries.length] as string
    const [here, there] = await inTurns(
      10,
      50,
      () => call(`${desktop.url}${address(next(), how)}`),
      () => call(`${cloud.url}/api${address(next(), how)}`, 'GET', undefined, team.headers),
    )
    const ratio = there.p95 / here.p95
    const shown = [here, there].map(({ p50, p95 }) => `p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} ms`)
    console.log(`${name.padEnd(13)} desktop ${shown[0]}; team ${shown[1]}; ${ratio.toFixed(2)} times (at most 2) ${ratio <= 2 ? 'ok' : 'MISSED'}`)
  }
  await desktop.stop()
}

async function manyTeams(cloud: Running, teams: readonly Team[]): Promise<void> {
  const before = residentMegabytes(cloud.pid)
  const began = performance.now()
  for (const team of teams.slice(0, active)) await until(() => isReady(cloud, team))
  const took = ((performance.now() - began) / active).toFixed(0)
  const times: number[] = []
  for (let n = 0; n < 1000; n++)
    times.push(await call(`${cloud.url}/api${address(words[(n * 37) % words.length] as string, how)}`, 'GET', undefined, (teams[n % active] as Team).headers))
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] as number
  const after = residentMegabytes(cloud.pid)
  console.log(
    `${teamCount} teams of ${size}, ${active} of them ask in turn: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after (at most 1,024) ${after <= 1024 ? 'ok' : 'MISSED'}; an index there after ${took} ms each; p95 ${p95.toFixed(1)} ms`,
  )
}

const server = await startEmbedded({ dataDir })
try {
  process.env.DATABASE_URL = server.url()
  process.env.TANDEM_LOG = 'warn'
  if (!withMeaning) Object.assign(process.env, { TANDEM_SEARCH_MODEL: 'off', TANDEM_SEARCH_RERANKER: 'off' })
  process.env.TANDEM_REQUESTS_PER_MINUTE = '100000000'
  const cloud = await startCloud(dataDir)
  const client = new Client({ connectionString: server.url() })
  await client.connect()
  const teams = await makeTeams(client, teamCount)
  for (const team of teams) await fillTeam(client, team, size)
  await client.query('VACUUM ANALYZE')
  await client.end()
  if (teamCount === 1) await besideDesktop(cloud, teams[0] as Team)
  else await manyTeams(cloud, teams)
  await cloud.stop()
} finally {
  stopAgents()
  await server.stop('immediate')
  for (const path of [dataDir, folder]) rmSync(path, { recursive: true, force: true })
}
