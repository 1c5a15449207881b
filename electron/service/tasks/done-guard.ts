// Where a person wants proof before an agent's "done" counts: what becomes of a write that would go round that. Each way to write a task (create, update
// and with it bulk and finish, merge, undo) comes through here; whether something stands against it is decided in evidence/done-gate.ts alone.
import { AppError } from '../../../shared/domain/app-error.ts'
import { type Standing, unproven, weakened } from '../../../shared/domain/evidence/done-rules.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Context } from '../context.ts'
import type { DoneGate } from '../evidence/done-gate.ts'

export type Gate = Pick<DoneGate, 'objection' | 'held'>

/** Where nobody asks for proof. */
export const openGate: Gate = { objection: () => undefined, held: () => undefined }

export type DoneGuard = ReturnType<typeof createDoneGuard>

export function createDoneGuard(gate: Gate) {
  return {
    /** As it may be stored: what is not proven is in review instead of done (`isHeld`). Throws `forbidden` where criteria would be weakened. */
    allowed<F extends Partial<Pick<Task, 'status' | 'criteria'>>>(before: Standing | undefined, fields: F, ctx: Context): { fields: F; isHeld: boolean } {
      const after: Standing = { ...(before ?? { id: 0, status: 'backlog', criteria: [] }), ...fields }
      const objection = gate.objection(before, after, ctx)
      if (objection?.what === 'weaker') throw new AppError('forbidden', weakened(objection, ctx.actor.name))
      return objection ? { fields: { ...fields, status: 'in_review' }, isHeld: true } : { fields, isHeld: false }
    },

    /** Once it is written: one that is not done yet asks a person. */
    settle(isHeld: boolean, task: Task, ctx: Context): Task {
      if (isHeld) gate.held(task, ctx)
      return task
    },

    /** For an undo and a merge, which do all of it or nothing. Throws `code`. */
    require(before: Standing, after: Standing, ctx: Context, code: 'conflict' | 'forbidden'): void {
      const objection = gate.objection(before, after, ctx)
      if (objection?.what === 'weaker') throw new AppError(code, weakened(objection, ctx.actor.name))
      if (objection) throw new AppError(code, unproven(after.id, objection))
    },
  }
}
