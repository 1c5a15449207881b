import { Bot, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../lib/messages.ts'
import { addressOf, agentsPlace, isAgents, isMine, mine, type Navigation, type Place, type View } from '../../lib/navigation.ts'
import { cx } from '../../ui/class-names.ts'
import { viewIcons } from './view-icons.ts'

export function SidebarPart({ name, isFolded, children }: { name: string; isFolded: boolean; children: ReactNode }) {
  return (
    <section className={isFolded ? 'mt-2 border-t border-line pt-2' : 'mt-4'}>
      <h2 className={isFolded ? 'sr-only' : 'px-2 pb-1 text-meta font-medium text-quiet'}>{name}</h2>
      <ul className="flex flex-col gap-0.5">{children}</ul>
    </section>
  )
}

export const sidebarLink = (isFolded: boolean, isCurrent: boolean) =>
  cx(
    'flex h-[30px] min-w-0 flex-1 items-center gap-2.5 rounded-control font-medium',
    isFolded ? 'w-8 flex-none justify-center' : 'px-2',
    isCurrent ? 'bg-raised text-text' : 'text-muted hover:bg-raised hover:text-text',
  )

interface PlaceLinkProps {
  nav: Navigation
  to: Place
  name: string
  Icon: typeof UserRound
  isCurrent: boolean
  isFolded: boolean
  number?: ReactNode
}

function PlaceLink({ nav, to, name, Icon, isCurrent, isFolded, number }: PlaceLinkProps) {
  return (
    <li className="flex">
      <a
        href={addressOf(to)}
        aria-current={isCurrent ? 'page' : undefined}
        title={isFolded ? name : undefined}
        className={cx('relative', sidebarLink(isFolded, isCurrent))}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          nav.goTo(to)
        }}
      >
        <Icon aria-hidden="true" size={16} />
        <span className={isFolded ? 'sr-only' : 'flex-1'}>{name}</span>
        {number}
      </a>
    </li>
  )
}

export function ViewLink({ nav, view, ...more }: Pick<PlaceLinkProps, 'nav' | 'isFolded' | 'number'> & { view: View }) {
  const isCurrent = nav.view === view && nav.list === undefined && !isMine(nav) && !isAgents(nav)
  return <PlaceLink nav={nav} to={{ view, openId: undefined, filter: {} }} name={m.view[view]} Icon={viewIcons[view]} isCurrent={isCurrent} {...more} />
}

/** What is open and assigned to the person. */
export function MineLink({ nav, isFolded }: Pick<PlaceLinkProps, 'nav' | 'isFolded'>) {
  return <PlaceLink nav={nav} to={mine} name={m.assign.mine} Icon={UserRound} isCurrent={isMine(nav)} isFolded={isFolded} />
}

/** Each agent of the team: what it has in hand, what it wrote, what it may. */
export function AgentsLink({ nav, isFolded }: Pick<PlaceLinkProps, 'nav' | 'isFolded'>) {
  return <PlaceLink nav={nav} to={agentsPlace} name={m.agents} Icon={Bot} isCurrent={isAgents(nav)} isFolded={isFolded} />
}
