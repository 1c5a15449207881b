// Every word that the web UI says, in German: the shape of en.ts. Only types come from there, so that it is loaded by itself.
import { attach } from './de/attach.ts'
import { brake } from './de/brake.ts'
import { cloud } from './de/cloud.ts'
import { entry } from './de/entry.ts'
import { faults } from './de/faults.ts'
import { general } from './de/general.ts'
import { links } from './de/links.ts'
import { list } from './de/list.ts'
import { people } from './de/people.ts'
import { plan } from './de/plan.ts'
import { evidence } from './de/evidence.ts'
import { question } from './de/question.ts'
import { reminders } from './de/reminders.ts'
import { review } from './de/review.ts'
import { start } from './de/start.ts'
import { task } from './de/task.ts'
import { undo } from './de/undo.ts'
import { when } from './de/when.ts'
import type { en } from './en.ts'

export const de: typeof en = {
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
