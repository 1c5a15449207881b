import type { ReactNode } from 'react'
import { can as may } from '../../../shared/domain/people/roles.ts'
import { takeUpdate, update } from '../../backend/cloud/worker.ts'
import { currentTeam, session } from '../../backend/session.ts'
import { keepTeam } from '../../data/people/teams.ts'
import { useAppBadge } from './use-app-badge.ts'
import { shortDay } from '../../lib/dates.ts'
import { account as says } from '../../messages/account.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Answers, useInvitations } from './invitations.tsx'

/** What waits for the person's word: another version, which comes all at once, and teams that ask them to join, one after the other. */
export function CloudBanner() {
  useAppBadge()
  const isUpdate = useStore(update)
  const [invitation] = useInvitations()
  const shown = useStore(currentTeam)
  const team = useStore(session)?.teams.find(({ id }) => id === shown)
  // What an older version kept on the device does not know it.
  const day = team?.deletes_at ?? undefined
  return (
    <>
      {isUpdate && (
        <Line text={says.update}>
          <Button look="outlined" onClick={takeUpdate}>
            {says.takeUpdate}
          </Button>
        </Line>
      )}
      {team && day && (
        <Line text={says.teamGoes(team.name, shortDay(new Date(day)))}>
          {may(team.role, 'delete_team') && (
            <Button look="outlined" onClick={() => void keepTeam(team)}>
              {says.keepTeam}
            </Button>
          )}
        </Line>
      )}
      {invitation && (
        <Line text={says.invited(invitation.team.name)}>
          <Answers key={invitation.id} invitation={invitation} />
        </Line>
      )}
    </>
  )
}

function Line({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div
      role="status"
      className="appear flex min-h-9 shrink-0 flex-wrap items-center justify-center gap-x-3 gap-y-1 border-b border-line bg-accent-soft px-4 py-1 text-dense"
    >
      <bdi className="min-w-0 break-words">{text}</bdi>
      {children}
    </div>
  )
}
