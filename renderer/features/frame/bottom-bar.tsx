import { Plus, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../messages.ts'
import { type Navigation, overlay, type View } from '../../navigation.ts'
import { cx } from '../../ui/class-names.ts'
import { viewIcons } from './sidebar.tsx'

/** On a phone: the views under the thumb, and the button for a new task above them. */
export function BottomBar({ nav }: { nav: Navigation }) {
  const tab = (view: View) => {
    const Icon = viewIcons[view]
    return (
      <Tab key={view} name={m.viewShort[view]} isCurrent={nav.view === view} onPress={() => nav.go(view)}>
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
        {tab('all')}
        <Tab name={m.search} isCurrent={false} onPress={() => overlay.set('palette')}>
          <Search aria-hidden="true" size={20} />
        </Tab>
        {tab('done')}
        {tab('activity')}
      </nav>
    </>
  )
}

function Tab({ name, isCurrent, onPress, children }: { name: string; isCurrent: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        'flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-1 text-[11px] leading-[14px] font-medium focus-visible:-outline-offset-2',
        isCurrent ? 'text-accent-text' : 'text-muted',
      )}
      onClick={onPress}
    >
      {children}
      <span className="max-w-full truncate px-1">{name}</span>
    </button>
  )
}
