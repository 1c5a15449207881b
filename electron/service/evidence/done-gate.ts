// Where a person wants proof of an agent's `done`: whether a writer may make a task done, or weaken what it is measured by. Without proof the task is in
// review, with a card that says what is missing. Every way to write a task (REST, MCP, the command line, bulk, finish, merge, undo) asks here, through
// tasks/done-guard.ts.
import { becomesDone, lostCriteria, type Objection, type Standing } from '../../../shared/domain/evidence/done-rules.ts'
import { missingText } from '../../../shared/domain/evidence/states.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Context } from '../context.ts'
import type { Agents } from '../proposals/agents.ts'
import type { Proposals, StoredProposal } from '../proposals/proposals.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { Evidence } from './evidence.ts'

export type DoneGate = ReturnType<typeof createDoneGate>

export interface DoneGateDeps {
  agents: Pick<Agents, 'needsProof'>
  evidence: Pick<Evidence, 'missing'>
  proposals: Pick<Proposals, 'putUnproven'>
  tasks: Pick<Tasks, 'update'>
}

export function createDoneGate({ agents, evidence, proposals, tasks }: DoneGateDeps) {
  return {
    /** What stands against a change of a task by this writer; undefined: nothing. `before`: left out of one that is not there yet. */
    objection(before: Standing | undefined, after: Standing, { actor, isAccepted }: Context): Objection | undefined {
      if (actor.kind !== 'agent' || isAccepted === true || !agents.needsProof(actor.name)) return undefined
      const lost = lostCriteria(before, after)
      if (lost.length > 0) return { what: 'weaker', lost }
      if (!becomesDone(before, after)) return undefined
      const missing = evidence.missing(after)
      return missing.length > 0 ? { what: 'unproven', missing } : undefined
    },

    /** Inside the write that put it into review. */
    held: ({ id }: Pick<Task, 'id'>, { actor }: Context): void => proposals.putUnproven({ agent: actor.name, run: actor.run ?? null, task_id: id }),

    /** For whoever wanted it done: why it is not. undefined: it is, or waits for something else. */
    note: (asked: Task['status'] | undefined, task: Task): string | undefined =>
      asked === 'done' && task.status === 'in_review' ? missingText(task.id, evidence.missing(task)) : undefined,

    /** A person accepts it as it is. */
    accept({ task_id, agent, run }: StoredProposal): Record<string, unknown> {
      const { id, status } = tasks.update(
        task_id as number,
        { status: 'done' },
        { actor: { kind: 'agent', name: agent, run: run ?? undefined }, isAccepted: true },
      )
      return { outcome: 'updated', task: { id, status } }
    },

    /** A person asks for more: the task goes back to who can take it. */
    askAgain: ({ task_id }: StoredProposal, ctx: Context): void => void tasks.update(task_id as number, { status: 'todo' }, { actor: ctx.actor }),
  }
}
