import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Merge, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Contact } from '../../../shared/schema/contact.ts'
import { can } from '../../backend/abilities.ts'
import { deleteContact, mergeContact, tasksOf } from '../../data/people/contacts.ts'
import { afterPopup } from '../../lib/press/after-popup.ts'
import { shortTime } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { usePlaceTitle } from '../../lib/page/place-title.ts'
import { PersonMark } from '../../ui/actor-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { PriorityGlyph, StatusGlyph } from '../../ui/glyphs.tsx'
import { Menu } from '../../ui/menu.tsx'
import { ContactForm } from './contact-form.tsx'
import { MergeInto } from './merge-into.tsx'

/** As high as a finger needs, with the words in the middle. */
const reachable = 'inline-flex items-center pointer-coarse:min-h-(--tap) phone:min-h-(--tap)'

interface PageProps {
  contact: Contact
  others: readonly Contact[]
  nav: Navigation
}

export function ContactPage({ contact, others, nav }: PageProps) {
  const [isEditing, setEditing] = useState(false)
  usePlaceTitle(contact.name)
  if (isEditing) return <ContactForm contact={contact} onDone={() => setEditing(false)} />
  const { name, email, phone, organization, role } = contact
  const rows: [string, string | null, string | undefined][] = [
    [m.people.fields.email, email, email ? `mailto:${email}` : undefined],
    [m.people.fields.phone, phone, phone ? `tel:${phone.replaceAll(/[^+\d]/g, '')}` : undefined],
    [m.people.fields.organization, organization, undefined],
    [m.people.fields.role, role, undefined],
  ]
  return (
    <article aria-label={name} className="max-w-170">
      <header className="flex items-center gap-3 pt-1">
        <PersonMark name={name} size={40} />
        <h2 dir="auto" className="min-w-0 flex-1 text-page font-semibold break-words">
          {name}
        </h2>
        <Button look="outlined" onClick={() => setEditing(true)}>
          {m.people.edit}
        </Button>
        <ContactMenu contact={contact} others={others} nav={nav} />
      </header>
      <dl className="mt-4 grid grid-cols-[110px_minmax(0,1fr)] gap-y-1">
        {rows.map(
          ([field, value, href]) =>
            value && (
              <div key={field} className="contents">
                <dt className={`py-0.5 text-quiet ${href ? reachable : ''}`}>{field}</dt>
                <dd className="min-w-0 py-0.5 break-words">
                  {href ? (
                    <a href={href} className={`text-accent-text hover:underline ${reachable}`}>
                      {value}
                    </a>
                  ) : (
                    <bdi>{value}</bdi>
                  )}
                </dd>
              </div>
            ),
        )}
      </dl>
      <Requested contact={contact} nav={nav} />
    </article>
  )
}

function ContactMenu({ contact, others, nav }: PageProps) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [isMerging, setMerging] = useState(false)
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button ref={setButton} square aria-label={m.moreActions}>
            <Ellipsis aria-hidden="true" size={16} />
          </Button>
        }
        groups={[
          ...(can.mergeContacts && others.length > 0
            ? [{ choices: [{ id: 'merge', label: m.people.mergeInto, glyph: <Merge aria-hidden="true" size={16} /> }] }]
            : []),
          { choices: [{ id: 'delete', label: m.people.delete, glyph: <Trash2 aria-hidden="true" size={16} />, danger: true }] },
        ]}
        onChoose={(id) => {
          // The menu gives the keyboard back first.
          if (id === 'merge') afterPopup(() => setMerging(true))
          else void deleteContact(contact).then((isDone) => isDone && nav.go('people'))
        }}
      />
      <MergeInto
        isOpen={isMerging}
        anchor={button ?? undefined}
        others={others}
        onChoose={(into) => void mergeContact(contact, into).then((isDone) => isDone && nav.go('people', into.slug))}
        onDone={() => setMerging(false)}
      />
    </>
  )
}

/** Tasks that name this person. */
function Requested({ contact, nav }: { contact: Contact; nav: Navigation }) {
  const { data: tasks } = useQuery(tasksOf(contact))
  if (!tasks) return <div className="late h-24" role="status" aria-label={m.loading} />
  const open = tasks.filter(({ status }) => status !== 'done')
  const done = tasks.filter(({ status }) => status === 'done')
  return (
    <section className="mt-6">
      <h3 className="border-b border-line pb-1.5 text-meta font-medium text-muted">
        {m.people.requested} <span className="tabular font-normal text-quiet">{m.people.openOf(open.length, tasks.length)}</span>
      </h3>
      {tasks.length === 0 && <p className="pt-2 text-muted">{m.people.requestedNothing}</p>}
      <ul className="-mx-2 pt-1">
        {[...open, ...done].map((task) => (
          <li key={task.id}>
            <a
              href={`/task/${task.id}`}
              className="flex min-h-[max(34px,var(--tap))] items-center gap-2.5 rounded-control px-2 hover:bg-raised"
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                nav.open(task.id)
              }}
            >
              <StatusGlyph status={task.status} />
              <PriorityGlyph priority={task.priority} />
              <span className="tabular min-w-[2ch] text-end text-quiet">{task.id}</span>
              <bdi className={`min-w-0 flex-1 truncate font-medium ${task.status === 'done' ? 'text-muted' : ''}`}>{task.title}</bdi>
              <span className="text-meta text-quiet">{shortTime(task.updated_at)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
