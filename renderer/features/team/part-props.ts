import type { Standing } from '../../data/cloud-team.ts'
import type { Navigation } from '../../navigation.ts'

/** What each page of a team gets: who looks, at which team, and the way elsewhere. */
export interface PartProps extends Standing {
  nav: Navigation
}
