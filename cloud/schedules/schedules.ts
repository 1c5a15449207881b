// Reminders of a team's tasks. The cloud keeps them and fires none: the desktops do. So no moment is stored; `next_fire_at` is computed from
// the rule whenever somebody asks.
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Row } from '../../shared/domain/history/difference.ts'
import { momentBeforeDue } from '../../shared/domain/time/before-due.ts'
import { lastFire, nextFire } from '../../shared/domain/time/recurrence.ts'
import { comesBackAt, firstOfEach } from '../../shared/domain/time/returning.ts'
import { checkedRule, patchedRule } from '../../shared/domain/time/schedule-rules.ts'
import { ruleDays } from '../../shared/node/rule-days.ts'
import { requireVersion } from '../../shared/http/mount.ts'
import type { NewSchedule, Schedule, SchedulePatch } from '../../shared/schema/schedule.ts'
import type { Task } from '../../shared/schema/task.ts'
import type { Kept, TeamContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Journal, Write } from '../journal/journal.ts'
import { createJournalledRows, returnsToTask } from '../journal/journalled-rows.ts'
import { scheduleStore, type StoredSchedule } from './schedule-store.ts'

export type Schedules = ReturnType<typeof createSchedules>

/** What is answered, with its version and the tag that this view of it has. */
interface ScheduleView extends Schedule {
  version: number
  etag: string
}

/** A server stands nowhere in particular. */
const homeZone = 'UTC'

/** History knows the rule, not where its counting begins. */
function snapshot({ id: _id, version: _version, updated_at: _updated, anchor: _anchor, ...rest }: StoredSchedule): Row {
  return rest
}

interface ScheduleDeps {
  journal: Journal
  requireTask: (tx: Tx, teamId: string, id: number, hold?: boolean) => Promise<void>
  /** Throws not_found unless the task is there. */
  dueOf: (tx: Tx, teamId: string, taskId: number) => Promise<string | null>
}

function journalledSchedules(requireTask: ScheduleDeps['requireTask']) {
  return createJournalledRows<'schedules', StoredSchedule>({
    entity: 'schedule',
    table: 'schedules',
    store: scheduleStore,
    stored: (schedule) => schedule,
    taskIdOf: (schedule) => schedule.task_id,
    seen: snapshot,
    follow(next, schedule, at) {
      // What came under the old rule is where the new one begins to count.
      if (schedule.enabled) next.anchor = lastFire(schedule, schedule.updated_at, at, ruleDays) ?? schedule.anchor
    },
    returning: (write, schedule) => returnsToTask(requireTask, write, { ...schedule, anchor: schedule.created_at }),
  })
}

export function createSchedules(deps: ScheduleDeps) {
  const { journal, requireTask, dueOf } = deps

  const rows = journalledSchedules(requireTask)

  /** In a write, which awaits step by step. */
  async function viewIn({ tx, teamId }: Write, schedule: StoredSchedule): Promise<ScheduleView> {
    return view(schedule, schedule.before_due_minutes === null ? null : await dueOf(tx, teamId, schedule.task_id))
  }

  /** The tag names the moment, too: it moves on without a write. */
  function view({ anchor, ...schedule }: StoredSchedule, due: string | null): ScheduleView {
    const { before_due_minutes: minutes, timezone } = schedule
    const fire_at = minutes === null ? schedule.fire_at : momentBeforeDue(due, minutes, timezone)
    const next_fire_at = schedule.enabled ? nextFire({ ...schedule, fire_at, anchor }, journal.now().toISOString(), ruleDays) : null
    return {
      ...schedule,
      next_fire_at,
      last_fired_at: null,
      etag: next_fire_at === null ? `${schedule.version}` : `${schedule.version}.${Date.parse(next_fire_at)}`,
    }
  }

  /** A moment that came in between is no change that anybody made. */
  function requireKnown(ctx: TeamContext, { version }: StoredSchedule): void {
    requireVersion(ctx.ifMatch?.replaceAll(/"(\d+)\.\d+"/g, '"$1"'), version)
  }

  /** A schedule to change; the task is held first, as for comments. */
  async function existing({ tx, teamId }: Write, taskId: number, id: number): Promise<StoredSchedule> {
    const [, schedule] = await Promise.all([requireTask(tx, teamId, taskId, true), scheduleStore.byIdForUpdate(tx, teamId, taskId, id)])
    return found(schedule, taskId, id)
  }

  function found(schedule: StoredSchedule | undefined, taskId: number, id: number): StoredSchedule {
    if (!schedule) throw new AppError('not_found', `Task ${taskId} has no schedule ${id}.`)
    return schedule
  }

  return {
    revertible: rows.revertible,
    list: (taskId: number, below: number | undefined, limit: number | undefined, ctx: TeamContext): Promise<{ rows: ScheduleView[]; total: number }> =>
      journal.read(ctx.team, async (tx) => {
        const { id } = ctx.team
        const [due, rows, total] = await Promise.all([
          dueOf(tx, id, taskId),
          scheduleStore.list(tx, id, taskId, below, limit),
          scheduleStore.count(tx, id, taskId),
        ])
        return { rows: rows.map((schedule) => view(schedule, due)), total }
      }),

    get: (taskId: number, id: number, ctx: TeamContext): Promise<ScheduleView> =>
      journal.read(ctx.team, async (tx) => {
        const [due, schedule] = await Promise.all([dueOf(tx, ctx.team.id, taskId), scheduleStore.byId(tx, ctx.team.id, taskId, id)])
        return view(found(schedule, taskId, id), due)
      }),

    create: (taskId: number, input: NewSchedule, ctx: TeamContext, kept: Kept<Schedule> = {}): Promise<ScheduleView> =>
      journal.write(ctx, async (write) => {
        const { tx, teamId, at } = write
        // The task before the counters, as everywhere.
        await requireTask(tx, teamId, taskId, true)
        const rule = checkedRule({ ...input, timezone: input.timezone ?? homeZone }, { at: kept.created_at ?? at, days: ruleDays })
        const schedule = { task_id: taskId, uid: uuidv7(), ...rule, anchor: kept.created_at ?? at, version: 1, created_at: at, updated_at: at, ...kept }
        return viewIn(write, await rows.add(write, schedule))
      }),

    update: (taskId: number, id: number, patch: SchedulePatch, ctx: TeamContext): Promise<ScheduleView> =>
      journal.write(ctx, async (write) => {
        const schedule = await existing(write, taskId, id)
        requireKnown(ctx, schedule)
        return viewIn(write, await rows.change(write, schedule, { ...schedule, ...patchedRule(schedule, patch, { at: write.at, days: ruleDays }) }))
      }),

    remove: (taskId: number, id: number, ctx: TeamContext): Promise<void> =>
      journal.write(ctx, async (write) => {
        const schedule = await existing(write, taskId, id)
        requireKnown(ctx, schedule)
        await rows.remove(write, schedule)
      }),

    /** When tasks that are done come back, by their ids: some desktop of the team brings them. */
    async comingBack(tx: Tx, teamId: string, done: readonly Task[]): Promise<Map<number, string>> {
      const byId = new Map(done.map((task) => [task.id, task]))
      return firstOfEach(
        (await scheduleStore.repeating(tx, teamId, [...byId.keys()])).map((schedule) => {
          const next = nextFire(schedule, journal.now().toISOString(), ruleDays)
          return [schedule.task_id, comesBackAt(byId.get(schedule.task_id) as Task, schedule, next, ruleDays)]
        }),
      )
    },

    /** For a task's delete: each schedule goes with the task's own event as its cause. */
    async removeOfTask(write: Write, taskId: number, cause: number): Promise<void> {
      for (const schedule of await scheduleStore.list(write.tx, write.teamId, taskId)) await rows.remove(write, schedule, cause)
    },
  }
}
