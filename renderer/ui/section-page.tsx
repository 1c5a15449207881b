import { type ReactNode, useEffect, useRef } from 'react'
import { usePlaceTitle } from '../lib/page/place-title.ts'
import { cx } from './class-names.ts'

interface SectionPageProps<T extends string> {
  /** What all sections belong to. */
  name: string
  sections: readonly { id: T; label: string; href: string }[]
  current: T
  /** Of what is shown, which may be in none of the sections. */
  title: string
  onGo: (id: T) => void
  children: ReactNode
}

/** Sections of one page: their names beside what is shown, or above it where there is little room. */
export function SectionPage<T extends string>({ name, sections, current, title, onGo, children }: SectionPageProps<T>) {
  usePlaceTitle(title)
  const links = useRef<HTMLUListElement>(null)
  // Where there is no room for all names, the one of this section is in sight.
  useEffect(() => {
    if (current) links.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <div className="flex min-h-0 flex-1 phone:flex-col narrow:flex-col">
      <nav
        aria-label={name}
        className="w-48 shrink-0 overflow-x-auto border-e border-line p-3 phone:w-full phone:border-e-0 phone:border-b phone:py-1.5 narrow:w-full narrow:border-e-0 narrow:border-b narrow:py-1.5"
      >
        <ul ref={links} className="flex flex-col gap-0.5 phone:flex-row narrow:flex-row">
          {sections.map(({ id, label, href }) => (
            <li key={id}>
              <a
                href={href}
                aria-current={id === current ? 'page' : undefined}
                className={cx(
                  'flex h-[max(30px,var(--tap))] items-center rounded-control px-2.5 font-medium whitespace-nowrap',
                  id === current ? 'bg-raised text-text' : 'text-muted hover:bg-raised hover:text-text',
                )}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  onGo(id)
                }}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <section key={current} tabIndex={0} aria-label={title} className="min-w-0 flex-1 overflow-y-auto overscroll-contain outline-none">
        <div className="max-w-190 px-8 pt-6 pb-covered phone:px-4 phone:pt-4">
          <h2 className="mb-4 text-section font-semibold">{title}</h2>
          {children}
        </div>
      </section>
    </div>
  )
}
