import type { ComponentType } from 'react'
import { useStanding } from '../../data/people/cloud-team.ts'
import { can as backendCan } from '../../backend/abilities.ts'
import { m } from '../../lib/messages.ts'
import { team as says } from '../../messages/team.ts'
import { addressOf, type Navigation } from '../../lib/navigation.ts'
import { Empty } from '../../ui/empty.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { can } from '../../../shared/domain/people/roles.ts'
import type { TeamAction } from '../../../shared/schema/cloud/access.ts'
import { Failed } from './asked.tsx'
import { Connections } from './connections.tsx'
import { Devices } from './devices.tsx'
import { Email } from './email.tsx'
import { Members } from './members.tsx'
import { Notifications } from './notifications.tsx'
import type { PartProps } from './part-props.ts'
import { ThisTeam } from './this-team.tsx'
import { Tokens } from './tokens.tsx'
import { Usage } from './usage/usage.tsx'
import { Webhooks } from './webhooks/webhooks.tsx'

const all = ['members', 'agents', 'tokens', 'email', 'devices', 'notifications', 'webhooks', 'usage', 'team'] as const
type Part = (typeof all)[number]

const parts: Record<Part, ComponentType<PartProps>> = {
  members: Members,
  agents: Connections,
  tokens: Tokens,
  email: Email,
  devices: Devices,
  notifications: Notifications,
  webhooks: Webhooks,
  usage: Usage,
  team: ThisTeam,
}

export function TeamView({ nav }: { nav: Navigation }) {
  const { standing, error, isPending, refetch } = useStanding()
  if (isPending) return <SkeletonRows rows={6} />
  if (!standing) {
    if (error) {
      return (
        <div className="px-8 pt-6 phone:px-4">
          <Failed error={error} retry={() => void refetch()} />
        </div>
      )
    }
    return (
      <Empty title={says.noTeam}>
        <p className="max-w-[46ch] text-read text-muted">{backendCan.account ? says.noTeamText : says.noTeamHere}</p>
      </Empty>
    )
  }
  // In the desktop every page is there, and says where it is managed.
  const needs: Partial<Record<Part, TeamAction>> = { tokens: 'manage_tokens', webhooks: 'manage_webhooks' }
  const shown = all.filter((one) => standing.capacity === 'token' || can(standing.capacity, needs[one] ?? 'read_members'))
  const current = all.find((one) => one === nav.part) ?? 'members'
  const Shown = parts[current]
  return (
    <SectionPage
      name={m.view.team}
      sections={shown.map((id) => ({ id, label: says.parts[id], href: addressOf({ view: 'team', openId: undefined, filter: {}, part: id }) }))}
      current={current}
      title={says.parts[current]}
      onGo={(id) => nav.go('team', id)}
    >
      <Shown key={standing.team.id} nav={nav} {...standing} />
    </SectionPage>
  )
}
