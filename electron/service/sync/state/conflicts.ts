// Fields that both sides changed: what a person says is to stand is a write like any other.
import { AppError } from '../../../../shared/domain/app-error.ts'
import type { ConflictChoice, RemoteConflict } from '../../../../shared/schema/remote.ts'
import type { Context } from '../../context.ts'
import type { Journal } from '../../journal/journal.ts'
import type { SyncStore } from './sync-store.ts'
import type { Replicas } from './replicas.ts'
import { type Choosable, requireChoosable } from '../../tasks/choosable.ts'

export type Conflicts = ReturnType<typeof createConflicts>

export interface ConflictDeps {
  store: SyncStore
  journal: Journal
  replicas: Replicas
  tasks: Choosable
  now: () => Date
}

export function createConflicts({ store, journal, replicas, tasks, now }: ConflictDeps) {
  function applyChoice({ entity, entity_id, field, ...texts }: RemoteConflict, keep: 'local' | 'remote', ctx: Context): void {
    const replica = replicas[entity]
    const here = replica.read(entity_id)
    if (!here) return
    if (field === 'deleted') {
      if (keep === 'remote') replica.remove(entity_id, ctx.actor)
      return
    }
    const fields = replica.spread({ [field]: texts[keep] })
    if (entity === 'task') requireChoosable(tasks, entity_id, fields, ctx)
    journal.write(ctx.actor, (record) => replica.assign(entity_id, fields, record, null))
  }

  return {
    list: store.conflicts,
    settle(id: number, { keep }: ConflictChoice, ctx: Context): void {
      journal.write(ctx.actor, () => {
        const conflict = store.conflict(id)
        if (!conflict) throw new AppError('not_found', `There is no conflict ${id}.`)
        if (conflict.settled_at !== null) throw new AppError('conflict', `Conflict ${id} is already resolved. GET /remote/conflicts lists the open ones.`)
        if (keep !== 'kept') applyChoice(conflict, keep, ctx)
        store.settleConflict(id, now().toISOString())
      })
    },

    /** The choice is taken back; one that waits already stays as it is. */
    reopen(id: number, ctx: Context): RemoteConflict {
      const found = store.conflict(id)
      if (!found) throw new AppError('not_found', `There is no conflict ${id}.`)
      if (found.settled_at !== null) journal.write(ctx.actor, () => store.reopenConflict(id))
      const { settled_at: _settled, ...conflict } = found
      return conflict
    },
  }
}
