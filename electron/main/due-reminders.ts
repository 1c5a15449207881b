// Keeps what shows the due reminders up to date.
import type { DesktopClient } from './service-line.ts'
import type { Due } from './windows/tray.ts'

export interface DueReminderDeps {
  client: () => DesktopClient
  show: (due: readonly Due[]) => void
  report: (error: unknown) => void
}

/** What is due changes with each write; many at once are one look. */
export function followDueReminders({ client, show, report }: DueReminderDeps) {
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const due = await client().listReminders({ query: { state: ['due', 'fired', 'delivered'] } })
    show(due.map(({ task_id, title }) => ({ taskId: task_id, title })))
  }

  return {
    changed(): void {
      clearTimeout(timer)
      timer = setTimeout(() => void look().catch(report), 200)
    },
    stop: () => clearTimeout(timer),
  }
}
