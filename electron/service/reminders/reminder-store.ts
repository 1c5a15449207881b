// SQL for reminders, and nothing else. Those of a deleted schedule are kept, but not seen: undo may bring the schedule back.
import type { Actor } from '../../../shared/schema/actor.ts'
import type { Reminder, ReminderState } from '../../../shared/schema/reminder.ts'
import type { Db } from '../db/open.ts'

export interface StoredReminder extends Reminder {
  id: number
  state: ReminderState
  /** How often it has fired; grows with each snooze. */
  round: number
  /** When its showing began. A crash right after leaves in doubt whether it was seen: it is never shown again by itself. */
  claimed_at: string | null
}

export type ReminderStore = ReturnType<typeof createReminderStore>

export interface ReminderFilter {
  states: readonly ReminderState[]
  taskId: number | undefined
  from: string | undefined
  until: string | undefined
}

type Row = Omit<StoredReminder, 'late' | 'acknowledged_by'> & { late: 0 | 1; acknowledged_by_kind: Actor['kind'] | null; acknowledged_by_name: string }

function read(row: unknown): StoredReminder {
  const { acknowledged_by_kind: kind, acknowledged_by_name: name, late, ...rest } = row as Row
  return { ...rest, late: late === 1, acknowledged_by: kind === null ? null : { kind, name } }
}

const from = 'FROM reminders r JOIN schedules s ON s.id = r.schedule_id JOIN tasks t ON t.id = s.task_id'
const columns = 'r.*, s.task_id, s.type, t.title'
/** Neither of a done task nor of a disabled schedule. */
const awake = "s.enabled = 1 AND t.status <> 'done'"

export function createReminderStore(db: Db) {
  const insert = db.prepare(
    "INSERT OR IGNORE INTO reminders (schedule_id, due_at, state, late, round, created_at, updated_at) VALUES (?, ?, 'due', 0, 0, ?, ?)",
  )
  const byId = db.prepare(`SELECT ${columns} ${from} WHERE r.id = ?`)
  const update = db.prepare(`
    UPDATE reminders SET state = @state, late = @late, round = @round, notice = @notice, fired_at = @fired_at, claimed_at = @claimed_at, delivered_at = @delivered_at,
      delivered_via = @delivered_via, snoozed_until = @snoozed_until, acknowledged_at = @acknowledged_at, acknowledged_by_kind = @acknowledged_by_kind,
      acknowledged_by_name = @acknowledged_by_name, updated_at = @updated_at WHERE id = @id`)
  const ready = db.prepare(`
    SELECT ${columns} ${from} WHERE r.state IN ('due', 'snoozed') AND (r.state = 'due' OR r.snoozed_until <= ?) AND ${awake} ORDER BY r.due_at, r.id`)
  const toShow = db.prepare(`SELECT ${columns} ${from} WHERE r.state = 'fired' AND r.claimed_at IS NULL ORDER BY r.due_at, r.id`)
  const shownBefore = db.prepare(`
    SELECT ${columns} ${from} WHERE r.schedule_id = ? AND r.due_at < ? AND r.state IN ('fired', 'delivered')`)
  const snoozeEnd = db.prepare(`SELECT min(r.snoozed_until) ${from} WHERE r.state = 'snoozed' AND ${awake}`).pluck()
  const held = db.prepare(`SELECT 1 ${from} WHERE r.state = 'due' AND ${awake} LIMIT 1`).pluck()
  const openOfNotice = db.prepare(`SELECT 1 ${from} WHERE r.notice = ? AND r.state IN ('fired', 'delivered') AND t.status <> 'done' LIMIT 1`).pluck()
  const shown = "FROM reminders r WHERE r.state IN ('fired', 'delivered') AND r.notice IS NOT NULL"
  const noticesOfSchedule = db.prepare(`SELECT DISTINCT r.notice ${shown} AND r.schedule_id = ?`).pluck()
  const noticesOfTask = db.prepare(`SELECT DISTINCT r.notice ${shown} AND r.schedule_id IN (SELECT id FROM schedules WHERE task_id = ?)`).pluck()
  // What was snoozed by a clock that ran ahead was snoozed until a moment that nobody meant.
  const wakeBeyond = db.prepare("UPDATE reminders SET state = 'due', snoozed_until = NULL, updated_at = @at WHERE state = 'snoozed' AND updated_at > @limit")
  const holdAgain = db.prepare("UPDATE reminders SET state = 'due', notice = NULL, updated_at = ? WHERE state = 'fired' AND claimed_at IS NULL")
  const forgetBeyond = db.prepare('DELETE FROM reminders WHERE due_at > ?')
  const lastMoment = db.prepare('SELECT max(due_at) FROM reminders WHERE schedule_id = ?').pluck()
  const matching = `${from} WHERE r.state IN (SELECT value FROM json_each(@states)) AND (@from IS NULL OR r.due_at >= @from) AND (@until IS NULL OR r.due_at < @until)`
  const ofTask = `${matching} AND s.task_id = @taskId`
  // Nobody needs to look at what a done task would still say; asked for by its task, it is there.
  const ofAll = `${matching} AND (t.status <> 'done' OR r.state IN ('acknowledged', 'missed'))`
  const page = 'AND r.id < @below ORDER BY r.id DESC LIMIT @limit'
  const list = { all: db.prepare(`SELECT ${columns} ${ofAll} ${page}`), ofTask: db.prepare(`SELECT ${columns} ${ofTask} ${page}`) }
  const count = { all: db.prepare(`SELECT count(*) ${ofAll}`).pluck(), ofTask: db.prepare(`SELECT count(*) ${ofTask}`).pluck() }
  const scope = ({ taskId }: ReminderFilter) => (taskId === undefined ? 'all' : 'ofTask')
  const bind = ({ states, taskId, from, until }: ReminderFilter) => ({
    states: JSON.stringify(states),
    taskId: taskId ?? null,
    from: from ?? null,
    until: until ?? null,
  })

  return {
    /** Keeps a moment that has come; one that is known already stays as it is. */
    keep: (scheduleId: number, dueAt: string, at: string): void => void insert.run(scheduleId, dueAt, at, at),
    byId(id: number): StoredReminder | undefined {
      const row = byId.get(id)
      return row ? read(row) : undefined
    },
    update({ acknowledged_by: by, late, ...rest }: StoredReminder): void {
      update.run({ ...rest, late: late ? 1 : 0, acknowledged_by_kind: by?.kind ?? null, acknowledged_by_name: by?.name ?? null })
    },
    /** Due, or snoozed until now, and not quiet; earliest first. */
    ready: (now: string): StoredReminder[] => ready.all(now).map(read),
    /** Fired, and surely never shown. */
    toShow: (): StoredReminder[] => toShow.all().map(read),
    /** Earlier ones of a schedule that still wait for somebody. */
    shownBefore: (scheduleId: number, dueAt: string): StoredReminder[] => shownBefore.all(scheduleId, dueAt).map(read),
    snoozeEnd: (): string | undefined => (snoozeEnd.get() as string | null) ?? undefined,
    isHeld: (): boolean => held.get() !== undefined,
    /** Whether somebody is still to answer it. */
    isNoticeOpen: (notice: string): boolean => openOfNotice.get(notice) !== undefined,
    noticesOfSchedule: (id: number): string[] => noticesOfSchedule.all(id) as string[],
    noticesOfTask: (id: number): string[] => noticesOfTask.all(id) as string[],
    wakeBeyond: (limit: string, at: string): void => void wakeBeyond.run({ limit, at }),
    /** What fired and was never shown is due again. */
    holdAgain: (at: string): void => void holdAgain.run(at),
    /** What only a wrong clock can have brought. */
    forgetBeyond: (limit: string): number => forgetBeyond.run(limit).changes,
    lastMoment: (scheduleId: number): string | null => lastMoment.get(scheduleId) as string | null,
    /** Newest first. */
    list: (filter: ReminderFilter, below = Number.MAX_SAFE_INTEGER, limit = -1): StoredReminder[] =>
      list[scope(filter)].all({ ...bind(filter), below, limit }).map(read),
    count: (filter: ReminderFilter): number => count[scope(filter)].get(bind(filter)) as number,
  }
}
