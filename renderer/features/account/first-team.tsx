import { farewell, lost } from '../../backend/cloud/session.ts'
import { session } from '../../backend/session.ts'
import { account as says } from '../../messages/account.ts'
import { useStore } from '../../lib/store.ts'
import { EntranceFrame } from './entrance-frame.tsx'
import { InvitationList } from './invitations.tsx'
import { SignOutButton, SignOutQuestion } from './sign-out.tsx'
import { TeamForm } from './team-form.tsx'
import { Unconfirmed } from './unconfirmed.tsx'

/** Signed in, and in no team yet. */
export function FirstTeam() {
  const user = useStore(session)?.user
  const email = user?.email ?? ''
  return (
    <EntranceFrame title={says.firstTeamTitle} text={says.firstTeamText}>
      {farewell && (
        <p role="status" className="rounded-card border border-line bg-raised px-3 py-2.5 text-read">
          {says.farewell[farewell]} {lost > 0 && says.lost(lost)}
        </p>
      )}
      {user?.email_verified === false && <Unconfirmed email={email} />}
      <InvitationList />
      <TeamForm />
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-muted">
        <bdi className="min-w-0 break-words">{says.signedInAs(email)}</bdi>
        <SignOutButton />
      </p>
      <SignOutQuestion />
    </EntranceFrame>
  )
}
