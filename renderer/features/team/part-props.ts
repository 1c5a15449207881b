import type { Standing } from '../../data/people/cloud-team.ts'
import type { Navigation } from '../../lib/navigation.ts'

/** What each page of a team gets: who looks, at which team, and the way elsewhere. */
export interface PartProps extends Standing {
  nav: Navigation
}
