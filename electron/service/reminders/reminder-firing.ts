// What is due fires; what fired is shown once, and says so before it is.
import type { ReminderSettings } from '../../../shared/schema/settings.ts'
import type { Journal } from '../journal/journal.ts'
import type { Schedules } from '../schedules/schedules.ts'
import { groupNotices, noticeKey } from './notices.ts'
import type { ReminderChanges } from './reminder-changes.ts'
import type { ReminderStore, StoredReminder } from './reminder-store.ts'

export interface FiringDeps {
  store: ReminderStore
  schedules: Pick<Schedules, 'takeDue' | 'nextMoment' | 'rewind'>
  journal: Journal
  now: () => Date
  /** Called with those that fire for the first time, inside the write. */
  fired?: ((reminders: readonly StoredReminder[]) => void) | undefined
}

const minute = 60_000
/** What fires more than this after its moment is late. */
const lateAfter = minute
/** Moments so far ahead can only have come because the clock was wrong. */
const aheadAtMost = 60 * minute
const system = { kind: 'system', name: 'Tandem' } as const

/** Which of those that are due fire, inside a write. */
export function createFire({ store, now, fired: tell }: Pick<FiringDeps, 'store' | 'now' | 'fired'>, { set }: ReminderChanges) {
  /** Of each schedule only the newest is shown; what it overtakes is missed. */
  function overtake(ready: readonly StoredReminder[]): StoredReminder[] {
    const newest = new Map(ready.map((reminder) => [reminder.schedule_id, reminder]))
    for (const reminder of ready) if (newest.get(reminder.schedule_id) !== reminder) set(reminder, { state: 'missed', late: true })
    for (const reminder of newest.values()) for (const earlier of store.shownBefore(reminder.schedule_id, reminder.due_at)) set(earlier, { state: 'missed' })
    return [...newest.values()].sort((a, b) => (a.due_at < b.due_at ? -1 : a.due_at > b.due_at ? 1 : a.id - b.id))
  }

  return function fire(ready: readonly StoredReminder[], kinds: ReminderSettings['kinds']): void {
    const at = now()
    const fired = overtake(ready).map((reminder) => {
      const moment = reminder.state === 'snoozed' ? (reminder.snoozed_until as string) : reminder.due_at
      const late = at.getTime() - Date.parse(moment) > lateAfter
      return { ...reminder, late, round: reminder.round + 1, fired_at: at.toISOString(), claimed_at: null, delivered_at: null, delivered_via: null }
    })
    tell?.(fired.filter((reminder) => reminder.round === 1))
    const isShown = ({ type, late }: StoredReminder) => (type === 'one_time' ? kinds.one_time : kinds.recurring) && (kinds.late || !late)
    for (const group of groupNotices(fired.filter(isShown)))
      for (const reminder of group) set(reminder, { ...reminder, state: 'fired', notice: noticeKey(group), snoozed_until: null })
    for (const reminder of fired.filter((one) => !isShown(one)))
      set(reminder, { ...reminder, state: 'delivered', delivered_at: at.toISOString(), delivered_via: 'none', notice: null, snoozed_until: null })
  }
}

export function createFiring(deps: FiringDeps, changes: ReminderChanges) {
  const { store, schedules, journal, now } = deps
  const { set, existing } = changes
  const fire = createFire(deps, changes)

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
  }
}
