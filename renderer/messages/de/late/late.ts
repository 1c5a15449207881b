import type { late as english } from '../../en/late/late.ts'
import { actions } from './actions.ts'
import { brake } from './brake.ts'
import { cloud } from './cloud.ts'
import { entry } from './entry.ts'
import { evidence } from './evidence.ts'
import { general } from './general.ts'
import { imports } from './imports.ts'
import { keys } from './keys.ts'
import { links } from './links.ts'
import { byHand, savedList } from './lists.ts'
import { pasted } from './pasted.ts'
import { people } from './people.ts'
import { reminders } from './reminders.ts'
import { question, review } from './review.ts'
import { settings } from './settings.ts'
import { start } from './start.ts'
import { task } from './task.ts'
import { attach, taskPage } from './task-page.ts'
import { when } from './when.ts'

export const late: typeof english = {
  ...general,
  ...reminders,
  ...start,
  ...task,
  actions,
  attach,
  brake,
  byHand,
  cloud,
  entry,
  evidence,
  imports,
  keys,
  links,
  pasted,
  people,
  question,
  review,
  savedList,
  settings,
  taskPage,
  when,
}
