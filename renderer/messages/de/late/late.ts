// Was erst mit seinen Ansichten geladen wird.
import type { late as english } from '../../en/late/late.ts'
import { actions } from './actions.ts'
import { imports } from './imports.ts'
import { keys } from './keys.ts'
import { savedList } from './lists.ts'
import { pasted } from './pasted.ts'
import { settings } from './settings.ts'
import { taskPage } from './task-page.ts'

export const late: typeof english = { actions, imports, keys, savedList, pasted, settings, taskPage }
