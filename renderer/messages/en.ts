// Every word that the web UI says, in English, by screen; the words of account and team are loaded with their screens.
// Files that are spread hold words of several places; a key stands in one of them only (messages.test.ts).
import { attach } from './en/attach.ts'
import { brake } from './en/brake.ts'
import { cloud } from './en/cloud.ts'
import { entry } from './en/entry.ts'
import { faults } from './en/faults.ts'
import { general } from './en/general.ts'
import { links } from './en/links.ts'
import { list } from './en/list.ts'
import { people } from './en/people.ts'
import { plan } from './en/plan.ts'
import { evidence } from './en/evidence.ts'
import { question } from './en/question.ts'
import { reminders } from './en/reminders.ts'
import { review } from './en/review.ts'
import { start } from './en/start.ts'
import { task } from './en/task.ts'
import { undo } from './en/undo.ts'
import { when } from './en/when.ts'

export const en = {
  ...general,
  ...task,
  ...undo,
  ...faults,
  ...list,
  ...plan,
  ...reminders,
  ...start,
  attach,
  links,
  evidence,
  question,
  review,
  brake,
  people,
  entry,
  cloud,
  when,
}
