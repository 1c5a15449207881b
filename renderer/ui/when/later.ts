// The moments to which a reminder is often put off, those that are still to come.
import { clock } from '../../lib/dates.ts'
import { inAnHour, nextMonday, thisEvening, tomorrowMorning } from '../../lib/moments.ts'
import { m } from '../../messages/late.ts'
import type { SuggestionGroup } from './suggestions.tsx'

// Read as words, so that they mean the same as when they are typed.
const later = {
  hour: [inAnHour, 'in 1 hour'],
  evening: [thisEvening, 'tonight'],
  tomorrow: [tomorrowMorning, 'tomorrow morning'],
  monday: [nextMonday, 'coming monday'],
} as const

export function laterMoments(now: number): SuggestionGroup {
  const names = Object.keys(later) as (keyof typeof later)[]
  return {
    options: names.flatMap((name) => {
      const [momentOf, text] = later[name]
      const moment = momentOf(new Date(now))
      return moment.getTime() > now ? [{ id: name, label: m.today.moments[name](clock(moment.toISOString())), text }] : []
    }),
  }
}
