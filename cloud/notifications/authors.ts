// Which member is behind a write: whoever did something needs no notification of it.
import type { Member } from '../../shared/schema/cloud/member.ts'
import type { TeamContext } from '../context.ts'

/** A desktop says by name whose change it brings, and its own name where it knows none: then it is the work of whoever made its token. */
export function isAuthor({ user_id, name, email }: Member, { caller, actor }: Pick<TeamContext, 'caller' | 'actor'>): boolean {
  if (caller?.kind === 'session') return caller.user.id === user_id
  if (actor.kind !== 'sync') return false
  const author = actor.name.toLowerCase()
  if (author === name?.toLowerCase() || author === email.toLowerCase()) return true
  return caller !== undefined && actor.name === caller.name.slice(0, 200) && caller.createdBy === user_id
}
