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
  matchedBy: (words: boolean, meaning: boolean): string => (words && meaning ? 'keywords + meaning' : meaning ? 'meaning' : 'keywords'),
  noHits: (query: string) => `No task contains “${query}”.`,
  everyWeek: (day: string, time: string) => `Every ${day} at ${time}`,
  everyMonth: (day: number, time: string) => `Monthly on the ${ordinal(day)} at ${time}`,
  everyMonthEnd: (time: string) => `Monthly on the last day at ${time}`,
  everyDays: (days: number, time: string | null) => `${plural(days, 'Every day', 'Every # days')}${time ? ` at ${time}` : ''}`,
  nextReminder: (when: string) => `next one ${when}`,
  nextReminderOn: (day: string) => `next one on ${day}`,

  taskNumber: (id: number) => `Task ${id}`,
  moveCard: (id: number, status: string) => `#${id}: ${status}. Move to another column`,
  priorityIs: (priority: string) => `${priority} priority`,
  requestedBy: (names: string) => `Requested by ${names}`,

  added: (id: number) => `#${id} added`,
  deleted: (id: number) => `#${id} deleted`,
  /** What was done, and what comes of it. */
  saidAlso: (said: string, more: string) => `${said}; ${more}`,
  movedTo: (id: number, status: string) => `#${id} moved to ${status}`,
  prioritySet: (id: number, priority: string) => `#${id} set to ${priority} priority`,
  titleChanged: (id: number) => `#${id} renamed`,
  descriptionChanged: (id: number) => `#${id}: description updated`,
  titleWrittenOver: (id: number, other: string) => `#${id} renamed, replacing “${other}”`,
  descriptionWrittenOver: (id: number) => `#${id}: description updated, replacing someone’s newer text`,
  writtenMeanwhile: (id: number) => `Someone else edited the same text in #${id} first. Yours isn’t saved yet, but it’s safe: open the task to compare both.`,
  wordAdded: (id: number, word: string) => `Added ${word} to #${id}`,
  wordRemoved: (id: number, word: string) => `Removed ${word} from #${id}`,
  commented: (id: number) => `Comment added to #${id}`,

  titleMeanwhile: 'Someone changed the title while you were editing:',
  changedMeanwhile: 'Someone changed this text while you were editing. Your version is safe here.',
  takeTheirs: 'Use theirs',
  keepMine: 'Keep mine',
  mergeBoth: 'Merge both',
}
