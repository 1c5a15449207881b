// What the cloud does not take of what was written here. It stands here as it was written until a person changes it, tries again, or takes it back.
import { AppError } from '../../../../shared/domain/app-error.ts'
import { type Row, same } from '../../../../shared/domain/history/difference.ts'
import type { RefusedWrite, TakeBackRequest, TakenBack } from '../../../../shared/schema/remote.ts'
import { unexpected } from '../../../../shared/sync/effect.ts'
import { transition } from '../../../../shared/sync/transition.ts'
import type { Context } from '../../context.ts'
import type { Journal } from '../../journal/journal.ts'
import { type Choosable, requireChoosable } from '../../tasks/choosable.ts'
import type { createUndo } from '../../journal/undo.ts'
import { changeRow, isRefused, isThere, stateOf } from '../state/sync-row.ts'
import type { Item, SyncStore } from '../state/sync-store.ts'
import type { Replicas } from '../state/replicas.ts'

export type Refusals = ReturnType<typeof createRefusals>

export interface RefusalDeps {
  store: SyncStore
  journal: Journal
  replicas: Replicas
  tasks: Choosable
  undo: ReturnType<typeof createUndo>
}

const longestName = 200
const maxListed = 1000

export function createRefusals({ store, journal, replicas, tasks, undo }: RefusalDeps) {
  const here = ({ entity, local_id }: Item) => replicas[entity].read(local_id)

  /** What differs from the cloud, as the cloud has it. */
  function differing({ entity, base }: Item, row: Row): Row {
    const now = replicas[entity].pick(row)
    return Object.fromEntries(Object.entries(base ?? {}).filter(([field, value]) => !same(value, now[field])))
  }

  function nameOf(item: Item): string {
    const { entity, parent } = item
    const row = here(item) ?? store.lastDelete(item)?.before ?? {}
    const task = entity === 'schedule' && parent !== null ? replicas.task.read(parent) : undefined
    return String(row.title ?? row.name ?? row.body ?? task?.title ?? '').slice(0, longestName)
  }

  /** "Task 10 would wait for itself: 10 → 12 → 10.": the cloud names tasks by its numbers, people here know them by theirs. */
  const inOurNumbers = (reason: string): string =>
    reason.replaceAll(/(?<=\b[Tt]ask |→ )\d+\b|\b\d+(?= →)/g, (id) => String(store.byCloudId('task', Number(id))?.local_id ?? id))

  function shown(item: Item): RefusedWrite {
    const { entity, local_id, parent, problem } = item
    const row = here(item)
    return {
      entity,
      entity_id: local_id,
      task_id: entity === 'task' ? local_id : parent,
      action: !row ? 'delete' : isThere(item) ? 'update' : 'create',
      name: nameOf(item),
      fields: row && isThere(item) ? Object.keys(differing(item, row)) : [],
      reason: inOurNumbers(problem?.reason ?? ''),
      over_quota: problem?.overQuota ?? null,
    }
  }

  function bringBack(item: Item, ctx: Context): void {
    const deleted = store.lastDelete(item)
    if (!deleted) throw new AppError('conflict', 'Its previous content is no longer known. Leave it deleted, or try again.')
    undo.undo({ entry: deleted.seq }, ctx)
  }

  return {
    list: (): RefusedWrite[] => store.refused(maxListed).map(shown),

    takeBack: ({ entity, entity_id }: TakeBackRequest, ctx: Context): TakenBack =>
      journal.write(ctx.actor, (record) => {
        const item = store.byId(entity, entity_id)
        if (!item || !isRefused(item))
          throw new AppError('not_found', `No change to ${entity} ${entity_id} was rejected. GET /remote/refused lists those that were.`)
        const before = journal.head()
        const row = here(item)
        if (!row) bringBack(item, ctx)
        else if (!isThere(item)) replicas[entity].remove(entity_id, ctx.actor)
        else {
          const fields = replicas[entity].spread(differing(item, row))
          if (entity === 'task') requireChoosable(tasks, entity_id, fields, ctx)
          replicas[entity].assign(entity_id, fields, record, null)
        }
        // What it wrote is read like any other change, and sends nothing, because nothing differs any more.
        const { effects } = transition(stateOf(item, row !== undefined), { type: 'discard' })
        for (const effect of effects) {
          if (effect.do === 'writeRow') store.put(changeRow(item, effect))
          else unexpected(effect)
        }
        const entries: number[] = []
        for (let after = before; ; ) {
          const some = journal.after(after, 1000)
          entries.push(...some.map(({ seq }) => seq))
          after = some.at(-1)?.seq ?? after
          if (some.length < 1000) return { entries }
        }
      }),
  }
}
