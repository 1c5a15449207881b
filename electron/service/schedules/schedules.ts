// Schedules: made, changed, moved on and taken back, each with its journal entry. (Firing is the reminders' business.)
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../../shared/domain/app-error.ts'
import { checkedRule, patchedRule } from '../../../shared/domain/time/schedule-rules.ts'
import { ruleDays } from '../../../shared/node/rule-days.ts'
import { requireVersion } from '../../../shared/http/mount.ts'
import type { NewSchedule, SchedulePatch } from '../../../shared/schema/schedule.ts'
import type { ImportedSchedule } from '../../../shared/schema/import.ts'
import type { Context } from '../context.ts'
import type { Unsaved } from '../db/row-writes.ts'
import type { Recorder } from '../journal/journal.ts'
import { createScheduleFiring, type ScheduleFiringDeps } from './schedule-firing.ts'
import { createScheduleRows } from './schedule-rows.ts'
import type { StoredSchedule } from './schedule-store.ts'

export type Schedules = ReturnType<typeof createSchedules>

export interface ScheduleDeps extends ScheduleFiringDeps {
  zone: () => string
}

/** A new one with the rule that was asked for; `zone` where it names none. Throws `invalid` when the rule makes no sense. */
function newSchedule(taskId: number, input: NewSchedule, zone: string, at: string): Unsaved<StoredSchedule> {
  const rule = checkedRule({ ...input, timezone: input.timezone ?? zone }, { at, days: ruleDays })
  return { uid: uuidv7(), task_id: taskId, ...rule, next_fire_at: null, last_fired_at: null, version: 1, created_at: at, updated_at: at }
}

/** The same with what the source of an import knows. */
function importedSchedule(taskId: number, input: ImportedSchedule, zone: string, now: string): Unsaved<StoredSchedule> {
  const { uid, version, created_at, updated_at, next_fire_at, last_fired_at, id: _wished, ...rest } = input
  const at = created_at ?? now
  return {
    uid: uid ?? uuidv7(),
    task_id: taskId,
    ...checkedRule({ ...rest, timezone: rest.timezone ?? zone }, { at, days: ruleDays }),
    next_fire_at: next_fire_at ?? null,
    last_fired_at: last_fired_at ?? null,
    version: version ?? 1,
    created_at: at,
    updated_at: updated_at ?? at,
  }
}

export function createSchedules(deps: ScheduleDeps) {
  const { store, journal, now, zone, requireTask } = deps
  const { nextOf, settled, ...firing } = createScheduleFiring(deps)
  const { add, change, remove, revertible, followDue } = createScheduleRows(deps, { nextOf, settled })

  function existing(taskId: number, id: number): StoredSchedule {
    const schedule = store.byId(id)
    if (!schedule || schedule.task_id !== taskId) throw new AppError('not_found', `Task ${taskId} has no schedule ${id}.`)
    return schedule
  }

  return {
    ...firing,
    revertible,
    followDue,

    list(taskId: number, below?: number, limit?: number): StoredSchedule[] {
      requireTask(taskId)
      return store.ofTask(taskId, below, limit)
    },

    count: store.count,
    get: existing,
    hasUid: store.hasUid,

    /** `uid`: where others will give the same thing the same one. Must be free. */
    create(taskId: number, input: NewSchedule, ctx: Context, uid: string = uuidv7()): StoredSchedule {
      const at = now().toISOString()
      return journal.write(ctx.actor, (record) => {
        requireTask(taskId)
        const schedule = { ...newSchedule(taskId, input, zone(), at), uid }
        schedule.next_fire_at = nextOf(schedule)
        return add(schedule, record)
      })
    },

    /**
     * For an import, inside its write: keeps what the source knows, also when it is due next. `id` must never have been used here.
     * Throws `invalid` when the rule makes no sense. Returns the new id.
     */
    insertImported(taskId: number, input: ImportedSchedule, id: number | undefined, record: Recorder): number {
      const schedule = importedSchedule(taskId, input, zone(), now().toISOString())
      if (input.uid !== undefined && store.hasUid(input.uid)) schedule.uid = uuidv7()
      // When it comes follows from the task as it is here, whatever the source knew.
      if (input.next_fire_at === undefined || schedule.before_due_minutes !== null) schedule.next_fire_at = nextOf(schedule)
      if (id !== undefined) schedule.id = id
      return add(schedule, record, true).id
    },

    update(taskId: number, id: number, patch: SchedulePatch, ctx: Context): StoredSchedule {
      return journal.write(ctx.actor, (record) => {
        const schedule = existing(taskId, id)
        requireVersion(ctx.ifMatch, schedule.version)
        return change(schedule, patchedRule(schedule, patch, { at: now().toISOString(), days: ruleDays }), record)
      })
    },

    remove(taskId: number, id: number, ctx: Context): void {
      journal.write(ctx.actor, (record) => {
        const schedule = existing(taskId, id)
        requireVersion(ctx.ifMatch, schedule.version)
        remove(schedule, record)
      })
    },

    /** For a merge: each schedule moves, with the merged task's own entry as its cause. */
    moveToTask(from: number, to: number, record: Recorder, cause: number): void {
      for (const schedule of store.ofTask(from)) change(schedule, { task_id: to }, record, { cause })
    },

    /** For a task's delete: each schedule goes with the task's own entry as its cause. */
    removeOfTask(taskId: number, record: Recorder, cause: number): void {
      for (const schedule of store.ofTask(taskId)) remove(schedule, record, { cause })
    },
  }
}
