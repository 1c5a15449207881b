// One timer for the next moment. It is planned anew after each write, at the start, and when the machine wakes or its clock or zone jumps.
import { quietUntil } from '../../../shared/domain/time/quiet-hours.ts'
import type { ReminderSettings } from '../../../shared/schema/settings.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import type { Change, Journal } from '../journal/journal.ts'
import { type Clock, forgetZone } from './clock.ts'
import type { Reminders } from './reminders.ts'

export type ReplanReason = 'start' | 'write' | 'timer' | 'settings' | 'wake' | 'clock' | 'zone'

export interface SchedulerDeps {
  reminders: Pick<Reminders, 'collect' | 'outlook' | 'rewind' | 'resume' | 'quieten'>
  deliver: () => void
  settings: () => ReminderSettings
  journal: Pick<Journal, 'onCommit' | 'after'>
  clock: Clock
  report: (error: unknown) => void
}

/** The wall clock may drift from the monotonic one by so much between two looks before it counts as a jump. */
const drift = 2_000
const retryAfter = 30_000
/** Entries of the journal at once. */
const page = 100

export function createScheduler({ reminders, deliver, settings, journal, clock, report }: SchedulerDeps) {
  let stopTimer = () => {}
  let stopWatch = () => {}
  let notBefore = 0
  let closed = false
  const now = () => clock.now().getTime()

  function replan(reason: ReplanReason): void {
    if (closed) return
    stopTimer()
    try {
      if (reason === 'zone' || reason === 'wake') forgetZone()
      if (reason === 'start') reminders.resume()
      if (reason === 'start' || reason === 'clock') reminders.rewind()
      // A person or a machine that comes back should not wait for a retry.
      if (reason !== 'write' && reason !== 'timer') notBefore = 0
      if (nextLook() <= now()) {
        reminders.collect(quietEnd() !== undefined, settings())
        deliver()
      }
      plan(nextLook())
    } catch (error) {
      // The disk is full, perhaps: what is due stays due.
      report(error)
      plan(now() + retryAfter)
    }
  }

  function quietEnd(): number | undefined {
    const hours = settings().do_not_disturb
    // To ask the system for its zone takes longer than most of a write.
    return hours.enabled ? quietUntil(hours, clock.zone(), clock.now())?.getTime() : undefined
  }

  /** When something is to be done, in epoch milliseconds. */
  function nextLook(): number {
    const { moment, snoozeEnd, isHeld } = reminders.outlook()
    const quiet = quietEnd()
    const shown = [...(isHeld ? [0] : []), ...(snoozeEnd === undefined ? [] : [Date.parse(snoozeEnd)])]
    const moments = [...(moment === undefined ? [] : [Date.parse(moment)]), ...shown.map((at) => Math.max(at, quiet ?? notBefore))]
    return Math.min(...moments)
  }

  function plan(at: number): void {
    if (at !== Number.POSITIVE_INFINITY) stopTimer = clock.after(Math.max(at - now(), 1), () => replan('timer'))
  }

  /** Timers stand still while the machine sleeps, and know nothing of a clock that is set. */
  function watch(): void {
    const wall = now()
    const steady = clock.monotonic()
    const zone = clock.zone()
    stopWatch = clock.after(clock.watchEvery, () => {
      forgetZone()
      const jumped = Math.abs(now() - wall - (clock.monotonic() - steady)) > drift
      if (jumped) replan('clock')
      else if (clock.zone() !== zone) replan('zone')
      watch()
    })
  }

  const concernsReminders = ({ entity, action, after }: Change | JournalEntry) =>
    entity === 'schedule' || (entity === 'task' && action === 'updated' && after !== null && 'status' in after)

  function quieten(entries: readonly JournalEntry[]): void {
    const schedules = entries.filter(({ entity, action }) => entity === 'schedule' && action === 'deleted')
    const tasks = entries.filter(({ entity, after }) => entity === 'task' && after?.status === 'done')
    if (schedules.length + tasks.length === 0) return
    reminders.quieten(
      schedules.map(({ entity_id }) => entity_id),
      tasks.map(({ entity_id }) => entity_id),
    )
  }

  /** Reads on in the journal, from the first entry that is about reminders: most writes move no moment, and do not come here. */
  function follow(from: number): void {
    if (closed) return
    try {
      const entries = journal.after(from - 1, page)
      quieten(entries.filter(concernsReminders))
      // A large undo is followed in pieces: calls come in between.
      const last = entries.at(-1)
      if (last && entries.length === page) setImmediate(() => follow(last.seq + 1))
    } catch (error) {
      report(error)
    }
    replan('write')
  }

  const stopFollowing = journal.onCommit(follow, concernsReminders)
  return {
    start(): void {
      replan('start')
      watch()
    },
    replan,
    /** Something could not be shown: not again for a while. */
    holdBack(): void {
      notBefore = now() + retryAfter
      replan('write')
    },
    close(): void {
      closed = true
      stopFollowing()
      stopTimer()
      stopWatch()
    },
  }
}
