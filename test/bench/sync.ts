// `npm run bench:sync`: how long an edit on one desktop takes to be on another, a first upload of 10,000 tasks, a week offline on both sides, and
// what goes over the wire when nothing happens. Then the fuzz, TANDEM_RUNS times (default 5,000). Real services and a real cloud, with its usual limits.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { newPerson, newTeam, openCloud } from '../support/cloud/cloud.ts'
import { openFaultProxy } from '../support/cloud/fault-proxy.ts'
import { openDesktop, type SyncedDesktop } from '../support/sync/synced.ts'
import { until } from '../support/until.ts'

process.env.TANDEM_SECRETS = 'file'
process.env.TANDEM_EMBEDDER = 'off'
process.env.TANDEM_RERANKER = 'off'
const folder = mkdtempSync(join(tmpdir(), 'tandem-bench-'))
process.env.TANDEM_TEST_POSTGRES ??= join(folder, 'postgres')
const tasks = Number(process.env.TANDEM_TASKS ?? 10_000)
const edits = Number(process.env.TANDEM_EDITS ?? 2000)
const runs = Number(process.env.TANDEM_RUNS ?? 5000)

const line = (name: string, value: number, unit: string, max?: number) =>
  console.log(`${name.padEnd(62)}${value.toFixed(1).padStart(9)} ${unit}${max === undefined ? '' : ` (at most ${max}) ${value <= max ? 'ok' : 'MISSED'}`}`)
const seconds = (since: number) => (performance.now() - since) / 1000
const settled = (desktop: SyncedDesktop) => until(`${desktop.name} to be synced`, async () => (await desktop.state()).state === 'synced', 300_000)
const records = (count: number, source: string) =>
  Array.from({ length: count }, (_, i) => ({
    external_id: `${source}${i}`,
    task: { title: `Task ${i} of ${source}`, description: `What is to be done in ${i}.\nAnd why.`, labels: ['bench'] },
  }))

async function bring(desktop: SyncedDesktop, count: number): Promise<void> {
  const all = records(count, 'bench')
  for (let i = 0; i < count; i += 500) {
    const reply = await desktop.call('POST', '/import', { source: 'bench', records: all.slice(i, i + 500) })
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  }
}

const cloud = await openCloud({ requestsPerMinute: 600 })
const owner = await newPerson(cloud)
const team = await newTeam(cloud, owner)
const second = { ...team, token: (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'second' })).body.token as string }
const proxy = await openFaultProxy(cloud.url, Math.random)
const open: SyncedDesktop[] = []
try {
  console.log(`load ${loadavg()[0]?.toFixed(1)}`)
  const ana = await openDesktop('ana', cloud, team)
  open.push(ana)
  await bring(ana, tasks)
  let begun = performance.now()
  await ana.connect()
  await settled(ana)
  line(`first sync, ${tasks} tasks up`, seconds(begun), 's', 30)
  const bo = await openDesktop('bo', { url: proxy.urlOf('bo') }, second)
  open.push(bo)
  begun = performance.now()
  await bo.connect()
  await settled(bo)
  line(`first sync, ${tasks} tasks down`, seconds(begun), 's', 30)
  // A connection that has read everything is a stream and nothing else.
  const list = (await bo.call('GET', '/tasks?limit=1')).body as { id: number; uid: string }[]
  const task = list[0] as { id: number; uid: string }
  const here = ((await ana.call('GET', '/tasks')).body as { id: number; uid: string }[]).find(({ uid }) => uid === task.uid) as { id: number }
  /** Milliseconds from an edit at ana to the event at bo, sorted. */
  const watchEdits = async (count: number, name: string): Promise<number[]> => {
    const delays: number[] = []
    for (let i = 0; i < count; i++) {
      const events = await fetch(`${bo.url()}/events`)
      const reader = (events.body as ReadableStream<Uint8Array>).getReader()
      const decoder = new TextDecoder()
      await reader.read()
      const began = performance.now()
      await ana.call('PATCH', `/tasks/${here.id}`, { title: `${name} ${i}.` })
      for (let text = ''; !text.includes(`${name} ${i}.`); ) text += decoder.decode((await reader.read()).value, { stream: true })
      delays.push(performance.now() - began)
      await reader.cancel()
    }
    return delays.sort((a, b) => a - b)
  }
  const delays = await watchEdits(100, 'edit')
  line('an edit on one desktop is on another, p50', delays[50] as number, 'ms')
  line('an edit on one desktop is on another, p95', delays[95] as number, 'ms', 500)

  // Cut off, and back when somebody looks: what was written meanwhile, and then edits as before.
  const back: number[] = []
  for (let round = 0; round < 5; round++) {
    proxy.offline('bo', true)
    await until('bo to be offline', async () => (await bo.state()).state === 'offline')
    const title = `while bo was away ${round}`
    await ana.call('PATCH', `/tasks/${here.id}`, { title })
    await settled(ana)
    proxy.offline('bo', false)
    begun = performance.now()
    await bo.call('POST', '/remote/sync')
    await until('the edit', async () => (await bo.call('GET', `/tasks/${task.id}`)).body.title === title)
    back.push(performance.now() - begun)
  }
  line('after an outage: what was written meanwhile is there, slowest', Math.max(...back), 'ms')
  const afterwards = await watchEdits(40, 'afterwards')
  line('after an outage: an edit on one desktop is on another, p95', afterwards[38] as number, 'ms', 500)

  await Promise.all([settled(ana), settled(bo)])
  const before = proxy.bytes('bo')
  await new Promise((resolve) => setTimeout(resolve, 60_000))
  line('idle, bytes in a minute', proxy.bytes('bo') - before, 'B')

  for (const desktop of [ana, bo]) await desktop.call('DELETE', '/remote')
  for (const desktop of [ana, bo]) {
    const mine = ((await desktop.call('GET', '/tasks')).body as { id: number; description: string; uid: string }[])
      .toSorted((a, b) => (a.uid < b.uid ? -1 : 1))
      .slice(0, edits)
    for (const { id, description } of mine) {
      const more = desktop === ana ? `${description}\nby ana` : `by bo\n${description}`
      await desktop.call('PATCH', `/tasks/${id}`, { description: more, priority: desktop === ana ? 'high' : 'low' })
    }
  }
  begun = performance.now()
  await Promise.all([ana.connect(), bo.connect()])
  await until(
    'both weeks to be on both',
    async () => {
      await Promise.all([settled(ana), settled(bo)])
      const texts = async (desktop: SyncedDesktop) =>
        ((await desktop.call('GET', '/tasks')).body as { uid: string; description: string; priority: string }[])
          .map((one) => `${one.uid} ${one.priority} ${one.description}`)
          .sort()
          .join('\n')
      const [a, b] = [await texts(ana), await texts(bo)]
      return a === b && a.split('by ana').length - 1 === edits && a.split('by bo').length - 1 === edits
    },
    300_000,
  )
  line(`a week offline, ${edits} edits a side, merged`, seconds(begun), 's', 10)
} finally {
  await Promise.all(open.map((desktop) => desktop.close()))
  await proxy.close()
  await cloud.close()
  rmSync(folder, { recursive: true, force: true })
}

if (runs > 0) {
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/fuzz/sync.test.ts', '--testTimeout', '86400000'], {
    stdio: 'inherit',
    env: { ...process.env, TANDEM_RUNS: String(runs), TANDEM_TEST_POSTGRES: '' },
  })
  process.exitCode = status ?? 1
}
process.exit()
