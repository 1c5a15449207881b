// The end of an agent's work: what it says, where the task stands and the release of its claim, in one transaction and only under its key.
import { createHash } from 'node:crypto'
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { FinishRequest } from '../../../shared/schema/work/work.ts'
import type { Claims } from '../claims/claims.ts'
import { isOfRun } from '../claims/grants.ts'
import type { Comments } from '../comments/comments.ts'
import type { DoneGate } from '../evidence/done-gate.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { SigningKey } from '../evidence/signing-key.ts'
import type { Journal } from '../journal/journal.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { Asking } from './next-task.ts'

export interface FinishDeps {
  tasks: Pick<Tasks, 'get' | 'update'>
  comments: Pick<Comments, 'create'>
  claims: Pick<Claims, 'finish' | 'hasFinished' | 'of'>
  journal: Pick<Journal, 'write'>
  doneGate: Pick<DoneGate, 'note'>
  evidence: Pick<Evidence, 'addAll'>
}

export interface Finished {
  outcome: 'finished' | 'unchanged' | 'lost'
  task: Task
  held_by?: string
  note?: string
}

/** The same whatever the order in which a client writes the members of an object. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value

/** What tells a repetition; without evidence as it was before there was any. */
const digestOf = ({ status = 'done', summary, evidence = [] }: FinishRequest) =>
  createHash('sha256')
    .update(JSON.stringify([status, summary, ...evidence], inOrder))
    .digest('base64url')

export function createFinishTask({ tasks, comments, claims, doneGate, evidence, journal }: FinishDeps) {
  function lost(id: number, who: Asking): Omit<Finished, 'outcome'> {
    const task = tasks.get(id)
    const claim = claims.of(id)
    const nothing = 'Nothing was written.'
    if (claim && isOfRun(claim, who)) return { task, note: `${nothing} That is not the key of your claim: next_task with this id answers it.` }
    if (claim)
      return { task, held_by: claim.holder.name, note: `${nothing} Your claim has ended, and ${claim.holder.name} works on it now. Take another task.` }
    if (task.status === 'done') return { task, note: `${nothing} Your claim has ended, and the task is done.` }
    return { task, note: `${nothing} Your claim has ended. Nobody has the task now: next_task with this id claims it again.` }
  }

  /** `by` signs what ran. Evidence comes first: what it proves is done. */
  function write(id: number, { summary, status = 'done', evidence: given = [] }: FinishRequest, who: Asking, by?: SigningKey): void {
    comments.create(id, { body: summary }, who)
    const task = tasks.get(id)
    const criteria = evidence.addAll(task, given, who, by)
    tasks.update(id, { status, ...(criteria === task.criteria ? {} : { criteria }) }, who)
  }

  function finish(id: number, asked: FinishRequest, who: Asking, by?: SigningKey): Finished {
    if (asked.key === undefined && asked.own_run !== true)
      throw invalidField('/key', 'key is required: take it from the answer of next_task (POST /tasks/next) or claim_task (PUT /tasks/:id/claim)')
    const outcome = claims.finish(id, who, { key: asked.key, digest: digestOf(asked) }, () => write(id, asked, who, by))
    if (outcome === 'lost') return { outcome, ...lost(id, who) }
    const task = tasks.get(id)
    const note = doneGate.note(asked.status ?? 'done', task)
    return { outcome, task, ...(note === undefined ? {} : { note }) }
  }

  return {
    finish,
    /** What a call under a key comes to that writes nothing, and so needs nobody's agreement; undefined: it would write. */
    settled(id: number, asked: FinishRequest & { key: string }, who: Asking): Finished | undefined {
      const task = tasks.get(id)
      if (claims.of(id)?.key === asked.key) return undefined
      return claims.hasFinished(id, asked.key, digestOf(asked)) ? { outcome: 'unchanged', task } : { outcome: 'lost', ...lost(id, who) }
    },
    /** What a person has agreed to, even if the claim has ended while it waited for that. Throws `conflict` where somebody else has the task by now. */
    approved(id: number, asked: FinishRequest, who: Asking): Finished {
      const accepted = { ...who, isAccepted: true }
      const { outcome, task } = finish(id, asked, accepted)
      if (outcome !== 'lost') return { outcome, task }
      const claim = claims.of(id)
      if (claim && !isOfRun(claim, who))
        throw new AppError(
          'conflict',
          `${claim.holder.name} works on task ${id} now, and this would end that. Release the claim of ${claim.holder.name} first, or reject the proposal.`,
        )
      journal.write(who.actor, () => write(id, asked, accepted))
      return { outcome: 'finished', task: tasks.get(id) }
    },
  }
}
