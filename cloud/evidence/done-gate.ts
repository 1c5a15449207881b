// Where the people of a team want proof of an agent's `done`: without it the task is in review, with a card that says what is missing. Every way to write
// a task (REST, MCP, finish, undo) asks here; what a person accepts and what devices bring does not.
import { AppError } from '../../shared/domain/app-error.ts'
import { becomesDone, lostCriteria, type Objection, type Standing, unproven, weakened } from '../../shared/domain/evidence/done-rules.ts'
import { missingText } from '../../shared/domain/evidence/states.ts'
import type { Task } from '../../shared/schema/task.ts'
import type { TeamContext } from '../context.ts'
import type { Write } from '../journal/journal.ts'
import type { Evidence } from './evidence.ts'

export type DoneGate = ReturnType<typeof createDoneGate>

export interface DoneGateDeps {
  missing: Evidence['missing']
  /** It stands once the agents' module does, which is made after this one. */
  proving: () => {
    needsProof: (agent: string, team: TeamContext['team']) => Promise<boolean>
    /** Inside the write: asks the people whether the task is done all the same. */
    putUnproven: (write: Write, taskId: number, ctx: TeamContext) => Promise<unknown>
  }
}

export function createDoneGate({ missing, proving }: DoneGateDeps) {
  const isAsked = async ({ actor, caller, team, isBrought }: TeamContext): Promise<boolean> =>
    actor.kind === 'agent' && caller?.kind === 'token' && isBrought !== true && (await proving().needsProof(actor.name, team))

  async function objection(
    { tx, teamId }: Pick<Write, 'tx' | 'teamId'>,
    before: Standing | undefined,
    after: Standing,
    ctx: TeamContext,
  ): Promise<Objection | undefined> {
    const lost = lostCriteria(before, after)
    const isDone = becomesDone(before, after)
    if ((lost.length === 0 && !isDone) || !(await isAsked(ctx))) return undefined
    if (lost.length > 0) return { what: 'weaker', lost }
    const lacking = await missing(tx, teamId, after)
    return lacking.length > 0 ? { what: 'unproven', missing: lacking } : undefined
  }

  return {
    /** As it may be stored: what is not proven is in review instead of done (`isHeld`). Throws `forbidden` where criteria would be weakened. */
    async allowed<T extends Standing>(write: Write, before: Standing | undefined, after: T, ctx: TeamContext): Promise<{ next: T; isHeld: boolean }> {
      const found = await objection(write, before, after, ctx)
      if (found?.what === 'weaker') throw new AppError('forbidden', weakened(found, ctx.actor.name))
      return found ? { next: { ...after, status: 'in_review' }, isHeld: true } : { next: after, isHeld: false }
    },

    /** Inside the write that put it into review: a person is asked. */
    held: async (...held: Parameters<ReturnType<DoneGateDeps['proving']>['putUnproven']>): Promise<void> => void (await proving().putUnproven(...held)),

    /** For an undo, which does all of it or nothing. Throws `conflict`. */
    async require(write: Write, before: Standing, after: Standing, ctx: TeamContext): Promise<void> {
      const found = await objection(write, before, after, ctx)
      if (found) throw new AppError('conflict', found.what === 'weaker' ? weakened(found, ctx.actor.name) : unproven(after.id, found))
    },

    /** For whoever wanted it done: why it is not. undefined: it is, or waits for something else. */
    async note(tx: Write['tx'], teamId: string, asked: Task['status'] | undefined, task: Task): Promise<string | undefined> {
      return asked === 'done' && task.status === 'in_review' ? missingText(task.id, await missing(tx, teamId, task)) : undefined
    },
  }
}
