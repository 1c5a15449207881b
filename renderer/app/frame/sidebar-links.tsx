import type { ReactNode } from 'react'
import { m } from '../../lib/messages.ts'
import { addressOf, type Navigation, type View } from '../../lib/navigation.ts'
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

export function ViewLink({ nav, view, isFolded, number }: { nav: Navigation; view: View; isFolded: boolean; number?: ReactNode }) {
  const Icon = viewIcons[view]
  const isCurrent = nav.view === view && nav.list === undefined
  return (
    <li className="flex">
      <a
        href={addressOf({ view, openId: undefined, filter: {} })}
        aria-current={isCurrent ? 'page' : undefined}
        title={isFolded ? m.view[view] : undefined}
        className={cx('relative', sidebarLink(isFolded, isCurrent))}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          nav.go(view)
        }}
      >
        <Icon aria-hidden="true" size={16} />
        <span className={isFolded ? 'sr-only' : 'flex-1'}>{m.view[view]}</span>
        {number}
      </a>
    </li>
  )
}
