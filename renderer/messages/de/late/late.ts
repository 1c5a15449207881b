// Was erst mit seinen Ansichten geladen wird.
import type { late as english } from '../../en/late/late.ts'
import { imports } from './imports.ts'
import { keys } from './keys.ts'
import { settings } from './settings.ts'

export const late: typeof english = { imports, keys, settings }
