// What the cloud promises of sync, in memory and at once: for runs by the thousand, in orders that a network would rarely come up with.
import { checkedRule, patchedRule, type ScheduleRule } from '../../../shared/domain/time/schedule-rules.ts'
import { same } from '../../../shared/domain/history/difference.ts'
import { ruleDays } from '../../../shared/node/rule-days.ts'
import type { Actor } from '../../../shared/schema/actor.ts'
import type { SyncEntity, SyncPage, SyncResult } from '../../../shared/schema/cloud/sync.ts'
import type { TeamEvent } from '../../../electron/service/sync/pull/team-event.ts'
import type { InFlight } from '../../../electron/service/sync/state/sync-store.ts'

type Row = Record<string, unknown>
export interface Thing {
  entity: SyncEntity
  id: number
  uid: string
  version: number
  task: number | null
  fields: Row
}

const isChild = (entity: SyncEntity) => entity === 'comment' || entity === 'schedule'

export function createCloudModel() {
  const things = new Map<string, Thing>()
  const events: TeamEvent[] = []
  const answered = new Map<string, Partial<SyncResult>>()
  /** When each was deleted last. */
  const ends = new Map<string, number>()
  let ids = 0
  const nameOf = (entity: SyncEntity, uid: string) => `${entity} ${uid}`
  const find = (entity: SyncEntity, uid: string) => things.get(nameOf(entity, uid))
  const rowOf = ({ id, uid, version, task, fields }: Thing): Row => ({ ...fields, id, uid, version, task_id: task })

  function tell({ entity, id, task, uid }: Thing, action: string, actor: Actor, after: Row | null, cause: number | null = null): number {
    if (action === 'deleted') ends.set(nameOf(entity, uid), events.length + 1)
    const shown = action === 'created' ? { ...after, uid, version: 1 } : after
    const data = { entity_id: id, task_id: entity === 'task' ? id : task, actor, after: shown, cause }
    return events.push({ id: events.length + 1, kind: `${entity}.${action}`, data })
  }
  function create(entity: SyncEntity, uid: string, task: number | null, fields: Row, actor: Actor): Thing {
    const whole: Row =
      entity === 'task' ? { description: null, status: 'todo', priority: 'medium', labels: [], requesters: [], dedupe_key: null, ...fields } : fields
    const thing = { entity, id: ++ids, uid, version: 1, task, fields: whole }
    things.set(nameOf(entity, uid), thing)
    tell(thing, 'created', actor, whole)
    return thing
  }
  function update(thing: Thing, fields: Row, actor: Actor): void {
    const changed = Object.fromEntries(Object.entries(fields).filter(([name, value]) => !same(thing.fields[name], value)))
    if (Object.keys(changed).length === 0) return
    thing.fields = { ...thing.fields, ...changed }
    thing.version++
    tell(thing, 'updated', actor, changed)
  }
  function remove(thing: Thing, actor: Actor): void {
    const cause = tell(thing, 'deleted', actor, null)
    things.delete(nameOf(thing.entity, thing.uid))
    if (thing.entity !== 'task') return
    for (const child of childrenOf(thing)) {
      tell(child, 'deleted', actor, null, cause)
      things.delete(nameOf(child.entity, child.uid))
    }
  }
  const childrenOf = (task: Thing) => [...things.values()].filter((one) => isChild(one.entity) && one.task === task.id)

  /** A rule is one field, and has to be one. */
  function written(entity: SyncEntity, thing: Thing | undefined, fields: Row = {}): Row {
    if (entity !== 'schedule') return fields
    const setting = { at: '2026-01-01T00:00:00Z', days: ruleDays }
    const { created_at: _made, ...rule } = fields
    return { ...(thing ? patchedRule(thing.fields as unknown as ScheduleRule, rule, setting) : checkedRule(rule as never, setting)) }
  }

  function attempt(entity: SyncEntity, write: InFlight['write']): Partial<SyncResult> {
    const actor = write.actor ?? { kind: 'sync', name: 'Tandem' }
    if (isChild(entity) && write.task_uid === undefined) throw new Error(`${write.action} ${entity} ${write.uid}: task_uid is required`)
    const thing = find(entity, write.uid)
    const conflict = (one: Thing): Partial<SyncResult> => ({ status: 'conflict', id: one.id, version: one.version, row: rowOf(one) })
    if (write.action === 'create') {
      if (thing) return conflict(thing)
      // It was there, and was deleted since the device heard of it last.
      if ((ends.get(nameOf(entity, write.uid)) ?? 0) > (write.after ?? Number.MAX_SAFE_INTEGER)) return { status: 'conflict' }
      const task = isChild(entity) ? find('task', write.task_uid ?? '') : undefined
      if (isChild(entity) && !task) return { status: 'gone' }
      const made = create(
        entity,
        write.uid,
        task?.id ?? null,
        { ...written(entity, undefined, write.fields), ...(entity === 'comment' ? { author: actor } : {}) },
        actor,
      )
      return { status: 'applied', id: made.id, version: 1 }
    }
    if (!thing) return { status: 'gone' }
    const last = events.findLast(({ id, data }) => data.task_id === thing.id && id > (write.after ?? 0))
    if (thing.id !== write.id || thing.version !== write.version || (write.action === 'delete' && entity === 'task' && last)) return conflict(thing)
    if (write.action === 'update') {
      update(thing, written(entity, thing, write.fields), actor)
      return { status: 'applied', id: thing.id, version: thing.version }
    }
    remove(thing, actor)
    return { status: 'applied', id: thing.id }
  }

  return {
    events,
    all: (): Thing[] => [...things.values()],
    create,
    update,
    remove,
    /** As GET /api/sync: everything of a kind, page by page, and the event up to which it holds. */
    page(entity: SyncEntity, above: number, limit: number): SyncPage {
      const found = [...things.values()].filter((thing) => thing.entity === entity && thing.id > above).sort((a, b) => a.id - b.id)
      const rows = found.slice(0, limit).map(rowOf)
      return { seq: events.length, rows: structuredClone(rows), next: rows.length === limit ? (rows.at(-1)?.id as number) : null }
    },

    /** What is remembered for a day is forgotten. */
    forgetAnswers: (): void => answered.clear(),

    /** As POST /api/sync: a task before what hangs on it, and its end after that. */
    write(kinds: readonly SyncEntity[], writes: readonly InFlight['write'][]): { seq: number; results: Partial<SyncResult>[] } {
      const results: Partial<SyncResult>[] = []
      const run = (chosen: (entity: SyncEntity, action: string) => boolean) => {
        for (const [n, write] of writes.entries()) {
          const entity = kinds[n] as SyncEntity
          if (!chosen(entity, write.action)) continue
          const known = answered.get(write.key)
          results[n] = known ?? { key: write.key, ...attempt(entity, write) }
        }
      }
      run((entity, action) => entity === 'task' && action !== 'delete')
      run((entity) => entity !== 'task')
      run((entity, action) => entity === 'task' && action === 'delete')
      const seq = events.length
      for (const [n, result] of results.entries()) {
        const whole = { seq, ...result }
        results[n] = whole
        if (result.status === 'applied') answered.set(result.key as string, whole)
      }
      return { seq, results }
    },
  }
}
