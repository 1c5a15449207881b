import { useQuery } from '@tanstack/react-query'
import { can } from '../../../shared/domain/people/roles.ts'
import type { Member } from '../../../shared/schema/cloud/member.ts'
import { membersOf, nameOf } from '../../data/people/members.ts'
import { team as says } from '../../messages/team.ts'
import { Asked, BrowserLink } from './asked.tsx'
import { Group, Rows, Teaches } from './group.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberRow } from './member-row.tsx'
import { RoleTable } from './role-table.tsx'
import type { PartProps } from './part-props.ts'

const words = says.members

export function Members({ team, user, capacity }: PartProps) {
  const query = useQuery(membersOf(team.id))
  const mayInvite = can(capacity, 'manage_members')
  return (
    <>
      <Group text={words.text}>
        <Asked query={query} part="members">
          {(members) => (
            <>
              <Rows name={words.count(members.length)}>
                {sorted(members, user?.id).map((member) => (
                  <MemberRow key={member.id} team={team} me={{ capacity, userId: user?.id }} member={member} all={members} />
                ))}
              </Rows>
              {members.length === 1 && mayInvite && <Teaches title={words.alone}>{words.aloneText}</Teaches>}
              <BrowserLink part="members" />
              {!mayInvite && capacity !== 'token' && <p className="mt-3 text-muted">{words.ask(governors(members))}</p>}
            </>
          )}
        </Asked>
      </Group>
      {mayInvite && <InviteForm teamId={team.id} />}
      <RoleTable />
    </>
  )
}

/** Oneself first, then those who are in, then those who are invited. */
function sorted(members: readonly Member[], userId: string | undefined): Member[] {
  const rank = (one: Member) => (one.user_id !== null && one.user_id === userId ? 0 : one.status === 'active' ? 1 : 2)
  const collator = new Intl.Collator(document.documentElement.lang)
  return members.toSorted((a, b) => rank(a) - rank(b) || collator.compare(nameOf(a), nameOf(b)))
}

const governors = (members: readonly Member[]) =>
  new Intl.ListFormat(document.documentElement.lang, { type: 'disjunction' }).format(
    members.filter(({ role, status }) => role !== 'member' && status === 'active').map(nameOf),
  )
