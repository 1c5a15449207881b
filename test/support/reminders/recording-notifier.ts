import type { Notifier, ReminderNotice } from '../../../electron/service/reminders/notifier.ts'

export interface RecordingNotifier extends Notifier {
  shown: ReminderNotice[]
  withdrawn: string[]
  titles(): string[]
  /** What the next calls do instead of showing. */
  refuse: Error | undefined
}

export function createRecordingNotifier(): RecordingNotifier {
  const notifier: RecordingNotifier = {
    name: 'test',
    shown: [],
    withdrawn: [],
    refuse: undefined,
    titles: () => notifier.shown.map((notice) => notice.title),
    available: async () => true,
    async show(notice) {
      if (notifier.refuse) throw notifier.refuse
      notifier.shown.push(notice)
    },
    withdraw: (key) => void notifier.withdrawn.push(key),
  }
  return notifier
}
