import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WaitingInvitation } from '../../../shared/schema/cloud/member.ts'
import { declineInvitation, invitations, joinTeam } from '../../data/people/invitations.ts'
import { account as says } from '../../messages/account.ts'
import { Button } from '../../ui/button.tsx'

export function useInvitations(): readonly WaitingInvitation[] {
  return useQuery(invitations).data ?? []
}

/** Nobody is in a team unasked: two answers to one invitation. */
export function Answers({ invitation }: { invitation: WaitingInvitation }) {
  const [isAnswering, setAnswering] = useState(false)
  const answer = async (how: (invitation: WaitingInvitation) => Promise<void>) => {
    setAnswering(true)
    await how(invitation)
    setAnswering(false)
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="primary" disabled={isAnswering} aria-label={says.joinThis(invitation.team.name)} onClick={() => void answer(joinTeam)}>
        {says.join}
      </Button>
      <Button look="outlined" disabled={isAnswering} aria-label={says.declineThis(invitation.team.name)} onClick={() => void answer(declineInvitation)}>
        {says.decline}
      </Button>
    </div>
  )
}

/** Before the first team: all that wait. */
export function InvitationList() {
  return useInvitations().map((invitation) => (
    <div key={invitation.id} role="status" className="flex flex-col gap-2.5 rounded-card border border-line bg-raised px-3 py-2.5 text-read">
      <p className="break-words">
        <bdi>{says.invited(invitation.team.name)}</bdi>
      </p>
      <Answers invitation={invitation} />
    </div>
  ))
}
