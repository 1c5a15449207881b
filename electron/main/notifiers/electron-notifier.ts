// Reminders as notifications through Electron: macOS and Windows, and Linux where the session bus cannot be spoken to.
import { Notification } from 'electron'
import type { Notifier } from '../../service/reminders/notifier.ts'
import type { createNoticeActions } from './notice-actions.ts'

/** Some systems never say that they showed it, nor that they did not. */
const timeoutMs = 3000

export function createElectronNotifier(actionsOf: ReturnType<typeof createNoticeActions>, icon: string): Notifier {
  // What nothing refers to may be collected, and would then not answer a click.
  const shown = new Map<string, Notification>()

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
      const { buttons, open } = actionsOf(notice)
      const made = new Notification({
        id: notice.key,
        title: notice.title,
        body: notice.body,
        icon,
        // A reminder waits for the person, it does not pass by.
        timeoutType: 'never',
        actions: buttons.map(({ text }) => ({ type: 'button', text })),
      })
      made.on('click', open)
      made.on('action', ({ actionIndex }) => {
        buttons[actionIndex]?.run()
        withdraw(notice.key)
      })
      shown.set(notice.key, made)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, timeoutMs)
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
