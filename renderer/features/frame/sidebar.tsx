import { useQuery } from '@tanstack/react-query'
import { Keyboard, ListFilter, PanelLeft, Search, Settings, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { can } from '../../abilities.ts'
import { openReminders } from '../../data/reminders.ts'
import { remote } from '../../data/remote.ts'
import { pendingProposals, suspectedPairs } from '../../data/review.ts'
import { forgetList, savedLists } from '../../data/saved-lists.ts'
import { taskCount } from '../../data/task-queries.ts'
import { count } from '../../dates.ts'
import { m } from '../../messages.ts'
import { addressOf, type Navigation, overlay, statusesOf, type View } from '../../navigation.ts'
import { useStore } from '../../store.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { TandemMark } from '../../ui/glyphs.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { TeamMenuPart, ThemePart } from '../../screens.tsx'
import { ReachMark } from './reach-mark.tsx'
import { useHasTeam } from '../../use-has-team.ts'
import { viewIcons } from './view-icons.ts'

interface SidebarProps {
  nav: Navigation
  isFolded: boolean
  onFold: () => void
}

export function Sidebar({ nav, isFolded, onFold }: SidebarProps) {
  return (
    <nav aria-label={m.mainNavigation} className={cx('flex shrink-0 flex-col border-e border-line bg-bg px-2 pb-2', isFolded ? 'w-14 items-center' : 'w-56')}>
      <div className={cx('flex h-(--bar) shrink-0 items-center', isFolded ? 'justify-center' : can.account ? 'w-full gap-1' : 'w-full gap-2 ps-2')}>
        {!isFolded &&
          (can.account ? (
            <TeamMenuPart isFolded={false} />
          ) : (
            <>
              <TandemMark />
              <span className="flex-1 text-read font-semibold tracking-[-0.01em]">{m.name}</span>
            </>
          ))}
        <Button
          square
          aria-label={isFolded ? m.unfoldSidebar : m.foldSidebar}
          aria-expanded={!isFolded}
          title={`${isFolded ? m.unfoldSidebar : m.foldSidebar}  [`}
          onClick={onFold}
        >
          <PanelLeft aria-hidden="true" size={16} className="rtl:-scale-x-100" />
        </Button>
      </div>
      <button
        type="button"
        aria-label={m.search}
        className={cx(
          'mb-3 flex h-8 shrink-0 items-center gap-2.5 rounded-control border border-line bg-surface text-muted hover:border-line-strong hover:text-text',
          isFolded ? 'w-8 justify-center' : 'w-full ps-2 pe-1.5',
        )}
        onClick={() => overlay.set('palette')}
      >
        <Search aria-hidden="true" size={16} />
        {!isFolded && (
          <>
            <span className="flex-1 text-start">{m.search}</span>
            <Kbd keys="mod+k" />
          </>
        )}
      </button>
      <div className="-mx-2 min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <ul className="flex flex-col gap-0.5">
          <ViewLink nav={nav} view="inbox" isFolded={isFolded} number={<TaskCount view="inbox" />} />
          {can.remind && <ViewLink nav={nav} view="today" isFolded={isFolded} number={<OpenReminders />} />}
          <ViewLink nav={nav} view="board" isFolded={isFolded} />
          <ViewLink nav={nav} view="all" isFolded={isFolded} number={<TaskCount view="all" />} />
          <ViewLink nav={nav} view="people" isFolded={isFolded} />
          {useHasTeam() && <ViewLink nav={nav} view="team" isFolded={isFolded} />}
        </ul>
        {can.review && (
          <Part name={m.agents} isFolded={isFolded}>
            <ViewLink nav={nav} view="review" isFolded={isFolded} number={<ReviewCount />} />
            <ViewLink nav={nav} view="activity" isFolded={isFolded} />
          </Part>
        )}
        <SavedLists nav={nav} isFolded={isFolded} />
      </div>
      {can.account && isFolded && <TeamMenuPart isFolded />}
      {/* A state that takes more words than there is room for has a line of its own. */}
      <div className={cx('flex items-center gap-0.5 border-t border-line pt-2', isFolded ? 'flex-col pt-3 [&>:first-child]:mb-1' : 'w-full flex-wrap ps-2')}>
        <ReachMark nav={nav} isFolded={isFolded} />
        <div className={cx('flex gap-0.5', isFolded ? 'flex-col' : 'ms-auto')}>
          <Button
            square
            aria-label={m.view.settings}
            aria-current={nav.view === 'settings' ? 'page' : undefined}
            title={`${m.view.settings}  G S`}
            onClick={() => nav.go('settings')}
          >
            <Settings aria-hidden="true" size={16} />
          </Button>
          <ThemePart />
          <Button square aria-label={m.shortcuts} title={`${m.shortcuts}  ?`} onClick={() => overlay.set('shortcuts')}>
            <Keyboard aria-hidden="true" size={16} />
          </Button>
        </div>
      </div>
    </nav>
  )
}

function Part({ name, isFolded, children }: { name: string; isFolded: boolean; children: ReactNode }) {
  return (
    <section className={isFolded ? 'mt-2 border-t border-line pt-2' : 'mt-4'}>
      <h2 className={isFolded ? 'sr-only' : 'px-2 pb-1 text-meta font-medium text-quiet'}>{name}</h2>
      <ul className="flex flex-col gap-0.5">{children}</ul>
    </section>
  )
}

const link = (isFolded: boolean, isCurrent: boolean) =>
  cx(
    'flex h-[30px] min-w-0 flex-1 items-center gap-2.5 rounded-control font-medium',
    isFolded ? 'w-8 flex-none justify-center' : 'px-2',
    isCurrent ? 'bg-raised text-text' : 'text-muted hover:bg-raised hover:text-text',
  )

function ViewLink({ nav, view, isFolded, number }: { nav: Navigation; view: View; isFolded: boolean; number?: ReactNode }) {
  const Icon = viewIcons[view]
  const isCurrent = nav.view === view
  return (
    <li className="flex">
      <a
        href={addressOf({ view, openId: undefined, filter: {} })}
        aria-current={isCurrent ? 'page' : undefined}
        aria-label={isFolded ? m.view[view] : undefined}
        title={isFolded ? m.view[view] : undefined}
        className={link(isFolded, isCurrent)}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          nav.go(view)
        }}
      >
        <Icon aria-hidden="true" size={16} />
        {!isFolded && (
          <>
            <span className="flex-1">{m.view[view]}</span>
            {number}
          </>
        )}
      </a>
    </li>
  )
}

/** Filters that the person keeps by name. */
function SavedLists({ nav, isFolded }: { nav: Navigation; isFolded: boolean }) {
  const lists = useStore(savedLists)
  if (lists.length === 0) return null
  return (
    <Part name={m.saved} isFolded={isFolded}>
      {lists.map(({ name, address }) => (
        <li key={name} className="group/saved relative flex">
          <a
            href={address}
            title={isFolded ? name : undefined}
            aria-label={isFolded ? name : undefined}
            className={link(isFolded, false)}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              nav.to(address)
            }}
          >
            <ListFilter aria-hidden="true" size={16} className="shrink-0" />
            {!isFolded && (
              <bdi className="truncate" title={name}>
                {name}
              </bdi>
            )}
          </a>
          {!isFolded && (
            <button
              type="button"
              aria-label={m.remove(name)}
              className="absolute end-1 top-0.5 grid size-[26px] place-items-center rounded-control bg-raised text-quiet opacity-0 group-hover/saved:opacity-100 hover:text-text focus-visible:opacity-100"
              onClick={() => forgetList(name)}
            >
              <X aria-hidden="true" size={14} />
            </button>
          )}
        </li>
      ))}
    </Part>
  )
}

const number = 'tabular text-meta font-normal text-quiet'

function TaskCount({ view }: { view: View }) {
  const status = statusesOf(view)
  const { data } = useQuery(taskCount(status ? { status } : {}))
  return data ? <span className={number}>{count(data)}</span> : null
}

/** What waits for the person; the one number that asks for something. */
function ReviewCount() {
  const { data: proposals = [] } = useQuery(pendingProposals)
  const { data: pairs = [] } = useQuery(suspectedPairs)
  const conflicts = useQuery(remote).data?.conflicts ?? 0
  const waiting = proposals.length + pairs.length + conflicts
  return waiting > 0 ? <span className={cx(number, proposals.length + conflicts > 0 && 'font-semibold text-agent')}>{count(waiting)}</span> : null
}

/** Reminders that nobody has answered. */
function OpenReminders() {
  const { data = [] } = useQuery(openReminders)
  return data.length > 0 ? <span className={cx(number, 'font-semibold text-warn')}>{count(data.length)}</span> : null
}
