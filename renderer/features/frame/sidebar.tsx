import { useQuery } from '@tanstack/react-query'
import { Activity, CircleCheck, Inbox, Keyboard, List, PanelLeft, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { taskCount } from '../../data/task-queries.ts'
import { count } from '../../dates.ts'
import { m } from '../../messages.ts'
import { addressOf, type Navigation, overlay, statusesOf, type View } from '../../navigation.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { TandemMark } from '../../ui/glyphs.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { ReachMark } from './reach-mark.tsx'
import { ThemeMenu } from './theme-menu.tsx'

export const viewIcons: Record<View, typeof Inbox> = { inbox: Inbox, all: List, done: CircleCheck, activity: Activity }

interface SidebarProps {
  nav: Navigation
  isFolded: boolean
  onFold: () => void
}

export function Sidebar({ nav, isFolded, onFold }: SidebarProps) {
  return (
    <nav aria-label={m.mainNavigation} className={cx('flex shrink-0 flex-col border-e border-line bg-bg px-2 pb-2', isFolded ? 'w-14 items-center' : 'w-56')}>
      <div className={cx('flex h-(--bar) shrink-0 items-center', isFolded ? 'justify-center' : 'w-full gap-2 ps-2')}>
        {!isFolded && (
          <>
            <TandemMark />
            <span className="flex-1 text-read font-semibold tracking-[-0.01em]">{m.name}</span>
          </>
        )}
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
      <ul className="flex flex-col gap-0.5">
        <ViewLink nav={nav} view="inbox" isFolded={isFolded} number={<TaskCount view="inbox" />} />
        <ViewLink nav={nav} view="all" isFolded={isFolded} number={<TaskCount view="all" />} />
        <ViewLink nav={nav} view="done" isFolded={isFolded} number={<TaskCount view="done" />} />
        <ViewLink nav={nav} view="activity" isFolded={isFolded} />
      </ul>
      <div className="flex-1" />
      <div className={cx('flex items-center gap-0.5 border-t border-line pt-2', isFolded ? 'flex-col pt-3 [&>:first-child]:mb-1' : 'w-full ps-2')}>
        <ReachMark isFolded={isFolded} />
        {!isFolded && <span className="flex-1" />}
        <ThemeMenu />
        <Button square aria-label={m.shortcuts} title={`${m.shortcuts}  ?`} onClick={() => overlay.set('shortcuts')}>
          <Keyboard aria-hidden="true" size={16} />
        </Button>
      </div>
    </nav>
  )
}

function ViewLink({ nav, view, isFolded, number }: { nav: Navigation; view: View; isFolded: boolean; number?: ReactNode }) {
  const Icon = viewIcons[view]
  const isCurrent = nav.view === view
  return (
    <li>
      <a
        href={addressOf({ view, openId: undefined, filter: {} })}
        aria-current={isCurrent ? 'page' : undefined}
        aria-label={isFolded ? m.view[view] : undefined}
        title={isFolded ? m.view[view] : undefined}
        className={cx(
          'flex h-[30px] items-center gap-2.5 rounded-control font-medium',
          isFolded ? 'w-8 justify-center' : 'px-2',
          isCurrent ? 'bg-raised text-text' : 'text-muted hover:bg-raised hover:text-text',
        )}
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

function TaskCount({ view }: { view: View }) {
  const status = statusesOf(view)
  const { data } = useQuery(taskCount(status ? { status } : {}))
  if (!data) return null
  return <span className="tabular text-meta font-normal text-quiet">{count(data)}</span>
}
