// The words of the team's screens; like messages.ts, but fetched only with these screens.
import { language } from '../lib/messages.ts'
import { team as english } from './en/team.ts'

export const team: typeof english = language === 'de' ? (await import('./de/team.ts')).team : english
