// What one may do about a member: what is not allowed is not offered.
import { type Capacity, can } from '../../../shared/domain/people/roles.ts'
import type { Member } from '../../../shared/schema/cloud/member.ts'
import { type Role, roles } from '../../../shared/schema/cloud/team.ts'

export interface Me {
  capacity: Capacity
  userId: string | undefined
}

export interface Offers {
  /** Roles to choose from; empty: it is not for this person to change. */
  roles: Role[]
  remove: boolean
  sendAgain: boolean
  handOver: boolean
}

const none: Offers = { roles: [], remove: false, sendAgain: false, handOver: false }

export function offersFor({ capacity, userId }: Me, member: Member, all: readonly Member[]): Offers {
  if (!can(capacity, 'manage_members')) return none
  const mayOwners = can(capacity, 'manage_owners')
  if (member.role === 'owner' && !mayOwners) return none
  const isMe = member.user_id === userId
  const isActive = member.status === 'active'
  const isLastOwner = member.role === 'owner' && isActive && all.filter((one) => one.role === 'owner' && one.status === 'active').length === 1
  return {
    roles: isLastOwner ? [] : roles.filter((role) => role !== 'owner' || (mayOwners && isActive)),
    // Leaving has its own place.
    remove: !isMe && !isLastOwner,
    sendAgain: !isActive,
    handOver: mayOwners && isActive && !isMe && member.role !== 'owner',
  }
}

/** A role that one gives up oneself cannot be taken back by oneself. */
export const isOneWay = ({ userId }: Me, member: Member, role: Role) => member.user_id === userId && roles.indexOf(role) > roles.indexOf(member.role)
