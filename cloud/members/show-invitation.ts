// What the link of an invitation tells whoever has it, signed in or not. Nothing is told of a team without the link into it.
import { AppError } from '../../shared/domain/app-error.ts'
import type { InvitationLink, ShownInvitation } from '../../shared/schema/cloud/member.ts'
import { addressGroup } from '../auth/address-group.ts'
import type { Attempts } from '../auth/attempts.ts'
import { hashSecret } from '../auth/secrets.ts'
import type { Journal } from '../journal/journal.ts'
import { plainName } from '../mail/messages.ts'
import { invitationStore } from './invitation-store.ts'

/** `address`: where the call comes from. Throws not_found once the link was used, withdrawn or replaced. */
export type ShowInvitation = (link: InvitationLink, address: string) => Promise<ShownInvitation>

/** Enough for its owner to know which of theirs it is, and for nobody else to write to it. */
const masked = (email: string): string => email.replace(/^(.)[^@]*/u, '$1…')

export function createShowInvitation({ journal, attempts }: { journal: Journal; attempts: Attempts }): ShowInvitation {
  return async ({ token, team_id }, address) => {
    await attempts.count(`invitation address ${addressGroup(address)}`)
    const found = await journal.read({ id: team_id }, (tx) => invitationStore.linked(tx, team_id, hashSecret(token)))
    if (!found) throw new AppError('not_found', 'This invitation was already used or withdrawn, or a newer email has replaced it.')
    const expires_at = found.invitation_expires_at as string
    return {
      id: found.id,
      state: expires_at > journal.now().toISOString() ? 'open' : 'expired',
      team: { id: team_id, name: plainName(found.name) ?? '' },
      invited_by: found.invited_by,
      address: masked(found.email),
      expires_at,
    }
  }
}
