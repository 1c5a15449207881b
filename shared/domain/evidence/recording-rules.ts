// What evidence must be to be recorded, and what it answers: the same in the service and in the cloud.
import { AppError, invalidField } from '../app-error.ts'
import { readMoment } from '../time/recurrence.ts'
import type { CommandRun, NewEvidence } from '../../schema/work/evidence.ts'
import type { Task } from '../../schema/task.ts'

/** So many pieces of evidence a task has at most. */
export const maxOfTask = 1000

/** When it had ended: what was seen of its tree. */
export const endOf = ({ started_at, duration_ms }: CommandRun, now: Date): string =>
  new Date(Math.min(Date.parse(started_at) + duration_ms, now.getTime())).toISOString()

/** Milliseconds: clocks of two machines differ, but not by more. */
const clocksDiffer = 5 * 60_000

/** What ends later than now has not been seen by anybody. */
function requirePast({ started_at, duration_ms }: CommandRun, now: Date, at: string): void {
  if (readMoment(started_at, 'UTC') === undefined) throw invalidField(`${at}/run/started_at`, `started_at must be a moment that exists; got ${started_at}`)
  if (Date.parse(started_at) + duration_ms <= now.getTime() + clocksDiffer) return
  throw invalidField(
    `${at}/run/started_at`,
    `started_at and duration_ms must say when it ran, which is over by now: ${now.toISOString()} by Tandem's clock, from which others may differ by 5 minutes; got ${started_at} and ${duration_ms} ms`,
  )
}

/** Throws what is wrong with it, in words that say what to send instead. */
export function requireWhole({ kind, run, text }: NewEvidence, now: Date, at = ''): void {
  if (kind === 'claimed') {
    if (text === undefined) throw invalidField(`${at}/text`, 'text must be given with the kind claimed: what is claimed')
    if (run !== undefined) throw invalidField(`${at}/run`, 'run must be left out with the kind claimed; what ran is recorded by `tandem prove`')
    return
  }
  if (run === undefined) throw invalidField(`${at}/run`, `run must be given with the kind ${kind}: the command, how it ended, and the tree it ran on`)
  if (text !== undefined) throw invalidField(`${at}/text`, `text must be left out with the kind ${kind}; only a claim has one`)
  if (run.exit_code !== null && run.signal !== undefined) throw invalidField(`${at}/run/exit_code`, 'exit_code must be null where a signal ended the command')
  if (run.exit_code === null && run.signal === undefined && run.timed_out !== true)
    throw invalidField(`${at}/run/exit_code`, 'exit_code must be a number where no signal ended the command and it did not time out')
  requirePast(run, now, at)
}

export function criterionOf({ criteria, id }: Task, place: number | undefined, at = ''): string | null {
  if (place === undefined) return null
  const criterion = criteria[place - 1]
  if (criterion) return criterion.text
  throw invalidField(
    `${at}/criterion`,
    criteria.length === 0
      ? `criterion must be left out: task ${id} has no criteria`
      : `criterion must be from 1 to ${criteria.length}, the criteria of task ${id}; got ${place}`,
  )
}

export const answeredBy = (criteria: Task['criteria'], place: number | undefined, id: string): Task['criteria'] =>
  place === undefined ? criteria : criteria.map((one, n) => (n + 1 === place ? { ...one, evidence_id: id } : one))

/** Throws `conflict` for a task that has as much as it can have. */
export function requireRoom(taskId: number, count: number): void {
  if (count >= maxOfTask) throw new AppError('conflict', `Task ${taskId} has ${maxOfTask} pieces of evidence, the most it can have. Nothing was recorded.`)
}

/** The criteria, one of them answered by what is signed already (`found`); throws what is wrong with that. */
export function linked(
  task: Task,
  id: string,
  found: { criterion: string | null; envelope: unknown } | undefined,
  criterion: number | undefined,
  at: string,
): Task['criteria'] {
  if (!found?.envelope)
    throw invalidField(
      `${at}/id`,
      `id must name signed evidence of task ${task.id}; ${id} ${found ? 'is a claim' : 'is none'}. \`tandem prove ${task.id} -- COMMAND\` prints one.`,
    )
  const text = criterionOf(task, criterion, at)
  if (text !== null && found.criterion !== null && found.criterion !== text)
    throw invalidField(
      `${at}/id`,
      `id must name evidence for this criterion or for none in particular; ${id} is for "${found.criterion}". Run \`tandem prove ${task.id} --criterion ${criterion} -- COMMAND\`.`,
    )
  return answeredBy(task.criteria, criterion, id)
}
