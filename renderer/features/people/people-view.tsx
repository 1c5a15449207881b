import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { allContacts } from '../../data/people/contact-list.ts'
import { explain } from '../../backend/explain.ts'
import { useKeys } from '../../lib/keys.ts'
import { m } from '../../messages/late.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useWide } from '../../lib/use-media.ts'
import { ContactForm } from './contact-form.tsx'
import { ContactPage } from './contact-page.tsx'
import { PeopleList } from './people-list.tsx'

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
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-covered phone:px-4">
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
      {isRoomy && <div className="min-w-0 flex-1 overflow-y-auto px-8 pt-4 pb-covered">{page ?? <p className="pt-2 text-muted">{m.people.choose}</p>}</div>}
    </div>
  )
}
