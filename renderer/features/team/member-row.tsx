import { ChevronDown, Ellipsis, Mail } from 'lucide-react'
import { useState } from 'react'
import { can } from '../../../shared/domain/people/roles.ts'
import type { Member } from '../../../shared/schema/cloud/member.ts'
import type { Role } from '../../../shared/schema/cloud/team.ts'
import type { Standing } from '../../data/people/cloud-team.ts'
import { changeRole, handOver, invite, nameOf, removeMember, withdraw } from '../../data/people/members.ts'
import { fromNow, fullTime, shortMoment } from '../../lib/dates.ts'
import { team as says } from '../../messages/team.ts'
import { PersonMark } from '../../ui/actor-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useMinute } from '../../lib/use-minute.ts'
import { Row } from './group.tsx'
import { isOneWay, type Me, offersFor } from './member-offers.ts'
import { SecondStep } from './second-step.tsx'

const words = says.members

interface MemberRowProps {
  team: Standing['team']
  me: Me
  member: Member
  all: readonly Member[]
}

/** What waits for a second step. */
type Asking = { what: 'remove' } | { what: 'transfer' } | { what: 'demote'; role: Role } | undefined

export function MemberRow({ team, me, member, all }: MemberRowProps) {
  const [asking, setAsking] = useState<Asking>(undefined)
  const offers = offersFor(me, member, all)
  const name = nameOf(member)
  const isMe = member.user_id !== null && member.user_id === me.userId
  const isInvited = member.status === 'invited'
  const mayChange = can(me.capacity, 'manage_members')
  function choose(role: Role) {
    if (role === member.role) return
    if (isOneWay(me, member, role)) setAsking({ what: 'demote', role })
    else void changeRole(team.id, member, role, true)
  }
  const more = [
    ...(offers.handOver ? [{ id: 'transfer', label: words.transfer }] : []),
    ...(offers.remove ? [{ id: 'remove', label: isInvited ? words.withdraw : words.remove, danger: !isInvited }] : []),
  ]
  return (
    <Row
      mark={<PersonMark name={name} size={28} />}
      title={
        <>
          <bdi>{name}</bdi>
          {isMe && <span className="font-normal text-quiet">{words.you}</span>}
          {isInvited && <span className="rounded-control border border-line px-1.5 text-meta leading-[18px] font-medium text-muted">{words.invited}</span>}
        </>
      }
      text={<About member={member} withRole={offers.roles.length === 0} />}
      isTall
      actions={
        <>
          {offers.sendAgain && (
            <Button look="outlined" onClick={() => void invite(team.id, member.email, undefined, true)}>
              <Mail aria-hidden="true" size={14} className="phone:hidden" />
              {words.sendAgain}
            </Button>
          )}
          {offers.roles.length > 0 ? (
            <Menu
              align="end"
              trigger={
                <Button look="outlined" className="min-w-28 !justify-between" aria-label={words.roleOf(name, says.roles[member.role])}>
                  {says.roles[member.role]}
                  <ChevronDown aria-hidden="true" size={14} className="text-quiet" />
                </Button>
              }
              groups={[{ choices: offers.roles.map((role) => ({ id: role, label: says.roles[role], chosen: role === member.role })) }]}
              onChoose={(role) => choose(role as Role)}
            />
          ) : (
            <span className="min-w-28 px-3 font-medium text-muted phone:hidden">{says.roles[member.role]}</span>
          )}
          {more.length > 0 && (
            <Menu
              align="end"
              trigger={
                <Button square aria-label={words.more(name)}>
                  <Ellipsis aria-hidden="true" size={16} />
                </Button>
              }
              groups={[{ choices: more }]}
              onChoose={(id) => {
                if (id === 'transfer') setAsking({ what: 'transfer' })
                else if (isInvited) void withdraw(team.id, member)
                else setAsking({ what: 'remove' })
              }}
            />
          )}
          {/* Roles stand under one another, also where there is nothing more to choose. */}
          {more.length === 0 && mayChange && <span className="w-[max(28px,var(--tap))] phone:hidden" />}
        </>
      }
      below={asking && <Asks team={team} member={member} asking={asking} onKeep={() => setAsking(undefined)} />}
    />
  )
}

function About({ member, withRole }: { member: Member; withRole: boolean }) {
  const { name, email, status, invitation_expires_at: expires } = member
  const now = useMinute()
  const isOld = expires !== null && Date.parse(expires) <= now
  const when =
    status === 'invited' ? (
      <span className={isOld ? 'text-bad' : undefined} title={expires ? fullTime(expires) : undefined}>
        {isOld || expires === null ? words.expired : words.expires(`${shortMoment(expires)} (${fromNow(expires)})`)}
      </span>
    ) : (
      <span title={fullTime(member.created_at)}>{words.joined(shortMoment(member.created_at))}</span>
    )
  return (
    <span className="flex flex-wrap gap-x-2 text-meta">
      {name !== null && <bdi className="break-all">{email}</bdi>}
      {when}
      {withRole && <span className="hidden font-medium phone:inline">{says.roles[member.role]}</span>}
    </span>
  )
}

function Asks({ team, member, asking, onKeep }: { team: Standing['team']; member: Member; asking: NonNullable<Asking>; onKeep: () => void }) {
  const name = nameOf(member)
  switch (asking.what) {
    case 'remove':
      return <SecondStep text={words.removeAsk(name)} act={words.removeYes} onAct={() => removeMember(team.id, member)} onKeep={onKeep} />
    case 'transfer':
      return <SecondStep text={words.transferAsk(name)} act={words.transferYes} onAct={() => handOver(team.id, member)} onKeep={onKeep} />
    case 'demote':
      return (
        <SecondStep
          text={words.demoteAsk(says.roles[asking.role])}
          act={words.demoteYes}
          onAct={() => changeRole(team.id, member, asking.role, false)}
          onKeep={onKeep}
        />
      )
  }
}
