// Under load, small writes of several teams share one commit. Each still enters its own team before its statements, so that row-level security
// holds for every one of them as if it were alone. When anything in a group fails, nothing of it happened, and each is sent again by itself.
import type { QueryConfig, QueryResult } from 'pg'

/** How a bundle ended. With an error: `failedAt` is the statement that met it, `unchanged` says that nothing was written for certain. */
export interface Outcome {
  results: QueryResult[]
  error?: Error | undefined
  failedAt: number
  unchanged: boolean
}

export interface Job {
  /** Jobs are sent in this order: two groups that lock rows of the same teams must not wait for each other in a circle. */
  order: string
  statements: QueryConfig[]
}

/** So many go out alone before the next ones wait and gather. */
const mostUnderWay = 2
const mostTogether = 32
/** Nobody waits long for another team's lock: alone, each has the whole time of the pool's settings. */
const impatience = { name: 'impatience', text: "SELECT set_config('lock_timeout', '100', true)" }

export function createGroups(run: (statements: QueryConfig[]) => Promise<Outcome>): (job: Job) => Promise<Outcome> {
  interface Waiting extends Job {
    resolve(outcome: Outcome | Promise<Outcome>): void
  }
  const waiting: Waiting[] = []
  let underWay = 0

  async function send(): Promise<void> {
    const group = waiting.splice(0, mostTogether).sort((a, b) => (a.order < b.order ? -1 : 1))
    underWay++
    const [only, ...more] = group
    if (only && more.length === 0) only.resolve(await run(only.statements))
    else {
      const outcome = await run([impatience, ...group.flatMap(({ statements }) => statements)])
      let next = 1
      for (const { statements, resolve } of group) {
        if (!outcome.error) resolve({ ...outcome, results: outcome.results.slice(next, next + statements.length) })
        else resolve(outcome.unchanged ? run(statements) : { ...outcome, results: [], failedAt: 0 })
        next += statements.length
      }
    }
    underWay--
    if (waiting.length > 0) void send()
  }

  return (job) =>
    new Promise((resolve) => {
      waiting.push({ ...job, resolve })
      if (underWay < mostUnderWay) void send()
    })
}
