// The end of an agent's work: what it says, where the task stands and the release of its claim, in one transaction and only under its key.
import { createHash } from 'node:crypto'
import type { Task } from '../../../shared/schema/task.ts'
import type { FinishRequest } from '../../../shared/schema/work/work.ts'
import type { Claims } from '../claims/claims.ts'
import type { Comments } from '../comments/comments.ts'
import type { DoneGate } from '../evidence/done-gate.ts'
import type { Journal } from '../journal/journal.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { Asking } from './next-task.ts'

export interface FinishDeps {
  tasks: Pick<Tasks, 'get' | 'update'>
  comments: Pick<Comments, 'create'>
  claims: Pick<Claims, 'finish' | 'of'>
  journal: Pick<Journal, 'write'>
  doneGate: Pick<DoneGate, 'note'>
}

export interface Finished {
  outcome: 'finished' | 'unchanged' | 'lost'
  task: Task
  held_by?: string
  note?: string
}

const digestOf = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

export function createFinishTask({ tasks, comments, claims, doneGate, journal }: FinishDeps) {
  function lost(id: number): Omit<Finished, 'outcome'> {
    const task = tasks.get(id)
    const claim = claims.of(id)
    const nothing = 'Nothing was written.'
    if (claim)
      return { task, held_by: claim.holder.name, note: `${nothing} Your claim has ended, and ${claim.holder.name} works on it now. Take another task.` }
    if (task.status === 'done') return { task, note: `${nothing} Your claim has ended, and the task is done.` }
    return { task, note: `${nothing} Your claim has ended. Nobody has the task now: next_task with this id claims it again.` }
  }

  function write(id: number, { summary, status = 'done' }: FinishRequest, who: Asking): void {
    comments.create(id, { body: summary }, who)
    tasks.update(id, { status }, who)
  }

  function finish(id: number, asked: FinishRequest, who: Asking): Finished {
    const { key, summary, status = 'done' } = asked
    const outcome = claims.finish(id, who, { key, digest: digestOf([status, summary]) }, () => write(id, asked, who))
    if (outcome === 'lost') return { outcome, ...lost(id) }
    const task = tasks.get(id)
    const note = doneGate.note(status, task)
    return { outcome, task, ...(note === undefined ? {} : { note }) }
  }

  return {
    finish,
    /** What a person has agreed to, even if the claim has ended while it waited for that. */
    approved(id: number, asked: FinishRequest, who: Asking): Finished {
      const accepted = { ...who, isAccepted: true }
      const { outcome, task } = finish(id, asked, accepted)
      if (outcome !== 'lost') return { outcome, task }
      journal.write(who.actor, () => write(id, asked, accepted))
      return { outcome: 'finished', task: tasks.get(id) }
    },
  }
}
