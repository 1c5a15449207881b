// What is said on the screen. Pure: which of the reminders that fire together share a notice, and its words.
import type { StoredReminder } from './reminder-store.ts'
import type { ReminderNotice } from './notifier.ts'

/** More that come at one moment share a notice: nobody reads a screen full of them. */
const maxAtOnce = 3
const maxNamed = 5

/** Each group is one notice: every one that is on time its own, all that are late one together. */
export function groupNotices(reminders: readonly StoredReminder[]): StoredReminder[][] {
  const late = reminders.filter((reminder) => reminder.late)
  const onTime = reminders.filter((reminder) => !reminder.late)
  const groups = onTime.length > maxAtOnce ? [onTime] : onTime.map((reminder) => [reminder])
  return late.length > 0 ? [late, ...groups] : groups
}

/** Never used twice: a reminder that comes back after a snooze is in its next round. */
export function noticeKey(group: readonly StoredReminder[]): string {
  const [first] = group as [StoredReminder]
  return `${group.length > 1 ? 'digest' : 'reminder'}-${first.id}-${first.round}`
}

/** A notice has lines of its own, and may end up in a terminal: nothing of a title may steer either. */
const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

export function noticeOf(reminders: readonly StoredReminder[], zone: string): ReminderNotice {
  const group = reminders.map((reminder) => ({ ...reminder, title: plain(reminder.title) }))
  const [first] = group as [StoredReminder]
  const late = group.some((reminder) => reminder.late)
  const when = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone })
  const was = ({ due_at }: StoredReminder) => `was due ${when.format(new Date(due_at)).replace(',', '')}`
  const shared = { key: first.notice as string, late, reminders: group.map(({ id, task_id, title }) => ({ id, task_id, title })) }
  if (group.length === 1) return { ...shared, title: first.title, body: late ? `Task ${first.task_id}, ${was(first)}` : `Task ${first.task_id}` }
  const named = group.slice(0, maxNamed).map((reminder) => (reminder.late ? `${reminder.title} (${was(reminder)})` : reminder.title))
  if (group.length > maxNamed) named.push(`and ${group.length - maxNamed} more`)
  return { ...shared, title: late ? `${group.length} reminders from earlier` : `${group.length} reminders`, body: named.join('\n') }
}
