// Every word, with those that the first paint does without; fetched with the screens that say them.
import { language, m as first } from '../lib/messages.ts'
import { late as english } from './en/late/late.ts'

const late: typeof english = language === 'de' ? (await import('./de/late/late.ts')).late : english

export const m = { ...first, ...late }
