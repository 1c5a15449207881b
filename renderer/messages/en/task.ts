// A task: its fields, its texts, and what was done to it.
import { ordinal, plural } from './plural.ts'

export const task = {
  quickAddHint: 'New task: try “call Ana tomorrow 9am #home !high”',
  looksLike: 'Possible duplicate',
  addThere: 'Add to it instead',
  describe: 'Add a description',
  editDescription: 'Edit description',
  markdownWelcome: 'Markdown supported',
  writeComment: 'Leave a comment…',
  comments: 'Comments',
  history: 'History',
  everyWeek: (day: string, time: string) => `Every ${day} at ${time}`,
  everyMonth: (day: number, time: string) => `Monthly on the ${ordinal(day)} at ${time}`,
  everyMonthEnd: (time: string) => `Monthly on the last day at ${time}`,
  everyDays: (days: number, time: string | null) => `${plural(days, 'Every day', 'Every # days')}${time ? ` at ${time}` : ''}`,
  nextReminder: (when: string) => `next one ${when}`,
  nextReminderOn: (day: string) => `next one on ${day}`,
  priorityIs: (priority: string) => `${priority} priority`,
  requestedBy: (names: string) => `Requested by ${names}`,

  /** A task by its title. */
  quoted: (title: string) => `“${title}”`,
  added: (id: number) => `#${id} added`,
  deleted: (id: number) => `#${id} deleted`,
  /** What was done, and what comes of it. */
  saidAlso: (said: string, more: string) => `${said}; ${more}`,
  movedTo: (id: number, status: string) => `#${id} moved to ${status}`,
  prioritySet: (id: number, priority: string) => `#${id} set to ${priority} priority`,
  writtenMeanwhile: (id: number) => `Someone else edited the same text in #${id} first. Yours isn’t saved yet, but it’s safe: open the task to compare both.`,
  commented: (id: number) => `Comment added to #${id}`,
  takeTheirs: 'Use theirs',
  keepMine: 'Keep mine',
  mergeBoth: 'Merge both',
}
