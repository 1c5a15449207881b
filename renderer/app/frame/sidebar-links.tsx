import { ListFilter, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { forgetList, savedLists } from '../../data/tasks/saved-lists.ts'
import { m } from '../../lib/messages.ts'
import { addressOf, type Navigation, type View } from '../../lib/navigation.ts'
import { useStore } from '../../lib/store.ts'
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

const link = (isFolded: boolean, isCurrent: boolean) =>
  cx(
    'flex h-[30px] min-w-0 flex-1 items-center gap-2.5 rounded-control font-medium',
    isFolded ? 'w-8 flex-none justify-center' : 'px-2',
    isCurrent ? 'bg-raised text-text' : 'text-muted hover:bg-raised hover:text-text',
  )

export function ViewLink({ nav, view, isFolded, number }: { nav: Navigation; view: View; isFolded: boolean; number?: ReactNode }) {
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
export function SavedLists({ nav, isFolded }: { nav: Navigation; isFolded: boolean }) {
  const lists = useStore(savedLists)
  if (lists.length === 0) return null
  return (
    <SidebarPart name={m.saved} isFolded={isFolded}>
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
    </SidebarPart>
  )
}
