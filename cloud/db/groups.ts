// Under load, small writes of several teams share one commit. Each still enters its own team before its statements, so that row-level security
// holds for every one of them as if it were alone. When anything in a group fails, nothing of it happened, and each is sent again by itself.
import { type Answer, isStatementError } from './bundle.ts'
import { createGathered } from './gathered.ts'
import type { Statement } from './wire.ts'

/** How a bundle ended; `failedAt` is the statement that met the error. */
export interface Outcome {
  answers: Answer[]
  error?: Error | undefined
  failedAt: number
}

export interface Job {
  /** Jobs are sent in this order: two groups that lock rows of the same teams must not wait for each other in a circle. */
  order: string
  /** Enters the team without waiting for another's lock, so that nobody behind it or beside it waits either. */
  hasty: Statement
  /** The same with all the time that the connection's settings leave. */
  patient: Statement
  statements: Statement[]
}

const maxTogether = 32
const isLocked = (error: Error) => (error as { code?: string }).code === '55P03'

export function createGroups(run: (statements: Statement[]) => Promise<Outcome>, timeoutMs: number): (job: Job) => Promise<Outcome> {
  return createGathered(
    async (jobs: readonly Job[]) => {
      const group = jobs.toSorted((a, b) => (a.order < b.order ? -1 : 1))
      const outcome = await run(group.flatMap(({ hasty, statements }) => [hasty, ...statements]))
      const outcomes = new Map<Job, Outcome | Promise<Outcome>>()
      let next = 0
      for (const job of group) {
        const count = job.statements.length + 1
        if (!outcome.error) outcomes.set(job, { ...outcome, answers: outcome.answers.slice(next, next + count) })
        // No database, or nobody knows what it did: not to be sent once more.
        else if (!isStatementError(outcome.error)) outcomes.set(job, { ...outcome, answers: [], failedAt: 0 })
        // Alone it failed for good, unless it only did not wait for a lock.
        else if (group.length === 1 && !isLocked(outcome.error)) outcomes.set(job, outcome)
        else outcomes.set(job, run([job.patient, ...job.statements]))
        next += count
      }
      return jobs.map((job) => outcomes.get(job) as Outcome)
    },
    { maxTogether, timeoutMs },
  )
}
