// Whose a comment is: of a login, since anybody may take any name.
import { AppError } from '../../shared/domain/app-error.ts'
import { mayChangeComment } from '../../shared/domain/people/roles.ts'
import type { StoredComment } from '../../shared/schema/comment.ts'
import type { TeamContext } from '../context.ts'
import type { Write } from '../journal/journal.ts'
import { knownLogins } from '../journal/known-logins.ts'
import { commentStore } from './comment-store.ts'

/** Throws `forbidden` where whoever asks may not change or delete it. */
export type MayChange = (write: Write, comment: StoredComment, ctx: TeamContext) => Promise<void>

const isPerson = (principal: string): boolean => principal.startsWith('user:')

async function isOwn({ tx, teamId }: Write, comment: StoredComment, { actor, principal }: TeamContext): Promise<boolean> {
  const { author } = comment
  const isSameName = author.kind === actor.kind && author.name === actor.name
  const made = await commentStore.madeWith(tx, teamId, comment)
  if (made === undefined) return isSameName
  const logins = await knownLogins(tx, teamId, [made, principal])
  const ownerOf = (login: string) => (isPerson(login) ? login.slice('user:'.length) : (logins.get(login)?.owner_id ?? login))
  const isSameOwner = ownerOf(made) === ownerOf(principal)
  if (actor.kind === 'person') return isSameOwner && (author.kind === 'person' || author.kind === 'sync')
  // What an agent may only propose is written with the login of whoever accepts it.
  return isSameName && (isSameOwner || isPerson(made) || isPerson(principal))
}

/** Through the API. What a device sends was decided there, by the rules of its own list. */
export const ownOrByRole: MayChange = async (write, comment, ctx) => {
  if (mayChangeComment(ctx.team.capacity, await isOwn(write, comment, ctx))) return
  const { id, author } = comment
  throw new AppError('forbidden', `Comment ${id} is by ${author.name}. Only its author, an admin or the owner of the team can change or delete it.`)
}
