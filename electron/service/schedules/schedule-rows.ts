// Schedules as rows of the journal. What was due under the old rule happened before the rule changes or goes.
import { difference, type Row } from '../../../shared/domain/history/difference.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Recorder } from '../journal/journal.ts'
import { createJournalledRows, type Reason, returnsToTask } from '../journal/journalled-rows.ts'
import type { Revertible } from '../journal/revertible.ts'
import type { createScheduleFiring, ScheduleFiringDeps } from './schedule-firing.ts'
import type { StoredSchedule } from './schedule-store.ts'

/** History knows the rule, not the moments that follow from it. */
function snapshot({ id: _id, version: _version, updated_at: _updated, next_fire_at: _next, last_fired_at: _last, ...rest }: StoredSchedule): Row {
  return rest
}

export function createScheduleRows(
  { store, now, requireTask }: Pick<ScheduleFiringDeps, 'store' | 'now' | 'requireTask'>,
  { nextOf, settled }: Pick<ReturnType<typeof createScheduleFiring>, 'nextOf' | 'settled'>,
) {
  const rows = createJournalledRows<StoredSchedule>({
    entity: 'schedule',
    rows: store,
    now,
    taskIdOf: (schedule) => schedule.task_id,
    seen: snapshot,
    follow(next, schedule) {
      // Another moment is another occurrence: a one-time reminder that is moved may fire again.
      if (next.type === 'one_time' && next.fire_at !== schedule.fire_at) next.last_fired_at = null
      next.next_fire_at = nextOf(next)
    },
    returning(schedule) {
      returnsToTask(requireTask, schedule.task_id)
      schedule.next_fire_at = nextOf(schedule)
    },
  })

  function settledBefore(schedule: StoredSchedule, fields: Partial<StoredSchedule>): StoredSchedule {
    return difference(snapshot(schedule), snapshot({ ...schedule, ...fields })) ? settled(schedule) : schedule
  }

  const change = (schedule: StoredSchedule, fields: Partial<StoredSchedule>, record: Recorder, reason: Reason = {}): StoredSchedule =>
    rows.change(settledBefore(schedule, fields), fields, record, reason)

  function remove(present: StoredSchedule, record: Recorder, reason: Reason = {}): number {
    const schedule = settled(present)
    store.remove(schedule.id)
    const before = { ...snapshot(schedule), last_fired_at: schedule.last_fired_at, version: schedule.version }
    return record({ entity: 'schedule', entity_id: schedule.id, task_id: schedule.task_id, action: 'deleted', before, after: null, ...reason })
  }

  const revertible: Revertible = {
    ...rows.revertible,
    remove: (id, record, undo_of) => remove(store.byId(id) as StoredSchedule, record, { undo_of }),
    assign(id, fields, record, undo_of, cause) {
      settledBefore(store.byId(id) as StoredSchedule, fields)
      rows.revertible.assign(id, fields, record, undo_of, cause)
    },
  }

  /** After a task's `due` was moved, set or removed, by whomever: nobody changed the rule, so history has nothing to tell. */
  function followDue({ id, due }: Pick<Task, 'id' | 'due'>, before: Pick<Task, 'due'>): void {
    if (due === before.due) return
    for (const schedule of store.beforeDue(id)) {
      const next_fire_at = nextOf(schedule)
      if (next_fire_at !== schedule.next_fire_at) store.update({ ...schedule, next_fire_at, version: schedule.version + 1, updated_at: now().toISOString() })
    }
  }

  return { add: rows.add, change, remove, revertible, followDue }
}
