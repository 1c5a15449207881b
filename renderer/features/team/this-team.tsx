import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { can } from '../../../shared/domain/people/roles.ts'
import type { Standing } from '../../data/people/cloud-team.ts'
import { leave, membersOf } from '../../data/people/members.ts'
import { deleteTeam, keepTeam, renameTeam } from '../../data/people/teams.ts'
import { session } from '../../backend/session.ts'
import { shortDay } from '../../lib/dates.ts'
import { useStore } from '../../lib/store.ts'
import { m } from '../../lib/messages.ts'
import { team as says } from '../../messages/team.ts'
import { Button } from '../../ui/button.tsx'
import { CopyBlock } from '../../ui/text/copy-block.tsx'
import { Field } from '../../ui/field.tsx'
import { BrowserLink } from './asked.tsx'
import { Group } from './group.tsx'
import { SecondStep } from './second-step.tsx'
import type { PartProps } from './part-props.ts'

const words = says.team

export function ThisTeam({ team, user, capacity, nav }: PartProps) {
  const { data: members = [] } = useQuery(membersOf(team.id))
  const me = members.find(({ user_id }) => user_id !== null && user_id === user?.id)
  const isLastOwner = me?.role === 'owner' && members.filter(({ role, status }) => role === 'owner' && status === 'active').length === 1
  return (
    <>
      <Group>
        {can(capacity, 'manage_team') ? <Rename key={team.name} team={team} /> : <Fact name={words.name}>{team.name}</Fact>}
        {capacity !== 'token' && (
          <Fact name={words.role}>
            {says.roles[capacity]} <span className="font-normal text-muted">{says.roleHints[capacity]}</span>
          </Fact>
        )}
        <div className="mt-4">
          <CopyBlock name={words.id} text={team.id} />
        </div>
        <BrowserLink part="team" />
      </Group>
      {me && (
        <Group title={words.leave} text={isLastOwner ? words.lastOwner : words.leaveText}>
          <div className="mt-3">
            {isLastOwner ? (
              <Button look="outlined" onClick={() => nav.go('team', 'members')}>
                {words.toMembers}
              </Button>
            ) : (
              <Step open={words.leave} text={words.leaveAsk(team.name)} act={words.leaveYes} onAct={() => leave(team, me)} />
            )}
          </div>
        </Group>
      )}
      {can(capacity, 'delete_team') && <Delete team={team} />}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="mt-3">
      <span className="block text-meta text-quiet">{name}</span>
      <span className="font-medium">{children}</span>
    </p>
  )
}

function Rename({ team }: { team: Standing['team'] }) {
  const [name, setName] = useState(team.name)
  const isChanged = name.trim() !== '' && name.trim() !== team.name
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) void renameTeam(team, name.trim())
      }}
    >
      <Field
        label={words.name}
        className="basis-64 phone:basis-full"
        maxLength={200}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" look="outlined" disabled={!isChanged} className="h-[max(32px,var(--tap))]">
        {m.save}
      </Button>
    </form>
  )
}

function Step({ open, text, act, onAct }: { open: string; text: string; act: string; onAct: () => Promise<unknown> }) {
  const [isAsking, setAsking] = useState(false)
  if (isAsking) return <SecondStep text={text} act={act} onAct={onAct} onKeep={() => setAsking(false)} />
  return (
    <Button look="danger" className="border border-line" onClick={() => setAsking(true)}>
      {open}
    </Button>
  )
}

/** It stays for some days: whoever changes their mind keeps it. */
function Delete({ team }: { team: Standing['team'] }) {
  const known = useStore(session)?.teams.find(({ id }) => id === team.id)
  const day = known?.deletes_at ?? undefined
  return (
    <Group title={words.delete} text={day === undefined ? words.deleteText : words.deleted(team.name, shortDay(new Date(day)))}>
      <div className="mt-3">
        {day === undefined ? (
          <Step open={words.delete} text={words.deleteAsk(team.name)} act={words.deleteYes} onAct={() => deleteTeam(team)} />
        ) : (
          <Button look="outlined" onClick={() => void keepTeam(team)}>
            {words.restore}
          </Button>
        )}
      </div>
    </Group>
  )
}
