// What shows reminders where no desktop does: notify-send on Linux, and the log, which is always there.
import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Notifier } from './notifier.ts'

/** A notification's body may be read as markup. */
const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** One that hangs must not stay for good; it has not shown anything. */
const timeoutMs = 8000

export function notifySend(env: NodeJS.ProcessEnv = process.env): Notifier {
  async function find(): Promise<string | undefined> {
    for (const folder of (env.PATH ?? '').split(delimiter)) {
      const file = join(folder, 'notify-send')
      const usable = await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
      if (usable) return file
    }
    return undefined
  }
  let found: Promise<string | undefined> | undefined
  return {
    name: 'notify-send',
    async available() {
      if (process.platform !== 'linux' || !(env.DBUS_SESSION_BUS_ADDRESS || env.DISPLAY || env.WAYLAND_DISPLAY)) return false
      return (await (found ??= find())) !== undefined
    },
    async show({ title, body }) {
      const file = (await (found ??= find())) as string
      await new Promise<void>((resolve, reject) => {
        execFile(file, ['--app-name=Tandem', '--', title, asText(body)], { env, timeout: timeoutMs }, (error) => (error ? reject(error) : resolve()))
      })
    },
  }
}

export function logNotifier(log: (fields: object, text: string) => void): Notifier {
  return {
    name: 'log',
    available: async () => true,
    async show({ title, body, late, reminders }) {
      log({ late, tasks: reminders.map((reminder) => reminder.task_id) }, `Reminder: ${title}. ${body}`)
    },
  }
}
