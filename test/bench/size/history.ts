// `npm run bench:history:cloud`: what a long text costs that is appended to, before and after its history was shortened, and what reading it takes then.
// `npm run bench:history:cloud -- 2000` for another number of additions.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { createDatabase } from '../../../cloud/db/database.ts'
import { startEmbedded } from '../../../cloud/db/server/embedded.ts'
import { shortenHistory } from '../../../cloud/journal/long-texts/shorten.ts'
import { makeTeams, type Team } from '../teams.ts'
import { call, figures, startCloud, stopAgents } from '../timing.ts'

const additions = Number(process.argv[2] ?? 500)
const reads = 100

const dataDir = mkdtempSync(join(tmpdir(), 'tandem-bench-'))
const server = await startEmbedded({ dataDir })
process.env.DATABASE_URL = server.url()
process.env.TANDEM_LOG = 'warn'
process.env.TANDEM_REQUESTS_PER_MINUTE = '100000000'

try {
  const cloud = await startCloud(dataDir)
  const client = new Client({ connectionString: server.url() })
  await client.connect()
  const [team] = (await makeTeams(client, 1)) as [Team]
  const api = `${cloud.url}/api/tasks`
  // Words, as people write them: what PostgreSQL packs by itself is not counted twice.
  let text = Array.from({ length: 16_000 }, (_, n) => `word${(n * 7919) % 4001}`).join(' ')
  const made = (await (
    await fetch(api, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...team.headers },
      body: JSON.stringify({ title: 'Minutes', description: text }),
    })
  ).json()) as { id: number }
  for (let n = 0; n < additions; n++) {
    text += `\n${n}: and this was decided, too`
    await call(`${api}/${made.id}`, 'PATCH', { description: text }, team.headers)
  }
  const size = async () => {
    await client.query('VACUUM FULL event_queue')
    const { rows } = await client.query("SELECT pg_total_relation_size('event_queue') AS n")
    return Number(rows[0].n) / 1e6
  }
  const { rows } = await client.query('SELECT seq FROM event_queue WHERE team_id = $1 AND task_id = $2 ORDER BY seq', [team.id, made.id])
  const old = (n: number) => `${api}/${made.id}/history/${rows[Math.floor((rows.length - 1) * ((n * 0.618) % 1))]?.seq}`
  const measure = async () => {
    const [one, brief, whole]: number[][] = [[], [], []]
    for (let n = 0; n < reads; n++) one?.push(await call(old(n), 'GET', undefined, team.headers))
    for (let n = 0; n < 20; n++) brief?.push(await call(`${api}/${made.id}/history?limit=50`, 'GET', undefined, team.headers))
    for (let n = 0; n < 20; n++) whole?.push(await call(`${api}/${made.id}/history?limit=50&texts=whole`, 'GET', undefined, team.headers))
    return [one, brief, whole].map((times) => figures(times ?? []))
  }
  const before = { size: await size(), times: await measure() }
  const db = createDatabase({ url: server.url() })
  const began = performance.now()
  const { shorter } = await shortenHistory(db, new Date(Date.now() + 48 * 3_600_000), { onError: console.error, isStopping: () => false })
  const took = performance.now() - began
  await db.close()
  const after = { size: await size(), times: await measure() }
  console.log(`${(text.length / 1000).toFixed(0)} kB, ${additions} additions; ${shorter} events shortened in ${(took / 1000).toFixed(1)} s`)
  console.log(`${'event_queue with indexes, MB'.padEnd(42)}${before.size.toFixed(1).padStart(11)}${after.size.toFixed(1).padStart(11)}`)
  for (const [n, name] of ['one old version, ms (p50)', '50 entries, brief, ms (p50)', 'a page of whole texts, ms (p50)'].entries())
    console.log(`${name.padEnd(42)}${(before.times[n]?.p50 ?? 0).toFixed(1).padStart(11)}${(after.times[n]?.p50 ?? 0).toFixed(1).padStart(11)}`)
  await client.end()
  await cloud.stop()
} finally {
  stopAgents()
  await server.stop('immediate')
  rmSync(dataDir, { recursive: true, force: true })
}
