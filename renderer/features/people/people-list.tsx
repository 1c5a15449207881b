// The names, as many as can be seen. j and k go from one to the next, which is shown at once.
import { useVirtualizer } from '@tanstack/react-virtual'
import { Plus } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { Contact } from '../../../shared/schema/contact.ts'
import { useKeys } from '../../lib/keys.ts'
import { m } from '../../messages/late.ts'
import { addressOf, type Navigation } from '../../lib/navigation.ts'
import { PersonMark } from '../../ui/actor-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'

interface ListProps {
  contacts: readonly Contact[]
  nav: Navigation
  isRoomy: boolean
  onAdd: () => void
}

/** Until it is drawn. */
const likelyHeight = 46

export function PeopleList({ contacts, nav, isRoomy, onAdd }: ListProps) {
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const shown = useMemo(() => {
    const collator = new Intl.Collator(document.documentElement.lang)
    const fits = ({ name, email, organization }: Contact) => `${name} ${email ?? ''} ${organization ?? ''}`.toLowerCase().includes(wanted)
    return contacts.filter(fits).sort((a, b) => collator.compare(a.name, b.name))
  }, [contacts, wanted])
  const index = shown.findIndex(({ slug }) => slug === nav.part)

  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => likelyHeight,
    getItemKey: (at) => shown[at]?.slug ?? at,
    overscan: 8,
    paddingEnd: 96,
    scrollPaddingEnd: 96,
  })
  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
  }, [index, virtualizer])

  // Whom a key went to gets the keyboard as soon as the name is drawn: Tab goes on from there.
  const goneTo = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (goneTo.current === undefined || goneTo.current !== nav.part) return
    const link = scroller.current?.querySelector<HTMLElement>('[aria-current=true]')
    if (!link) return
    link.focus({ preventScroll: true })
    goneTo.current = undefined
  })
  const move = (by: number) => {
    const next = shown[Math.max(0, Math.min(shown.length - 1, index < 0 ? 0 : index + by))]
    if (!next) return
    goneTo.current = next.slug
    nav.go('people', next.slug)
  }
  useKeys({ j: () => move(1), arrowdown: () => move(1), k: () => move(-1), arrowup: () => move(-1) }, true)
  return (
    <div className={cx('flex min-h-0 flex-col', isRoomy ? 'w-80 shrink-0 border-e border-line' : 'flex-1')}>
      <div className="flex items-center gap-2 p-2.5">
        <input
          type="search"
          dir="auto"
          value={text}
          aria-label={m.people.find}
          placeholder={m.people.find}
          className="h-[max(30px,var(--tap))] min-w-0 flex-1 rounded-control border border-line bg-surface px-2.5 focus:border-accent"
          onChange={(event) => setText(event.target.value)}
        />
        <Button look="outlined" square aria-label={m.people.add} title={m.people.add} onClick={onAdd}>
          <Plus aria-hidden="true" size={16} />
        </Button>
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2">
        <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((line) => {
            const contact = shown[line.index]
            if (!contact) return null
            return (
              <li
                key={line.key}
                ref={virtualizer.measureElement}
                data-index={line.index}
                aria-posinset={line.index + 1}
                aria-setsize={shown.length}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${line.start}px)` }}
              >
                <ContactLink contact={contact} nav={nav} />
              </li>
            )
          })}
        </ul>
      </div>
      {shown.length === 0 && <p className="absolute px-4 pt-16 text-muted">{m.people.noneFound}</p>}
    </div>
  )
}

function ContactLink({ contact: { slug, name, role, organization, email }, nav }: { contact: Contact; nav: Navigation }) {
  const isCurrent = slug === nav.part
  return (
    <a
      href={addressOf({ view: 'people', openId: undefined, filter: {}, part: slug })}
      aria-current={isCurrent ? 'true' : undefined}
      className={cx('flex min-h-11 items-center gap-2.5 rounded-control px-2 py-1', isCurrent ? 'bg-accent-soft' : 'hover:bg-raised')}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        nav.go('people', slug)
      }}
    >
      <PersonMark name={name} size={26} />
      <span className="flex min-w-0 flex-col">
        <bdi className="truncate font-medium">{name}</bdi>
        <bdi className="truncate text-meta text-quiet">{[role, organization].filter(Boolean).join(', ') || email}</bdi>
      </span>
    </a>
  )
}
