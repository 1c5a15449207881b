// What can be done from a reminder's notification, whichever way the system shows it.
import type { ReminderNotice } from '../../service/reminders/notifier.ts'
import { m } from '../messages.ts'

type Reminder = ReminderNotice['reminders'][number]

export interface NoticeDeps {
  /** The task is done, and so is its reminder. */
  finish(reminder: Reminder): Promise<void>
  snooze(reminderId: number): Promise<void>
  /** It was seen. */
  acknowledge(reminderId: number): Promise<void>
  /** Brings the window to the front, at this address. */
  open(address: string): void
  report(error: unknown): void
}

interface Button {
  key: string
  text: string
  run(): void
}

export interface NoticeActions {
  buttons: readonly Button[]
  /** The notification itself was clicked. */
  open(): void
}

export function createNoticeActions({ finish, snooze, acknowledge, open, report }: NoticeDeps) {
  return (notice: ReminderNotice): NoticeActions => {
    const [first, ...others] = notice.reminders
    const all = (action: (reminder: Reminder) => Promise<void>) => void Promise.all(notice.reminders.map(action)).catch(report)
    function show(): void {
      if (!first || others.length > 0) return open('/open')
      open(`/task/${first.task_id}`)
      all(({ id }) => acknowledge(id))
    }
    const done: Button = { key: 'done', text: m.done, run: () => all(finish) }
    const later: Button = { key: 'snooze', text: m.snooze, run: () => all(({ id }) => snooze(id)) }
    const look: Button = { key: 'open', text: m.show, run: show }
    // Several tasks are not finished with one click.
    return { open: show, buttons: others.length > 0 ? [look, later] : [done, later, look] }
  }
}
