// Whose comments the person can edit and delete.
import { mayChangeComment } from '../../../shared/domain/people/roles.ts'
import type { Comment } from '../../../shared/schema/comment.ts'
import { can } from '../../backend/abilities.ts'
import { backend } from '../../backend/backend.ts'
import { currentTeam, session } from '../../backend/session.ts'
import { isTemporary } from '../../backend/unnumbered.ts'
import { useStore } from '../../lib/store.ts'
import { useHasTeam } from '../use-has-team.ts'

/** By name: in a connected list, others of the team are people as well. */
function isOwn({ author }: Comment): boolean {
  const { kind, name } = backend.me()
  return author.kind === kind && author.name === name
}

/** `edit`: their own; `remove`: also those of others in a list of one's own, or in a team by role. One that is being sent can wait. */
export function useCommentRights(): (comment: Comment) => { edit: boolean; remove: boolean } {
  const signedIn = useStore(session)
  const id = useStore(currentTeam)
  const hasTeam = useHasTeam()
  const role = can.account ? (signedIn?.teams.find((team) => team.id === id)?.role ?? 'member') : hasTeam ? 'member' : 'owner'
  return (comment) => {
    const own = isOwn(comment)
    const isSent = !isTemporary(comment.id)
    return { edit: isSent && own, remove: isSent && mayChangeComment(role, own) }
  }
}
