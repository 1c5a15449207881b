// Every word, with those that the first paint does without; fetched with the screens that say them.
import { language, m as first } from '../lib/messages.ts'
import { late as english } from './en/late/late.ts'

const late: typeof english = language === 'de' ? (await import('./de/late/late.ts')).late : english

interface Words {
  [word: string]: unknown
}

const isGroup = (words: unknown): words is Words => typeof words === 'object' && words !== null && !Array.isArray(words)

/** A group of words can have some of them in either half. */
function joined(some: Words, others: Words): Words {
  const all = { ...some, ...others }
  for (const [key, words] of Object.entries(others)) {
    const known = some[key]
    if (isGroup(known) && isGroup(words)) all[key] = joined(known, words)
  }
  return all
}

export const m = joined(first, late) as typeof first & typeof late
