// The rules of reminders: what is due fires, what fired is shown once, and stays on the list until somebody acknowledges it.
// They are no content and nobody undoes them, so they are not in the journal (that a schedule fired is); each change is signalled.
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import { readMoment } from '../../../shared/domain/time/recurrence.ts'
import { longestSnooze, type Reminder, reminderStates, type Snooze } from '../../../shared/schema/reminder.ts'
import type { ReminderSettings } from '../../../shared/schema/settings.ts'
import { actorOnly, type Context } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { Schedules } from '../schedules/schedules.ts'
import { groupNotices, noticeKey } from './notices.ts'
import type { ReminderFilter, ReminderStore, StoredReminder } from './reminder-store.ts'

export type Reminders = ReturnType<typeof createReminders>

export interface ReminderDeps {
  store: ReminderStore
  schedules: Pick<Schedules, 'takeDue' | 'nextMoment' | 'rewind' | 'upcoming'>
  journal: Journal
  now: () => Date
  zone: () => string
  requireTask: (id: number) => { title: string }
  /** Called with each one that changed, after the commit. */
  changed: (reminder: StoredReminder) => void
  /** Called with those that fire for the first time, inside the write. */
  fired?: ((reminders: readonly StoredReminder[]) => void) | undefined
  /** A notice whose reminders are all done with: take it off the screen. */
  withdraw: (notice: string) => void
}

const minute = 60_000
const day = 86_400_000
/** What fires more than this after its moment is late. */
const lateAfter = minute
/** Moments so far ahead can only have come because the clock was wrong. */
const aheadAtMost = 60 * minute
const system = { kind: 'system', name: 'Tandem' } as const

/** A reminder as everybody may see it. */
export function publicReminder({ round: _round, claimed_at: _claimed, ...rest }: StoredReminder): Reminder {
  return rest
}

export function createReminders(deps: ReminderDeps) {
  const { store, schedules, journal, now, zone, requireTask } = deps
  const changedIds = new Set<number>()
  let closed = false

  function set(reminder: StoredReminder, fields: Partial<StoredReminder>): StoredReminder {
    const next = { ...reminder, ...fields, updated_at: now().toISOString() }
    store.update(next)
    if (changedIds.size === 0) setImmediate(tell)
    changedIds.add(reminder.id)
    return next
  }

  /** Once the write is committed, with what stands there then. */
  function tell(): void {
    const ids = [...changedIds]
    changedIds.clear()
    if (closed) return
    const notices = new Set<string>()
    for (const id of ids) {
      const reminder = store.byId(id)
      if (!reminder) continue
      deps.changed(reminder)
      if (reminder.notice !== null && reminder.state !== 'fired') notices.add(reminder.notice)
    }
    withdrawAnswered(notices)
  }

  function withdrawAnswered(notices: Iterable<string>): void {
    for (const notice of notices) if (!store.isNoticeOpen(notice)) deps.withdraw(notice)
  }

  function existing(id: number): StoredReminder {
    const reminder = store.byId(id)
    if (!reminder) throw new AppError('not_found', `There is no reminder ${id}.`)
    return reminder
  }

  /** Of each schedule only the newest is shown; what it overtakes is missed. */
  function overtake(ready: readonly StoredReminder[]): StoredReminder[] {
    const newest = new Map(ready.map((reminder) => [reminder.schedule_id, reminder]))
    for (const reminder of ready) if (newest.get(reminder.schedule_id) !== reminder) set(reminder, { state: 'missed', late: true })
    for (const reminder of newest.values()) for (const earlier of store.shownBefore(reminder.schedule_id, reminder.due_at)) set(earlier, { state: 'missed' })
    return [...newest.values()].sort((a, b) => (a.due_at < b.due_at ? -1 : a.due_at > b.due_at ? 1 : a.id - b.id))
  }

  function fire(ready: readonly StoredReminder[], kinds: ReminderSettings['kinds']): void {
    const at = now()
    const fired = overtake(ready).map((reminder) => {
      const moment = reminder.state === 'snoozed' ? (reminder.snoozed_until as string) : reminder.due_at
      const late = at.getTime() - Date.parse(moment) > lateAfter
      return { ...reminder, late, round: reminder.round + 1, fired_at: at.toISOString(), claimed_at: null, delivered_at: null, delivered_via: null }
    })
    deps.fired?.(fired.filter((reminder) => reminder.round === 1))
    const isShown = ({ type, late }: StoredReminder) => (type === 'one_time' ? kinds.one_time : kinds.recurring) && (kinds.late || !late)
    for (const group of groupNotices(fired.filter(isShown)))
      for (const reminder of group) set(reminder, { ...reminder, state: 'fired', notice: noticeKey(group), snoozed_until: null })
    for (const reminder of fired.filter((one) => !isShown(one)))
      set(reminder, { ...reminder, state: 'delivered', delivered_at: at.toISOString(), delivered_via: 'none', notice: null, snoozed_until: null })
  }

  function until({ minutes, until: moment }: Snooze): string {
    if ((minutes === undefined) === (moment === undefined))
      throw invalidField('', 'Send either minutes (such as 10) or until (such as "2027-01-31T09:00:00Z").')
    if (minutes !== undefined) return new Date(now().getTime() + minutes * minute).toISOString()
    const read = readMoment(moment as string, zone())
    if (read === undefined) throw invalidField('/until', `until must be a moment that exists, such as "2027-01-31T09:00:00Z"; got '${moment}'`)
    const ahead = Date.parse(read) - now().getTime()
    if (ahead <= 0 || ahead > longestSnooze * minute)
      throw invalidField('/until', `until must be in the future, within a year; got '${moment}', and it is ${now().toISOString()} now`)
    return read
  }

  return {
    /** Everything that is due by now fires, or is held while it is quiet. One transaction: a crash leaves all of it or nothing. */
    collect(isQuiet: boolean, settings: ReminderSettings): void {
      journal.write(system, () => {
        schedules.takeDue()
        if (!isQuiet) fire(store.ready(now().toISOString()), settings.kinds)
      })
    },

    /** What comes next: a schedule's moment, the end of a snooze; and whether something is held. */
    outlook: () => ({ moment: schedules.nextMoment(), snoozeEnd: store.snoozeEnd(), isHeld: store.isHeld() }),

    /** What a clock that ran ahead has done is taken back: its moments come again, at their time. */
    rewind(): void {
      journal.write(system, () => {
        const limit = new Date(now().getTime() + aheadAtMost).toISOString()
        store.forgetBeyond(limit)
        store.wakeBeyond(limit, now().toISOString())
        schedules.rewind(limit, ({ id }) => store.lastMoment(id))
      })
    },

    /** At the start: what fired in another life and was surely never shown is due again. */
    resume(): void {
      journal.write(system, () => store.holdAgain(now().toISOString()))
    },

    /** The notices that wait to be shown, each with its reminders. */
    waiting(): StoredReminder[][] {
      const groups = new Map<string, StoredReminder[]>()
      for (const reminder of store.toShow()) {
        const key = reminder.notice as string
        groups.set(key, [...(groups.get(key) ?? []), reminder])
      }
      return [...groups.values()]
    },

    /** Says, before it is shown, that it is being shown. Leaves out what somebody has acknowledged meanwhile. */
    claim(group: readonly StoredReminder[]): void {
      journal.write(system, () => {
        for (const { id } of group) set(existing(id), { claimed_at: now().toISOString() })
      })
    },

    delivered(group: readonly StoredReminder[], via: string): void {
      journal.write(system, () => {
        for (const { id, round } of group) {
          const reminder = store.byId(id)
          if (reminder?.state !== 'fired' || reminder.round !== round) continue
          set(reminder, { state: 'delivered', delivered_at: now().toISOString(), delivered_via: via })
        }
      })
    },

    /** It was surely not shown: it is due again. */
    notDelivered(group: readonly StoredReminder[]): void {
      journal.write(system, () => {
        for (const { id, round } of group) {
          const reminder = store.byId(id)
          if (reminder?.state === 'fired' && reminder.round === round) set(reminder, { state: 'due', claimed_at: null, notice: null })
        }
      })
    },

    isNoticeOpen: store.isNoticeOpen,

    /** A task is done or a schedule gone: what only they said is taken off the screen. */
    quieten(scheduleIds: readonly number[], taskIds: readonly number[]): void {
      withdrawAnswered(new Set([...scheduleIds.flatMap(store.noticesOfSchedule), ...taskIds.flatMap(store.noticesOfTask)]))
    },

    get: existing,

    acknowledge(id: number, ctx: Context): StoredReminder {
      return journal.write(ctx.actor, () => {
        const reminder = existing(id)
        if (reminder.state === 'acknowledged') return reminder
        return set(reminder, { state: 'acknowledged', acknowledged_at: now().toISOString(), acknowledged_by: actorOnly(ctx.actor), snoozed_until: null })
      })
    },

    /** Any of them can be put off, also one that was acknowledged by mistake. */
    snooze(id: number, how: Snooze, ctx: Context): StoredReminder {
      const snoozed_until = until(how)
      return journal.write(ctx.actor, () => set(existing(id), { state: 'snoozed', snoozed_until, acknowledged_at: null, acknowledged_by: null }))
    },

    /** It waits on the list again, as it did before somebody answered it; one that nobody answered stays as it is. What was shown is not shown again. */
    reopen(id: number, ctx: Context): StoredReminder {
      return journal.write(ctx.actor, () => {
        const reminder = existing(id)
        if (reminder.state !== 'acknowledged' && reminder.state !== 'snoozed') return reminder
        const state = reminder.delivered_at !== null ? 'delivered' : reminder.fired_at !== null ? 'fired' : 'due'
        return set(reminder, { state, snoozed_until: null, acknowledged_at: null, acknowledged_by: null })
      })
    },

    /** Newest first. */
    list(filter: Partial<ReminderFilter>, below?: number, limit?: number): { rows: StoredReminder[]; total: number } {
      if (filter.taskId !== undefined) requireTask(filter.taskId)
      const whole: ReminderFilter = { states: reminderStates, taskId: undefined, from: undefined, until: undefined, ...filter }
      return { rows: store.list(whole, below, limit), total: store.count(whole) }
    },

    /** What is to come, soonest first: computed, so without ids. */
    upcoming({ taskId, from, until: end }: Pick<Partial<ReminderFilter>, 'taskId' | 'from' | 'until'>): Reminder[] {
      const at = now()
      const last = end === undefined ? at.getTime() + 7 * day : Date.parse(end)
      if (last > at.getTime() + 366 * day) throw invalidField('?until', `until must be at most 366 days from now for upcoming; got '${end}'`)
      if (taskId !== undefined) requireTask(taskId)
      const first = from !== undefined && from > at.toISOString() ? from : at.toISOString()
      return schedules.upcoming(first, new Date(last).toISOString(), taskId).map(({ schedule, due_at }) => ({
        id: null,
        schedule_id: schedule.id,
        task_id: schedule.task_id,
        title: requireTask(schedule.task_id).title,
        type: schedule.type,
        due_at,
        state: 'upcoming',
        late: false,
        fired_at: null,
        delivered_at: null,
        delivered_via: null,
        notice: null,
        snoozed_until: null,
        acknowledged_at: null,
        acknowledged_by: null,
        created_at: schedule.created_at,
        updated_at: schedule.updated_at,
      }))
    },

    close(): void {
      closed = true
    },
  }
}
