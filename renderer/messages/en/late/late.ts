// What the first paint does without: the settings, importing, the keyboard shortcuts. They come with the screens that say them (messages/late.ts).
import { actions } from './actions.ts'
import { imports } from './imports.ts'
import { keys } from './keys.ts'
import { savedList } from './lists.ts'
import { pasted } from './pasted.ts'
import { settings } from './settings.ts'
import { taskPage } from './task-page.ts'

export const late = { actions, imports, keys, savedList, pasted, settings, taskPage }
