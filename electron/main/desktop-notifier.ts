// Shows due reminders as notifications of the system, and does what their buttons say.
import { Notification } from 'electron'
import type { Notifier, ReminderNotice } from '../service/reminders/notifier.ts'
import { m } from './messages.ts'

export interface NotifierDeps {
  /** The task is done, and so is its reminder. */
  finish(reminder: ReminderNotice['reminders'][number]): Promise<void>
  snooze(reminderId: number): Promise<void>
  /** It was seen. */
  acknowledge(reminderId: number): Promise<void>
  /** Brings the window to the front, at this address. */
  open(address: string): void
  report(error: unknown): void
  icon: string
}

/** Some systems never say that they showed it, nor that they did not. */
const patience = 3000

export function createDesktopNotifier(deps: NotifierDeps): Notifier {
  // What nothing refers to may be collected, and would then not answer a click.
  const shown = new Map<string, Notification>()

  function act(notice: ReminderNotice, action: (reminder: ReminderNotice['reminders'][number]) => Promise<void>): void {
    void Promise.all(notice.reminders.map(action)).catch(deps.report)
    withdraw(notice.key)
  }

  function openNotice(notice: ReminderNotice): void {
    const [first] = notice.reminders
    if (notice.reminders.length !== 1 || !first) return deps.open('/inbox')
    deps.open(`/task/${first.task_id}`)
    act(notice, ({ id }) => deps.acknowledge(id))
  }

  /** Several at once have no button that ends them all: that is too much for one click. */
  const buttonsOf = (notice: ReminderNotice) =>
    notice.reminders.length === 1
      ? [
          { text: m.done, run: () => act(notice, deps.finish) },
          { text: m.snooze, run: () => act(notice, ({ id }) => deps.snooze(id)) },
          { text: m.show, run: () => openNotice(notice) },
        ]
      : [
          { text: m.show, run: () => openNotice(notice) },
          { text: m.snooze, run: () => act(notice, ({ id }) => deps.snooze(id)) },
        ]

  function withdraw(key: string): void {
    shown.get(key)?.close()
    shown.delete(key)
  }

  return {
    name: 'desktop',
    available: () => Promise.resolve(Notification.isSupported()),
    withdraw,
    show(notice) {
      withdraw(notice.key)
      const buttons = buttonsOf(notice)
      const made = new Notification({
        id: notice.key,
        title: notice.title,
        body: notice.body,
        icon: deps.icon,
        // A reminder waits for the person, it does not pass by.
        timeoutType: 'never',
        actions: buttons.map(({ text }) => ({ type: 'button', text })),
      })
      made.on('click', () => openNotice(notice))
      made.on('action', ({ actionIndex }) => buttons[actionIndex]?.run())
      shown.set(notice.key, made)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, patience)
        made.once('show', () => {
          clearTimeout(timer)
          resolve()
        })
        made.once('failed', (_event, reason) => {
          clearTimeout(timer)
          shown.delete(notice.key)
          reject(new Error(reason))
        })
        made.show()
      })
    },
  }
}
