import { Ellipsis, Plus, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../messages.ts'
import { type Navigation, overlay, type View } from '../../navigation.ts'
import { cx } from '../../ui/class-names.ts'
import { Menu } from '../../ui/menu.tsx'
import { viewIcons } from './view-icons.ts'

/** What does not fit under the thumb. */
const more: readonly View[] = ['review', 'all', 'done', 'people', 'activity', 'settings']

const tabLook = (isCurrent: boolean) =>
  cx(
    'flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-1 text-[11px] leading-[14px] font-medium focus-visible:-outline-offset-2',
    isCurrent ? 'text-accent-text' : 'text-muted',
  )

/** On a phone: the views under the thumb, and the button for a new task above them. */
export function BottomBar({ nav }: { nav: Navigation }) {
  const tab = (view: View) => {
    const Icon = viewIcons[view]
    return (
      <Tab key={view} name={m.view[view]} isCurrent={nav.view === view} onPress={() => nav.go(view)}>
        <Icon aria-hidden="true" size={20} />
      </Tab>
    )
  }
  return (
    <>
      <button
        type="button"
        aria-label={m.newTask}
        className="fixed end-4 bottom-[calc(72px+env(safe-area-inset-bottom))] z-20 grid size-13 place-items-center rounded-dialog bg-accent text-on-accent shadow-dialog active:bg-accent-hover"
        onClick={() => overlay.set('quick-add')}
      >
        <Plus aria-hidden="true" size={22} />
      </button>
      <nav aria-label={m.mainNavigation} className="flex shrink-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]">
        {tab('inbox')}
        {tab('today')}
        {tab('board')}
        <Tab name={m.search} isCurrent={false} onPress={() => overlay.set('palette')}>
          <Search aria-hidden="true" size={20} />
        </Tab>
        <Menu
          align="end"
          trigger={
            <button type="button" aria-current={more.includes(nav.view) ? 'page' : undefined} className={tabLook(more.includes(nav.view))}>
              <Ellipsis aria-hidden="true" size={20} />
              <span>{m.more}</span>
            </button>
          }
          groups={[
            {
              choices: more.map((view) => {
                const Icon = viewIcons[view]
                return { id: view, label: m.view[view], glyph: <Icon aria-hidden="true" size={18} className="text-muted" /> }
              }),
            },
          ]}
          onChoose={(view) => nav.go(view as View)}
        />
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
