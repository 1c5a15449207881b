// The words of the team's screens; like messages.ts, but fetched only with these screens.
import { language } from '../messages.ts'
import { teamEn } from './team-en.ts'

export const team: typeof teamEn = language === 'de' ? (await import('./team-de.ts')).teamDe : teamEn
