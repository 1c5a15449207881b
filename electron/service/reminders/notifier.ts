// How a due reminder reaches a person's eyes. The desktop brings a notifier of its own; the rest is in system-notifier.ts.

export interface ReminderNotice {
  /** Names this notice for good: showing another one with the same key replaces it. */
  key: string
  title: string
  body: string
  /** It comes after its moment: the machine slept, Tandem was not running, or it was quiet time. */
  late: boolean
  reminders: { id: number; task_id: number; title: string }[]
}

export interface Notifier {
  name: string
  /** Whether it can show anything here and now; if not, the next one is asked. */
  available(): Promise<boolean>
  /** Resolves when the system has taken it. Throws when it has surely not been shown. */
  show(notice: ReminderNotice): Promise<void>
  /** Takes a notice away again, once its reminders are done with elsewhere. */
  withdraw?(key: string): void
}
