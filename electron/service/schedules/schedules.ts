// Schedules: made, changed, moved on and taken back, each with its journal entry. (Firing is the reminders' business.)
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../../shared/domain/app-error.ts'
import { difference, type Row } from '../../../shared/domain/history/difference.ts'
import { checkedRule, patchedRule } from '../../../shared/domain/time/schedule-rules.ts'
import { requireVersion } from '../../../shared/http/mount.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { NewSchedule, SchedulePatch } from '../../../shared/schema/schedule.ts'
import type { ImportedSchedule } from '../../../shared/schema/import.ts'
import type { Context } from '../context.ts'
import type { Unsaved } from '../db/row-writes.ts'
import type { Journal, Recorder } from '../journal/journal.ts'
import { createJournalledRows, type Reason, returnsToTask } from '../journal/journalled-rows.ts'
import type { Revertible } from '../journal/revertible.ts'
import { momentAfter, momentsUntil, nextMomentOf } from './moments.ts'
import type { ScheduleStore, StoredSchedule } from './schedule-store.ts'

export type Schedules = ReturnType<typeof createSchedules>

/** History knows the rule, not the moments that follow from it. */
function snapshot({ id: _id, version: _version, updated_at: _updated, next_fire_at: _next, last_fired_at: _last, ...rest }: StoredSchedule): Row {
  return rest
}

export interface ScheduleDeps {
  store: ScheduleStore
  journal: Journal
  now: () => Date
  zone: () => string
  requireTask: (id: number) => Pick<Task, 'status'>
  /** Keeps a moment that has come, inside the running write; one that it has already, it leaves alone. */
  keepMoment: (scheduleId: number, moment: string, at: string) => void
}

/** Tandem itself: nobody asked for it at that moment. */
const system = { kind: 'system', name: 'Tandem' } as const

export function createSchedules({ store, journal, now, zone, requireTask, keepMoment }: ScheduleDeps) {
  const nextOf = (schedule: Parameters<typeof nextMomentOf>[0]) => nextMomentOf(schedule, now().toISOString())

  function existing(taskId: number, id: number): StoredSchedule {
    const schedule = store.byId(id)
    if (!schedule || schedule.task_id !== taskId) throw new AppError('not_found', `Task ${taskId} has no schedule ${id}.`)
    return schedule
  }

  /** Every moment that has come and was not taken yet, oldest first; the schedule moves on to the next one. */
  function takeMoments(schedule: StoredSchedule): StoredSchedule {
    const at = now().toISOString()
    const { moments, next } = momentsUntil(schedule, at)
    const last = moments.at(-1)
    if (last === undefined) return schedule
    for (const moment of moments) keepMoment(schedule.id, moment, at)
    return fired(schedule, { last_fired_at: last, next_fire_at: next })
  }

  function fired(schedule: StoredSchedule, fields: Pick<StoredSchedule, 'last_fired_at' | 'next_fire_at'>): StoredSchedule {
    const next = { ...schedule, ...fields, version: schedule.version + 1, updated_at: now().toISOString() }
    const { id, task_id } = schedule
    store.update(next)
    journal.write(system, (record) =>
      record({
        entity: 'schedule',
        entity_id: id,
        task_id,
        action: 'updated',
        before: { last_fired_at: schedule.last_fired_at },
        after: { last_fired_at: next.last_fired_at },
      }),
    )
    return next
  }

  /** Before a schedule changes or goes: what was due under the old rule happened, even if the timer has not come to it yet. */
  function settled(schedule: StoredSchedule): StoredSchedule {
    const due = schedule.next_fire_at !== null && schedule.next_fire_at <= now().toISOString()
    return due && requireTask(schedule.task_id).status !== 'done' ? takeMoments(schedule) : schedule
  }

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

  return {
    revertible,

    list(taskId: number, below?: number, limit?: number): StoredSchedule[] {
      requireTask(taskId)
      return store.ofTask(taskId, below, limit)
    },

    count: store.count,
    get: existing,
    nextMoment: store.nextMoment,

    /** Takes every moment that has come, of all schedules that are not quiet. */
    takeDue(): void {
      for (const schedule of store.due(now().toISOString())) takeMoments(schedule)
    },

    /** After the clock went back: what it had run ahead to is taken back. `lastMoment` is the last moment that really came. */
    rewind(limit: string, lastMoment: (schedule: StoredSchedule) => string | null): void {
      for (const schedule of store.beyond(limit)) {
        const last_fired_at = (schedule.last_fired_at ?? '') > limit ? lastMoment(schedule) : schedule.last_fired_at
        fired(schedule, { last_fired_at, next_fire_at: nextOf({ ...schedule, last_fired_at }) })
      }
    },

    /** Moments to come, soonest first. */
    upcoming(from: string, until: string, taskId: number | undefined): { schedule: StoredSchedule; due_at: string }[] {
      const moments: { schedule: StoredSchedule; due_at: string }[] = []
      for (const schedule of store.firingBefore(until, taskId)) {
        for (let next = schedule.next_fire_at; next !== null && next < until; next = momentAfter(schedule, next))
          if (next >= from) moments.push({ schedule, due_at: next })
      }
      return moments.sort((a, b) => (a.due_at < b.due_at ? -1 : a.due_at > b.due_at ? 1 : a.schedule.id - b.schedule.id))
    },

    create(taskId: number, input: NewSchedule, ctx: Context): StoredSchedule {
      const at = now().toISOString()
      return journal.write(ctx.actor, (record) => {
        requireTask(taskId)
        const rule = checkedRule({ ...input, timezone: input.timezone ?? zone() })
        const schedule = {
          uid: uuidv7(),
          task_id: taskId,
          ...rule,
          next_fire_at: null as string | null,
          last_fired_at: null,
          version: 1,
          created_at: at,
          updated_at: at,
        }
        schedule.next_fire_at = nextOf(schedule)
        return rows.add(schedule, record)
      })
    },

    /**
     * For an import, inside its write: keeps what the source knows, also when it is due next. `id` must never have been used here.
     * Throws `invalid` when the rule makes no sense. Returns the new id.
     */
    insertImported(taskId: number, input: ImportedSchedule, id: number | undefined, record: Recorder): number {
      const at = input.created_at ?? now().toISOString()
      const { uid, version, created_at: _created, updated_at, next_fire_at, last_fired_at, id: _wished, ...rest } = input
      const schedule: Unsaved<StoredSchedule> = {
        uid: uid !== undefined && !store.hasUid(uid) ? uid : uuidv7(),
        task_id: taskId,
        ...checkedRule({ ...rest, timezone: rest.timezone ?? zone() }),
        next_fire_at: next_fire_at ?? null,
        last_fired_at: last_fired_at ?? null,
        version: version ?? 1,
        created_at: at,
        updated_at: updated_at ?? at,
      }
      if (next_fire_at === undefined) schedule.next_fire_at = nextOf(schedule)
      if (id !== undefined) schedule.id = id
      return rows.add(schedule, record, true).id
    },

    update(taskId: number, id: number, patch: SchedulePatch, ctx: Context): StoredSchedule {
      return journal.write(ctx.actor, (record) => {
        const schedule = existing(taskId, id)
        requireVersion(ctx.ifMatch, schedule.version)
        return change(schedule, patchedRule(schedule, patch), record)
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
