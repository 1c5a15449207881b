// What the first paint does without: the settings, importing, the keyboard shortcuts. They come with the screens that say them (messages/late.ts).
import { imports } from './imports.ts'
import { keys } from './keys.ts'
import { settings } from './settings.ts'

export const late = { imports, keys, settings }
