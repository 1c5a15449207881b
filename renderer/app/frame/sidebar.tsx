import { Keyboard, PanelLeft, Search, Settings } from 'lucide-react'
import { can } from '../../backend/abilities.ts'
import { m } from '../../lib/messages.ts'
import { type Navigation, overlay } from '../../lib/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { TandemMark } from '../../ui/glyphs.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { SavedListsPart, TeamMenuPart, ThemePart } from '../screens.tsx'
import { ReachMark } from './reach-mark.tsx'
import { AgentsLink, MineLink, SidebarPart, ViewLink } from './sidebar-links.tsx'
import { TodayCount, ReviewCount, TaskCount } from './sidebar-numbers.tsx'
import { useHasTeam } from '../../data/use-has-team.ts'

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
        <Views nav={nav} isFolded={isFolded} />
        {can.decide && (
          <SidebarPart name={m.agents} isFolded={isFolded}>
            <ViewLink nav={nav} view="review" isFolded={isFolded} number={<ReviewCount isFolded={isFolded} />} />
            <ViewLink nav={nav} view="activity" isFolded={isFolded} />
            {can.account && <AgentsLink nav={nav} isFolded={isFolded} />}
          </SidebarPart>
        )}
        <SavedListsPart nav={nav} isFolded={isFolded} />
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

function Views({ nav, isFolded }: Pick<SidebarProps, 'nav' | 'isFolded'>) {
  const hasTeam = useHasTeam()
  return (
    <ul className="flex flex-col gap-0.5">
      <ViewLink nav={nav} view="inbox" isFolded={isFolded} number={<TaskCount view="inbox" isFolded={isFolded} />} />
      <ViewLink nav={nav} view="today" isFolded={isFolded} number={<TodayCount isFolded={isFolded} />} />
      {/* Folded, these would be a dot that is always there. */}
      <ViewLink nav={nav} view="open" isFolded={isFolded} number={isFolded ? null : <TaskCount view="open" />} />
      {hasTeam && <MineLink nav={nav} isFolded={isFolded} />}
      <ViewLink nav={nav} view="next" isFolded={isFolded} number={isFolded ? null : <TaskCount view="next" />} />
      <ViewLink nav={nav} view="board" isFolded={isFolded} />
      <ViewLink nav={nav} view="all" isFolded={isFolded} number={isFolded ? null : <TaskCount view="all" />} />
      <ViewLink nav={nav} view="people" isFolded={isFolded} />
      {!can.decide && <ViewLink nav={nav} view="activity" isFolded={isFolded} />}
      {hasTeam && <ViewLink nav={nav} view="team" isFolded={isFolded} />}
    </ul>
  )
}
