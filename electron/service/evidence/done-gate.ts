// What becomes of an agent's `done` where the person wants proof first: without it the task is in review, with a card that says what is missing. Every way
// to set a status (REST, MCP, the command line, bulk, finish) comes through tasks.ts, which asks here.
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
    /** Whether this writer may not set this task to done yet. */
    holds: (task: Pick<Task, 'id' | 'criteria'>, { actor, isAccepted }: Context): boolean =>
      actor.kind === 'agent' && isAccepted !== true && agents.needsProof(actor.name) && evidence.missing(task).length > 0,

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
