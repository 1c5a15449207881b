import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Plus } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Contact } from '../../../shared/schema/contact.ts'
import { allContacts } from '../../data/contacts.ts'
import { explain } from '../../errors.ts'
import { useKeys } from '../../keys.ts'
import { m } from '../../messages.ts'
import { addressOf, type Navigation } from '../../navigation.ts'
import { PersonMark } from '../../ui/actor-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Empty } from '../../ui/empty.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useWide } from '../../use-media.ts'
import { ContactForm } from './contact-form.tsx'
import { ContactPage } from './contact-page.tsx'

const newPart = 'new'

export function PeopleView({ nav }: { nav: Navigation }) {
  const { data, error, isPending, refetch } = useQuery(allContacts)
  // One column at a time where there is no room, also when a task lies beside.
  const isRoomy = useWide() && nav.openId === undefined
  const go = (part?: string) => nav.go('people', part)
  const contact = data?.find(({ slug }) => slug === nav.part)
  useKeys({ escape: () => nav.part !== undefined && go() })

  if (isPending) return <SkeletonRows rows={8} />
  if (error) {
    return (
      <Empty title={m.people.failed}>
        <p role="alert" className="max-w-[52ch] text-read text-muted">
          {explain(m.nothingLost, error)}
        </p>
        <Button look="outlined" onClick={() => void refetch()}>
          {m.retry}
        </Button>
      </Empty>
    )
  }
  if (data.length === 0 && nav.part !== newPart) {
    return (
      <Empty title={m.people.emptyTitle}>
        <p className="max-w-[46ch] text-read text-muted">{m.people.emptyText}</p>
        <Button look="primary" onClick={() => go(newPart)}>
          {m.people.add}
        </Button>
      </Empty>
    )
  }
  const page =
    nav.part === newPart ? (
      <ContactForm onDone={(made) => go(made?.slug)} />
    ) : contact ? (
      <ContactPage key={contact.slug} contact={contact} others={data.filter((one) => one !== contact)} nav={nav} />
    ) : undefined
  if (!isRoomy && page) {
    return (
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-24 phone:px-4">
        <Button className="-ms-3 mt-2" onClick={() => go()}>
          <ArrowLeft aria-hidden="true" size={16} className="rtl:-scale-x-100" />
          {m.view.people}
        </Button>
        {page}
      </div>
    )
  }
  return (
    <div className="flex min-h-0 flex-1">
      <PeopleList contacts={data} nav={nav} isRoomy={isRoomy} onAdd={() => go(newPart)} />
      {isRoomy && <div className="min-w-0 flex-1 overflow-y-auto px-8 pt-4 pb-24">{page ?? <p className="pt-2 text-muted">{m.people.choose}</p>}</div>}
    </div>
  )
}

interface ListProps {
  contacts: readonly Contact[]
  nav: Navigation
  isRoomy: boolean
  onAdd: () => void
}

function PeopleList({ contacts, nav, isRoomy, onAdd }: ListProps) {
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const shown = useMemo(() => {
    const collator = new Intl.Collator(document.documentElement.lang)
    const fits = ({ name, email, organization }: Contact) => `${name} ${email ?? ''} ${organization ?? ''}`.toLowerCase().includes(wanted)
    return contacts.filter(fits).sort((a, b) => collator.compare(a.name, b.name))
  }, [contacts, wanted])
  const index = shown.findIndex(({ slug }) => slug === nav.part)
  const move = (by: number) => {
    const next = shown[Math.max(0, Math.min(shown.length - 1, index < 0 ? 0 : index + by))]
    if (next) nav.go('people', next.slug)
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
      <ul className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-24">
        {shown.map((contact) => (
          <li key={contact.slug}>
            <a
              href={addressOf({ view: 'people', openId: undefined, filter: {}, part: contact.slug })}
              aria-current={contact.slug === nav.part ? 'true' : undefined}
              className={cx('flex min-h-11 items-center gap-2.5 rounded-control px-2 py-1', contact.slug === nav.part ? 'bg-accent-soft' : 'hover:bg-raised')}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                nav.go('people', contact.slug)
              }}
            >
              <PersonMark name={contact.name} size={26} />
              <span className="flex min-w-0 flex-col">
                <bdi className="truncate font-medium">{contact.name}</bdi>
                <bdi className="truncate text-meta text-quiet">{[contact.role, contact.organization].filter(Boolean).join(', ') || contact.email}</bdi>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="absolute px-4 pt-16 text-muted">{m.people.noneFound}</p>}
    </div>
  )
}
