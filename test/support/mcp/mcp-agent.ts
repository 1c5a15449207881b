// One agent of the ten: a real client in a process of its own, doing mixed work on tasks that it shares with the others. Prints what it
// did as one line of JSON. Usage: node mcp-agent.ts URL DATA_DIR NAME legacy|modern http|stdio SEED OPERATIONS TASK_IDS
import type { AnyJson } from '../any-json.ts'
import { connectHttp, connectStdio, type Era } from './mcp-clients.ts'
import { program } from '../service/programs.ts'

export interface AgentReport {
  name: string
  /** Lines that it appended, by task. */
  lines: [task: number, line: string][]
  /** When it knew that it held a task, on the clock that all processes share. */
  held: [task: number, from: number, to: number][]
  /** Answers to create_task for the titles that all agents want. */
  created: [title: string, outcome: string, task: number][]
  comments: number
  /** How many calls it made, and what went wrong. */
  calls: number
  errors: string[]
}

/** What every agent wants done; nobody may end up with it twice. */
export const wanted = [
  'Renew the TLS certificate of the mail gateway',
  'Invoice PDF shows the wrong year',
  'Water the plants in the kitchen',
  'Book flights for the autumn retreat',
  'Database backup fails on Sundays',
  'Write release notes for version nine',
  'Replace the broken projector bulb',
  'Interview candidates for the design role',
]

const now = () => Number(process.hrtime.bigint() / 1000n)

async function work(): Promise<AgentReport> {
  const [url, dataDir, name, era, door, seed, operations, ids] = process.argv.slice(2) as [string, string, string, Era, string, string, string, string]
  const tasks = ids.split(',').map(Number)
  let state = Number(seed) | 1
  /** xorshift: the same seed does the same work. */
  const random = (below: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
  const any = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const agent =
    door === 'http'
      ? await connectHttp(era, url, name)
      : await connectStdio(era, name, process.execPath, [program('electron/cli/tandem-mcp.mjs'), '--data-dir', dataDir, '--tools', 'full'], {})
  const report: AgentReport = { name, lines: [], held: [], created: [], comments: 0, calls: 0, errors: [] }

  async function call(tool: string, args: Record<string, unknown>): Promise<AnyJson> {
    report.calls++
    const { isError, text, answer } = await agent.call(tool, args)
    if (isError) report.errors.push(`${tool} ${JSON.stringify(args)}: ${text}`)
    return answer ?? {}
  }

  let count = 0
  const kinds: (() => Promise<void>)[] = [
    async () => {
      const id = any(tasks)
      const line = `${name} was here for the ${++count}. time.`
      if ((await call('update_task', { id, description: line })).outcome === 'updated') report.lines.push([id, line])
    },
    async () => {
      const id = any(tasks)
      if ((await call('claim_task', { id })).outcome !== 'claimed') return
      const from = now()
      await call('get_task', { id })
      const to = now()
      await call('release_task', { id })
      report.held.push([id, from, to])
    },
    async () => {
      const title = any(wanted)
      const { outcome, task } = await call('create_task', { title: random(2) ? title : `${title.toUpperCase()}.` })
      report.created.push([title, outcome, task?.id])
    },
    // Never done: that ends the claim of whoever holds the task, and nobody here is to be wrong about that.
    async () => void (await call('set_task_status', { id: any(tasks), status: any(['backlog', 'todo', 'in_progress', 'in_review']) })),
    async () => void (await call('list_tasks', { limit: 5, ...(random(2) ? { status: 'todo' } : {}) })),
    async () => void (await call('get_task', { id: any(tasks) })),
    async () => void (await call('search', { query: any(wanted).split(' ')[1] })),
    async () => {
      if ((await call('add_comment', { id: any(tasks), body: `${name} says ${++count}` })).outcome === 'created') report.comments++
    },
    async () => {
      const { task } = await call('create_task', { title: `${name} for itself ${++count}`, force: true, reason: 'its own' })
      if (random(2)) await call('delete_task', { id: task.id })
    },
  ]
  // Each of them appends at least once, whatever chance says: what is undone must have been done.
  await kinds[0]?.()
  while (report.calls < Number(operations)) await any(kinds)()
  await agent.close()
  return report
}

if (process.argv.length > 3 && process.argv[1]?.endsWith('mcp-agent.ts')) process.stdout.write(`${JSON.stringify(await work())}\n`)
