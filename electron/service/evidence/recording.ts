// How evidence is recorded: checked, signed, stored, and linked from the criterion that it answers.
import { createHash } from 'node:crypto'
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import { harmlessRun } from '../../../shared/domain/evidence/harmless-run.ts'
import { statementOf } from '../../../shared/domain/evidence/statement.ts'
import { readMoment } from '../../../shared/domain/time/recurrence.ts'
import { sealed } from '../../../shared/node/envelope.ts'
import type { CommandRun, Envelope, NewEvidence } from '../../../shared/schema/work/evidence.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { actorOnly, type Context } from '../context.ts'
import type { EvidenceStore, StoredEvidence } from './evidence-store.ts'
import type { SigningKey } from './signing-key.ts'

export interface RecordingDeps {
  store: EvidenceStore
  now: () => Date
}

/** So many pieces of evidence a task has at most. */
export const maxOfTask = 1000

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** When it had ended: what was seen of its tree. */
const endOf = ({ started_at, duration_ms }: CommandRun, now: Date): string =>
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

function criterionOf({ criteria, id }: Task, place: number | undefined, at = ''): string | null {
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

type Added = Pick<StoredEvidence, 'id' | 'criterion' | 'created_at'>

function signed(task: Task, kind: NewEvidence['kind'], run: CommandRun, { id, criterion, created_at }: Added, { actor }: Context, key: SigningKey): Envelope {
  const context = {
    evidence_id: id,
    kind: kind as 'ran' | 'ci',
    task_uid: task.uid,
    task_title: task.title,
    criterion,
    by: { ...actorOnly(actor), ...(actor.run === undefined ? {} : { run: actor.run }) },
    recorded_at: created_at,
  }
  return sealed(statementOf(run, context, sha256), key.privateKey)
}

const answeredBy = (criteria: Task['criteria'], place: number | undefined, id: string): Task['criteria'] =>
  place === undefined ? criteria : criteria.map((one, n) => (n + 1 === place ? { ...one, evidence_id: id } : one))

export function createRecording({ store, now }: RecordingDeps) {
  return {
    /** Inside a write. Returns the criteria with what they are answered by; a claim answers nothing, and must not take the place of what does. */
    insert(task: Task, id: string, given: NewEvidence, ctx: Context, by: SigningKey | undefined, at = ''): Task['criteria'] {
      const added = { id, criterion: criterionOf(task, given.criterion, at), created_at: now().toISOString() }
      if (store.countOf(task.id) >= maxOfTask)
        throw new AppError('conflict', `Task ${task.id} has ${maxOfTask} pieces of evidence, the most it can have. Nothing was recorded.`)
      const run = given.run && harmlessRun(given.run)
      const envelope = run && by ? signed(task, given.kind, run, added, ctx, by) : null
      if (by) store.keepKey(by.publicKey)
      store.insert({ ...added, task_id: task.id, kind: given.kind, text: given.text ?? null, envelope, by: actorOnly(ctx.actor) })
      if (given.kind === 'ran' && run?.tree) store.see(run.tree.checkout, run.tree.after, endOf(run, now()))
      return envelope ? answeredBy(task.criteria, given.criterion, id) : task.criteria
    },

    /** The criteria, one of them answered by what is signed already; throws what is wrong with that. */
    link(task: Task, id: string, { criterion }: Pick<NewEvidence, 'criterion'>, at: string): Task['criteria'] {
      const found = store.ofTask(task.id, maxOfTask).find((one) => one.id === id)
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
    },
  }
}
