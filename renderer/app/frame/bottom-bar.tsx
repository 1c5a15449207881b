import { Plus, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../lib/messages.ts'
import { isMine, type Navigation, overlay, type View } from '../../lib/navigation.ts'
import { MorePart } from '../screens.tsx'
import { tabLook } from './tab-look.ts'
import { viewIcons } from './view-icons.ts'

/** Where a new task is near at hand; elsewhere the button would lie on what is read. */
const withTasks: ReadonlySet<View> = new Set(['inbox', 'today', 'open', 'next', 'board', 'all', 'done'])

/** On a phone: the views under the thumb, and the button for a new task above them. */
export function BottomBar({ nav }: { nav: Navigation }) {
  const tab = (view: View) => {
    const Icon = viewIcons[view]
    return (
      <Tab key={view} name={m.view[view]} isCurrent={nav.view === view && nav.list === undefined && !isMine(nav)} onPress={() => nav.go(view)}>
        <Icon aria-hidden="true" size={20} />
      </Tab>
    )
  }
  return (
    <>
      {withTasks.has(nav.view) && (
        <button
          type="button"
          aria-label={m.newTask}
          className="fixed end-4 bottom-[calc(72px+env(safe-area-inset-bottom))] z-20 grid size-13 place-items-center rounded-dialog bg-accent text-on-accent shadow-dialog active:bg-accent-hover"
          onClick={() => overlay.set('quick-add')}
        >
          <Plus aria-hidden="true" size={22} />
        </button>
      )}
      <nav aria-label={m.mainNavigation} className="flex shrink-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]">
        {tab('inbox')}
        {tab('today')}
        {tab('open')}
        {tab('board')}
        <Tab name={m.search} isCurrent={false} onPress={() => overlay.set('palette')}>
          <Search aria-hidden="true" size={20} />
        </Tab>
        <MorePart nav={nav} />
      </nav>
    </>
  )
}

function Tab({ name, isCurrent, onPress, children }: { name: string; isCurrent: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" aria-current={isCurrent ? 'page' : undefined} className={tabLook(isCurrent)} onClick={onPress}>
      {children}
      <span className="max-w-full truncate px-1">{name}</span>
    </button>
  )
}
