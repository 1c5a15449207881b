// A task: its fields, its texts, and what was done to it.
import { pluralIn } from '../plural.ts'

const plural = pluralIn('en')

export const task = {
  quickAddHint: 'What is to be done? tomorrow 9am #label !high @who',
  looksLike: 'Looks like',
  addThere: 'Add there',
  describe: 'Add a description',
  editDescription: 'Edit description',
  markdownWelcome: 'Markdown welcome',
  writeComment: 'Write a comment, markdown welcome',
  comments: 'Comments',
  history: 'History',
  matchedBy: (words: boolean, meaning: boolean): string => (words && meaning ? 'words + meaning' : meaning ? 'meaning' : 'words'),
  noHits: (query: string) => `Nothing found for “${query}”.`,
  everyWeek: (day: string, time: string) => `Every ${day} at ${time}`,
  everyMonth: (day: number, time: string) => `Every month on day ${day} at ${time}`,
  everyMonthEnd: (time: string) => `Every month on its last day at ${time}`,
  everyDays: (days: number, time: string | null) => `${plural(days, 'Every day', 'Every # days')}${time ? ` at ${time}` : ''}`,
  nextReminder: (when: string) => `next ${when}`,

  taskNumber: (id: number) => `Task ${id}`,
  statusOf: (id: number, status: string) => `Status of ${id}: ${status}. Press for the next one`,
  priorityIs: (priority: string) => `${priority} priority`,
  requestedBy: (names: string) => `Requested by ${names}`,

  added: (id: number) => `${id} added`,
  deleted: (id: number) => `${id} deleted`,
  movedTo: (id: number, status: string) => `${id} moved to ${status}`,
  prioritySet: (id: number, priority: string) => `${id} set to ${priority} priority`,
  titleChanged: (id: number) => `Title of ${id} changed`,
  descriptionChanged: (id: number) => `Description of ${id} changed`,
  titleWrittenOver: (id: number, other: string) => `Title of ${id} changed, in place of “${other}”`,
  descriptionWrittenOver: (id: number) => `Description of ${id} changed, in place of somebody's newer text`,
  writtenMeanwhile: (id: number) => `Somebody wrote the same text of ${id} first. Yours is not saved, but kept: both are at the task.`,
  labelsChanged: (id: number) => `Labels of ${id} changed`,
  requestersChanged: (id: number) => `Requesters of ${id} changed`,
  commented: (id: number) => `Comment added to ${id}`,

  titleMeanwhile: 'Somebody changed the title while you were writing:',
  changedMeanwhile: 'Somebody changed this text while you were writing. Yours is safe here.',
  takeTheirs: 'Use theirs',
  keepMine: 'Keep mine',
  mergeBoth: 'Merge both',
}
