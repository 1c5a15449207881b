// Who may do what in a team.
import type { TeamAction } from '../../schema/cloud/access.ts'
import type { Role } from '../../schema/cloud/team.ts'

/** A token works for the team, it does not govern it: that needs a person who signed in. */
export type Capacity = Role | 'token'

const allowed: Record<TeamAction, readonly Capacity[]> = {
  work: ['member', 'admin', 'owner', 'token'],
  // A device says who did what on it: a person who signed in does everything as themselves, by the routes of single calls.
  bring: ['token'],
  read_members: ['member', 'admin', 'owner', 'token'],
  leave: ['member', 'admin', 'owner'],
  manage_members: ['admin', 'owner'],
  manage_tokens: ['admin', 'owner'],
  connect_agents: ['member', 'admin', 'owner'],
  manage_email: ['admin', 'owner'],
  manage_webhooks: ['admin', 'owner'],
  manage_team: ['admin', 'owner'],
  manage_agents: ['admin', 'owner'],
  decide: ['member', 'admin', 'owner'],
  subscribe: ['member', 'admin', 'owner'],
  undo_others: ['admin', 'owner'],
  manage_owners: ['owner'],
  delete_team: ['owner'],
}

export function can(capacity: Capacity, action: TeamAction): boolean {
  return allowed[action].includes(capacity)
}

/** Everyone their own; an admin or the owner also those of others. */
export const mayChangeComment = (capacity: Capacity, isOwn: boolean): boolean => isOwn || capacity === 'admin' || capacity === 'owner'

/** "an admin or owner", for messages. */
export function whoCan(action: TeamAction): string {
  const roles = allowed[action].filter((capacity) => capacity !== 'token')
  return `${roles[0] === 'member' ? 'a' : 'an'} ${roles.join(' or ')}`
}
