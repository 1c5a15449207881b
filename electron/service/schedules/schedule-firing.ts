// Moments that come: a schedule takes them one after the other and moves on to the next. Nobody asked for it at that moment, so it is Tandem's own.
import { bringsBack, comesBackAt, dueAfterReturn, dueAtReturn, firstOfEach } from '../../../shared/domain/time/returning.ts'
import { ruleDays } from '../../../shared/node/rule-days.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Writer } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import { momentAfter, momentsUntil, nextMomentOf } from './moments.ts'
import type { ScheduleStore, StoredSchedule } from './schedule-store.ts'

export interface ScheduleFiringDeps {
  store: ScheduleStore
  journal: Journal
  now: () => Date
  requireTask: (id: number) => Pick<Task, 'status' | 'due' | 'completed_at'>
  /** Opens a completed task again, inside the running write. */
  reopenTask: (id: number, due: string | null, by: Writer) => void
  /** Keeps a moment that has come, inside the running write; one that it has already, it leaves alone. */
  keepMoment: (scheduleId: number, moment: string, at: string) => void
}

const system = { kind: 'system', name: 'Tandem' } as const

export function createScheduleFiring({ store, journal, now, requireTask, reopenTask, keepMoment }: ScheduleFiringDeps) {
  const nextOf = (schedule: Parameters<typeof nextMomentOf>[0] & Pick<StoredSchedule, 'task_id'>) =>
    nextMomentOf(schedule, now().toISOString(), typeof schedule.before_due_minutes === 'number' ? requireTask(schedule.task_id).due : null)

  /** Every moment that has come and was not taken yet, oldest first; the schedule moves on to the next one. */
  function takeMoments(schedule: StoredSchedule): StoredSchedule {
    const at = now().toISOString()
    const { moments, next } = momentsUntil(schedule, at)
    const last = moments.at(-1)
    if (last === undefined) return schedule
    for (const moment of moments) keepMoment(schedule.id, moment, at)
    bringBack(schedule, moments)
    return fired(schedule, { last_fired_at: last, next_fire_at: next })
  }

  /** A completed task comes back at the first moment that brings it back, also where Tandem was off then: it is due as if it had not been. */
  function bringBack(schedule: StoredSchedule, moments: readonly string[]): void {
    const task = requireTask(schedule.task_id)
    if (task.status !== 'done' || schedule.type === 'one_time') return
    const moment = moments.find((one) => bringsBack(task, one, schedule.timezone))
    if (moment === undefined) return
    const isNew = task.completed_at !== null && store.hasNewRule(schedule, task.completed_at)
    const due = isNew ? dueAtReturn(task.due, moment, schedule.timezone) : dueAfterReturn(task.due, { ...schedule, anchor: moment }, moment, ruleDays)
    reopenTask(schedule.task_id, due, system)
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

  return {
    nextOf,
    settled,
    nextMoment: store.nextMoment,

    /** Takes every moment that has come, of all schedules that are not quiet: those of a completed task that repeats bring it back. */
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

    /** When tasks that are done come back, by their ids. */
    comingBack(tasks: readonly Task[]): Map<number, string> {
      const done = new Map(tasks.flatMap((task) => (task.status === 'done' ? [[task.id, task]] : [])))
      if (done.size === 0) return new Map()
      return firstOfEach(
        store.returning([...done.keys()]).map((schedule) => {
          const rule = { ...schedule, anchor: schedule.next_fire_at ?? schedule.created_at }
          return [schedule.task_id, comesBackAt(done.get(schedule.task_id) as Task, rule, schedule.next_fire_at, ruleDays)]
        }),
      )
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
  }
}
