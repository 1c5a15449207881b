// `npm run bench:agents`: ten agents drain a thousand tasks that wait for each other, while some of them fail, repeat themselves and die. The
// journal says afterwards whether any task was begun too early or done twice.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import { callUrl } from '../../contract/target.ts'
import { readReports } from '../reports.ts'
import { startProgram } from '../timing.ts'
import type { Called } from './agent.ts'

const taskCount = Number(process.env.TASKS ?? 1000)
const agentCount = 10
const seed = Number(process.env.SEED ?? 1)
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const dataDir = mkdtempSync(join(tmpdir(), 'tandem-bench-agents-'))
const service = await startProgram([file('service.ts'), dataDir])
const rest = (method: string, path: string, body?: unknown) => callUrl(service.url + path, method, body, { 'x-actor': 'person' })

/** Of an id, the tasks that must be done before it: those that it waits for, and its parts. */
const before = new Map<number, number[]>()

async function makeGraph(): Promise<void> {
  const reports = readReports()
  const ids: number[] = []
  for (let i = 0; i < taskCount; i++) {
    const { title = '', text = '' } = reports[i % reports.length] ?? {}
    const older = (n: number) => ids[Math.max(0, ids.length - 1 - ((i * 7 + n * 13) % 60))] as number
    const task = {
      title: title.slice(0, 200),
      description: text.replaceAll('\0', '').toWellFormed().slice(0, 300),
      status: 'todo',
      priority: ['low', 'medium', 'high'][i % 3],
    }
    const links =
      ids.length === 0 || i % 10 < 3 ? {} : i % 10 === 3 ? { parent_id: older(0) } : { blocked_by: [...new Set([older(1), older(2)])].slice(0, 1 + (i % 2)) }
    const linked = await rest('POST', '/tasks', { ...task, ...links })
    // A part that would wait for its own whole is refused.
    const { id, parent_id, blocked_by } = (linked.status === 201 ? linked : await rest('POST', '/tasks', task)).body as {
      id: number
      parent_id: number | null
      blocked_by: number[]
    }
    ids.push(id)
    before.set(id, blocked_by)
    if (parent_id !== null) before.set(parent_id, [...(before.get(parent_id) ?? []), id])
  }
}

const calls: Called[] = []
const running = new Set<ChildProcess>()
let killed = 0
let isOver = false

const begin = (child: ChildProcess) => child.stdin?.write('go\n')

/** Resolves once it is connected, and waits for the word to begin. */
function startAgent(i: number, life: number): Promise<ChildProcess> {
  const era = i % 2 ? 'modern' : 'legacy'
  const child = spawn(process.execPath, [file('agent.ts'), service.url, `agent-${i}`, era, String(seed * 1000 + i + life * 7919)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  running.add(child)
  const connected = Promise.withResolvers<ChildProcess>()
  // It may die before it reads.
  child.stdin?.on('error', () => undefined)
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    if (line === 'ready') connected.resolve(child)
    else calls.push(JSON.parse(line) as Called)
  })
  child.once('exit', () => {
    running.delete(child)
    if (isOver) return
    killed++
    void startAgent(i, life + 1).then(begin)
  })
  return connected.promise
}

/** Search has read what was created, so that it is not measured along. */
async function settled(): Promise<void> {
  for (;;) {
    const { indexed, journal } = (await rest('GET', '/health')).body as { indexed: number; journal: number }
    if (indexed >= journal) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const doneCount = async () => Number((await rest('GET', '/tasks?status=done&limit=1')).headers.get('x-total-count'))

interface Verdict {
  early: number
  twice: number
  left: number
  returned: number
}

/** Reads the whole journal as it was written. */
async function judge(): Promise<Verdict> {
  const statuses = new Map<number, string>()
  const times = new Map<number, number>()
  const verdict: Verdict = { early: 0, twice: 0, left: 0, returned: 0 }
  for (let after = 0; ; ) {
    const entries = (await rest('GET', `/journal?after=${after}&limit=1000`)).body as JournalEntry[]
    if (entries.length === 0) break
    after = entries.at(-1)?.seq ?? after
    for (const { entity, entity_id: id, actor, after: fields } of entries) {
      const status = entity === 'task' ? (fields?.status as string | undefined) : undefined
      if (status === undefined) continue
      if (status === 'in_progress') {
        if (statuses.get(id) === 'in_progress') verdict.twice++
        if ((before.get(id) ?? []).some((other) => statuses.get(other) !== 'done')) verdict.early++
      }
      if (status === 'done') times.set(id, (times.get(id) ?? 0) + 1)
      if (actor.kind === 'system') verdict.returned++
      statuses.set(id, status)
    }
  }
  verdict.twice += [...times.values()].filter((n) => n > 1).length
  verdict.left = taskCount - times.size
  return verdict
}

const share = (values: readonly number[], part: number) => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0

try {
  await makeGraph()
  await settled()
  const agents = await Promise.all(Array.from({ length: agentCount }, (_, i) => startAgent(i, 0)))
  const started = performance.now()
  for (const child of agents) begin(child)
  let lastDone = -1
  for (let still = 0; still < 240; still++) {
    const done = await doneCount()
    if (done === taskCount) break
    if (done !== lastDone) still = 0
    lastDone = done
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  const seconds = (performance.now() - started) / 1000
  // Nothing is left: whoever is idle now waits on the server and calls nobody.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const atRest = calls.length
  await new Promise((resolve) => setTimeout(resolve, 5000))
  const idleCalls = calls.length - atRest
  isOver = true
  const ended = [...running].map((child) => new Promise((resolve) => child.once('exit', resolve)))
  for (const child of running) child.kill('SIGKILL')
  await Promise.all(ended)

  const verdict = await judge()
  const next = calls.filter(({ tool, waited, outcome }) => tool === 'next_task' && !waited && outcome !== 'none').map(({ ms }) => ms)
  const outcomes = Map.groupBy(calls, ({ tool, outcome }) => `${tool} ${outcome}`)
  const row = (what: string, value: string | number, target = '') => process.stdout.write(`| ${what} | ${value} | ${target} |\n`)
  process.stdout.write(`${agentCount} agents, ${taskCount} tasks, seed ${seed}: ${seconds.toFixed(1)} s\n\n| | measured | target |\n|---|---|---|\n`)
  row('begun before what it waits for was done', verdict.early, '0')
  row('worked on by two, or done twice', verdict.twice, '0')
  row('not done in the end', verdict.left, '0')
  row('agents killed; tasks that came back from them', `${killed}; ${verdict.returned}`)
  row('calls a task', (calls.length / taskCount).toFixed(2), '≤ 3')
  row('tokens a task', Math.round(calls.reduce((sum, { tokens }) => sum + tokens, 0) / taskCount), '≤ 350')
  row('next_task, median / p95', `${share(next, 0.5).toFixed(1)} / ${share(next, 0.95).toFixed(1)} ms`, '≤ 50 ms (p95)')
  row('calls of ten idle agents in five seconds', idleCalls, '0')
  process.stdout.write(`\n${[...outcomes].map(([what, some]) => `${what} ${some.length}`).join(', ')}\n`)
  if (verdict.early + verdict.twice + verdict.left + idleCalls > 0) process.exitCode = 1
} finally {
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
