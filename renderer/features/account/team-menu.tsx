import { ChevronsUpDown, LogOut, Plus } from 'lucide-react'
import { useState } from 'react'
import { switchTeam } from '../../backend/cloud/session.ts'
import { currentTeam, session } from '../../backend/session.ts'
import { m } from '../../lib/messages.ts'
import { account as says } from '../../messages/account.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Ask } from './ask.tsx'
import { asksToSignOut, SignOutQuestion } from './sign-out.tsx'
import { TeamForm } from './team-form.tsx'
import { TeamMark } from './team-mark.tsx'

/** Which team is shown, and the way to another. */
export function TeamMenu({ isFolded = false }: { isFolded?: boolean }) {
  const known = useStore(session)
  const shown = useStore(currentTeam)
  const [isCreating, setCreating] = useState(false)
  const teams = known?.teams ?? []
  const name = teams.find(({ id }) => id === shown)?.name ?? m.name
  return (
    <>
      <Menu
        trigger={
          isFolded ? (
            <Button square aria-label={says.switchTeam(name)} title={name}>
              <TeamMark name={name} />
            </Button>
          ) : (
            <button
              type="button"
              aria-label={says.switchTeam(name)}
              className="flex h-[max(32px,var(--tap))] min-w-0 flex-1 items-center gap-2.5 rounded-control px-2 text-start hover:bg-raised data-[popup-open]:bg-raised"
            >
              <TeamMark name={name} />
              <bdi className="min-w-0 flex-1 truncate text-read font-semibold tracking-[-0.01em]">{name}</bdi>
              <ChevronsUpDown aria-hidden="true" size={14} className="shrink-0 text-quiet" />
            </button>
          )
        }
        groups={[
          {
            name: says.teams,
            choices: teams.map((team) => ({ id: team.id, label: team.name, chosen: team.id === shown, glyph: <TeamMark name={team.name} /> })),
          },
          { choices: [{ id: ' new', label: says.newTeam, glyph: <Plus aria-hidden="true" size={16} /> }] },
          {
            name: known?.user.name ?? known?.user.email ?? '',
            choices: [{ id: ' out', label: says.signOut, glyph: <LogOut aria-hidden="true" size={16} /> }],
          },
        ]}
        onChoose={(id) => {
          if (id === ' new') setCreating(true)
          else if (id === ' out') asksToSignOut.set(true)
          else if (id !== shown) switchTeam(id)
        }}
      />
      <Ask title={says.newTeam} isOpen={isCreating} onClose={() => setCreating(false)}>
        <TeamForm />
      </Ask>
      <SignOutQuestion />
    </>
  )
}
