// One timer for the next moment. It is planned again after each write, at the start, and when the machine wakes or its clock or zone jumps.
import { quietUntil } from '../../../shared/domain/time/quiet-hours.ts'
import type { ReminderSettings } from '../../../shared/schema/settings.ts'
import type { Journal } from '../journal/journal.ts'
import { type Clock, forgetZone } from './clock.ts'
import { watchClock } from './watch-clock.ts'
import { followReminders } from './follow-reminders.ts'
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

const retryAfter = 30_000

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

  const stopFollowing = followReminders({ reminders, journal, changed: () => replan('write'), report })
  return {
    start(): void {
      replan('start')
      stopWatch = watchClock(clock, replan)
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
