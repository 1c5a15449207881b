// SQL for schedules, and nothing else.
import type { Schedule } from '../../../shared/schema/schedule.ts'
import { columns, laterRuleFields } from '../../../shared/sync/synced-fields.ts'
import type { Db } from '../db/open.ts'
import { prepareInsert, prepareUpdate, type Unsaved } from '../db/row-writes.ts'

export interface StoredSchedule extends Schedule {
  uid: string
  version: number
}

export type ScheduleStore = ReturnType<typeof createScheduleStore>

/** When a reminder fires is this device's business. */
const ownColumns = [...columns.schedule, 'next_fire_at', 'last_fired_at'] as const

function read(row: unknown): StoredSchedule {
  const schedule = row as Omit<StoredSchedule, 'enabled'> & { enabled: 0 | 1 }
  return { ...schedule, enabled: schedule.enabled === 1 }
}

function write(schedule: Unsaved<StoredSchedule>): Record<string, unknown> {
  return { ...laterRuleFields, ...schedule, enabled: schedule.enabled ? 1 : 0 }
}

export function createScheduleStore(db: Db) {
  const insert = prepareInsert(db, 'schedules', ownColumns)
  const update = prepareUpdate(db, 'schedules', ownColumns)
  const remove = db.prepare('DELETE FROM schedules WHERE id = ?')
  const byId = db.prepare('SELECT * FROM schedules WHERE id = ?')
  const hasUid = db.prepare('SELECT 1 FROM schedules WHERE uid = ?').pluck()
  const ofTask = db.prepare('SELECT * FROM schedules WHERE task_id = ? AND id < ? ORDER BY id DESC LIMIT ?')
  const beforeDue = db.prepare('SELECT * FROM schedules WHERE task_id = ? AND before_due_minutes IS NOT NULL')
  const count = db.prepare('SELECT count(*) FROM schedules WHERE task_id = ?').pluck()
  // A done task's reminders are quiet: they wait, and are due when it is opened again.
  const ofTasks = 'JOIN tasks t ON t.id = s.task_id WHERE s.next_fire_at IS NOT NULL'
  const awake = `${ofTasks} AND t.status <> 'done'`
  // Those that repeat bring it back. What was completed before Tandem did that stays done.
  const returning = "s.type <> 'one_time' AND t.completed_at >= coalesce((SELECT value FROM meta WHERE name = 'tasks_return_since'), '')"
  const coming = `${ofTasks} AND (t.status <> 'done' OR ${returning})`
  const due = db.prepare(`SELECT s.* FROM schedules s ${coming} AND s.next_fire_at <= ? ORDER BY s.next_fire_at, s.id`)
  const nextMoment = db.prepare(`SELECT s.next_fire_at FROM schedules s ${coming} ORDER BY s.next_fire_at LIMIT 1`).pluck()
  const before = db.prepare(`SELECT s.* FROM schedules s ${awake} AND s.next_fire_at < ? AND (? IS NULL OR s.task_id = ?) ORDER BY s.next_fire_at, s.id`)
  const ofDone = db.prepare(
    `SELECT s.* FROM schedules s ${ofTasks} AND t.status = 'done' AND ${returning} AND s.task_id IN (SELECT value FROM json_each(?)) ORDER BY s.id`,
  )
  // Of a moment that has come, and of being put on and off, the rule stays as it was.
  const ruleSince = db
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM journal WHERE task_id = @task_id AND entity = 'schedule' AND entity_id = @id AND at > @since AND action = 'updated'
        AND EXISTS (SELECT 1 FROM json_each(after) WHERE key NOT IN ('last_fired_at', 'enabled', 'task_id')))`,
    )
    .pluck()
  const beyond = db.prepare("SELECT * FROM schedules WHERE enabled = 1 AND (last_fired_at > @limit OR type <> 'one_time' AND updated_at > @limit)")
  return {
    insert: (schedule: Unsaved<StoredSchedule>): number => insert(write(schedule)),
    update: (schedule: StoredSchedule): void => update(write(schedule)),
    remove: (id: number): void => void remove.run(id),
    byId(id: number): StoredSchedule | undefined {
      const row = byId.get(id)
      return row ? read(row) : undefined
    },
    hasUid: (uid: string): boolean => hasUid.get(uid) !== undefined,
    /** Newest first. */
    ofTask: (taskId: number, below = Number.MAX_SAFE_INTEGER, limit = -1): StoredSchedule[] => ofTask.all(taskId, below, limit).map(read),
    /** Those that come before their task is due. */
    beforeDue: (taskId: number): StoredSchedule[] => beforeDue.all(taskId).map(read),
    count: (taskId: number): number => count.get(taskId) as number,
    /** Due at or before a moment, first come first; of done tasks those that repeat. */
    due: (moment: string): StoredSchedule[] => due.all(moment).map(read),
    nextMoment: (): string | undefined => nextMoment.get() as string | undefined,
    /** Those that fire next before a moment, of one task or of all. */
    firingBefore: (moment: string, taskId: number | undefined): StoredSchedule[] => before.all(moment, taskId ?? null, taskId ?? null).map(read),
    /** Those that bring these tasks back, as far as they are done. */
    returning: (taskIds: readonly number[]): StoredSchedule[] => ofDone.all(JSON.stringify(taskIds)).map(read),
    /** Whether it has another rule than it had at a moment, or was not there yet. */
    hasNewRule: ({ id, task_id, created_at }: StoredSchedule, since: string): boolean => created_at > since || ruleSince.get({ id, task_id, since }) === 1,
    /** Those that a clock that ran ahead has fired or planned. */
    beyond: (limit: string): StoredSchedule[] => beyond.all({ limit }).map(read),
  }
}
