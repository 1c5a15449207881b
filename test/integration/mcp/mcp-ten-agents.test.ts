// Ten agents at once, each a real client in its own process, on the same tasks: nothing is lost, nothing is there twice, everything is in
// the journal, and what one of them did can be taken back without touching what the others did.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JournalEntry, UndoResult } from '../../../shared/schema/journal.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { callUrl } from '../../contract/target.ts'
import { type AgentReport, wanted } from '../../support/mcp/mcp-agent.ts'
import { run } from '../../support/service/programs.ts'
import { openService } from '../../support/service/service.ts'

const long = process.env.TANDEM_LONG === '1'
const operations = long ? 1000 : 25
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const agents = [...Array(10).keys()].map((i) => ({ name: `agent-${i}`, era: i % 2 ? 'modern' : 'legacy', door: i < 8 ? 'http' : 'stdio' }))
const undone = 'agent-3'

let service: Awaited<ReturnType<typeof openService>>
let reports: AgentReport[]
let shared: number[]
const rest = async (method: string, path: string, body?: unknown) => (await callUrl(service.url + path, method, body, { 'x-actor': 'person' })).body

async function journal(): Promise<JournalEntry[]> {
  const all: JournalEntry[] = []
  for (;;) {
    const page = (await rest('GET', `/journal?after=${all.at(-1)?.seq ?? 0}&limit=1000`)) as JournalEntry[]
    if (page.length === 0) return all
    all.push(...page)
  }
}

/** What the journal alone says the tasks are. */
function replayed(entries: readonly JournalEntry[]): Map<number, Record<string, unknown>> {
  const rows = new Map<number, Record<string, unknown>>()
  for (const { entity, entity_id, action, after } of entries) {
    if (entity !== 'task') continue
    if (action === 'deleted') rows.delete(entity_id)
    else rows.set(entity_id, { ...(action === 'created' ? {} : rows.get(entity_id)), ...after })
  }
  return rows
}

const tasksNow = async () => new Map(((await rest('GET', '/tasks')) as Task[]).map((task) => [task.id, task]))

beforeAll(async () => {
  service = await openService()
  shared = []
  for (let i = 0; i < 12; i++)
    shared.push((await rest('POST', '/tasks', { title: `shared ground number ${i}`, ...(i % 2 ? { description: 'It begins here.' } : {}) })).id)
  reports = await Promise.all(
    agents.map(async ({ name, era, door }, i) => {
      const ran = await run('test/support/mcp/mcp-agent.ts', [
        service.url,
        service.dataDir,
        name,
        era,
        door,
        String(seed + i * 7919),
        String(operations),
        shared.join(','),
      ])
      if (ran.code !== 0) throw new Error(`${name} ended with ${ran.code}: ${ran.err}`)
      return JSON.parse(ran.out) as AgentReport
    }),
  )
}, 300_000)
afterAll(() => service.close())

describe(`ten agents, ${operations} operations each (SEED=${seed})`, () => {
  it('[M13] do all that they set out to do', () => {
    for (const report of reports) expect([report.name, report.errors]).toEqual([report.name, []])
    expect(reports.reduce((sum, { calls }) => sum + calls, 0)).toBeGreaterThanOrEqual(10 * operations)
  })

  it('[M4] lose no appended line, and repeat none', async () => {
    const tasks = await tasksNow()
    for (const { lines } of reports) {
      for (const [id, line] of lines) expect([line, (tasks.get(id)?.description ?? '').split('\n\n').filter((one) => one === line).length]).toEqual([line, 1])
    }
    for (const id of shared.filter((_, i) => i % 2)) expect(tasks.get(id)?.description?.startsWith('It begins here.')).toBe(true)
  })

  it('[A1] never hold one task at the same time', () => {
    const held = reports.flatMap(({ name, held }) => held.map(([task, from, to]) => ({ name, task, from, to })))
    expect(held.length).toBeGreaterThan(10)
    for (const task of shared) {
      const ofTask = held.filter((one) => one.task === task).sort((a, b) => a.from - b.from)
      for (const [i, next] of ofTask.slice(1).entries()) expect(next.from, JSON.stringify([ofTask[i], next])).toBeGreaterThan(ofTask[i]?.to as number)
    }
  })

  it('[M6] make one task of what they all want', async () => {
    const tasks = [...(await tasksNow()).values()]
    for (const title of wanted) {
      const answers = reports.flatMap(({ created }) => created.filter(([wish]) => wish === title))
      // With few calls each, what nobody happened to want makes none.
      if (answers.length === 0) continue
      expect([title, answers.filter(([, outcome]) => outcome === 'created').length, new Set(answers.map(([, , id]) => id)).size]).toEqual([title, 1, 1])
      expect(tasks.filter((task) => task.title.toLowerCase().replace(/\.$/, '') === title.toLowerCase())).toHaveLength(1)
    }
  })

  it('[J1][J3] are in the journal with every write, from which all rows can be built again', async () => {
    const entries = await journal()
    const rows = replayed(entries)
    const tasks = await tasksNow()
    expect([...rows.keys()].sort((a, b) => a - b)).toEqual([...tasks.keys()].sort((a, b) => a - b))
    for (const [id, row] of rows) expect(tasks.get(id)).toMatchObject(row)
    for (const { name, comments } of reports) {
      const own = entries.filter(
        (entry) =>
          entry.actor.name === name && entry.entity === 'comment' && entry.action === 'created' && !String(entry.after?.body).startsWith('Created although'),
      )
      expect([name, own.length]).toEqual([name, comments])
    }
  })

  it('[U1][U7] can be undone one by one: what agent-3 did goes, what the others did stays', async () => {
    const entries = await journal()
    const before = await tasksNow()
    const conflicts: UndoResult['conflicts'] = []
    let asked: object | undefined = { actor: undone, since: entries[0]?.at }
    while (asked) {
      const { from, next, ...result } = (await rest('POST', '/undo', asked)) as UndoResult
      conflicts.push(...result.conflicts)
      asked = next === null ? undefined : { actor: undone, from, to: next }
    }
    const after = await tasksNow()
    const own = reports.find((report) => report.name === undone) as AgentReport
    expect(own.lines.length).toBeGreaterThan(0)

    for (const [id, task] of before) {
      const history = entries.filter((entry) => entry.task_id === id)
      const others = history.some((entry) => entry.actor.name !== undone)
      // What it created and nobody else touched is gone; all else is there.
      expect([id, after.has(id)]).toEqual([id, others])
      if (!others) continue
      const lines = (text: string | null | undefined) => (text ? text.split('\n\n') : [])
      const mine = new Set(own.lines.filter(([taskId]) => taskId === id).map(([, line]) => line))
      expect(lines(after.get(id)?.description)).toEqual(lines(task.description).filter((line) => !mine.has(line)))
      // The status stands where the last of the others put it.
      const statuses = history.filter((entry) => entry.entity === 'task' && entry.after && Object.hasOwn(entry.after, 'status'))
      while (statuses.length > 1 && statuses.at(-1)?.actor.name === undone && statuses.at(-1)?.action === 'updated') statuses.pop()
      expect([id, after.get(id)?.status]).toEqual([id, statuses.at(-1)?.after?.status])
    }
    const comments = (await Promise.all(shared.map(async (id) => (await rest('GET', `/tasks/${id}/comments`)) as { author: { name: string } }[]))).flat()
    expect(comments.filter(({ author }) => author.name === undone)).toEqual([])
    const theirs = reports.filter(({ name }) => name !== undone).reduce((sum, report) => sum + report.comments, 0)
    expect(comments).toHaveLength(theirs)
    // Left alone is only what others have built on: statuses that they changed since, tasks that they worked on.
    for (const conflict of conflicts)
      expect([conflict.field ?? conflict.reason]).toEqual([expect.stringMatching(/^(?:status|completed_at|.* has worked on it since.*)$/)])
    expect(replayed(await journal()).size).toBe(after.size)
  })
})
