import { useQuery } from '@tanstack/react-query'
import { CalendarDays, ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Calendar, calendarContents, calendarForms, type CreatedCalendar } from '../../../../shared/schema/cloud/calendar.ts'
import type { SavedList } from '../../../../shared/schema/saved-list.ts'
import { explain } from '../../../backend/explain.ts'
import { currentTeam } from '../../../backend/session.ts'
import { savedLists } from '../../../data/lists/saved-lists.ts'
import { calendarsOf, createCalendar, revokeCalendar } from '../../../data/people/calendars.ts'
import { ago } from '../../../lib/dates.ts'
import { useStore } from '../../../lib/store.ts'
import { account as says } from '../../../messages/account.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { CopyBlock } from '../../../ui/text/copy-block.tsx'
import { Part } from '../part.tsx'

const words = says.calendars

/** Addresses for calendar programs: of the team that is shown. */
export function CalendarSetting() {
  const teamId = useStore(currentTeam)
  return teamId === undefined ? null : <Calendars teamId={teamId} />
}

function Calendars({ teamId }: { teamId: string }) {
  const { data, error } = useQuery(calendarsOf(teamId))
  const { data: lists = [] } = useQuery(savedLists)
  const [made, setMade] = useState<CreatedCalendar | undefined>(undefined)
  return (
    <Part title={words.title} text={words.text}>
      {error && <p className="text-muted">{explain(words.failed, error)}</p>}
      {data && data.length > 0 && (
        <ul aria-label={words.title} className="mb-4">
          {data.map((one) => (
            <CalendarRow key={one.id} calendar={one} list={lists.find(({ uid }) => uid === one.list_uid)} onRevoke={() => void revokeCalendar(teamId, one)} />
          ))}
        </ul>
      )}
      {made ? (
        <NewAddress made={made} onDone={() => setMade(undefined)} />
      ) : (
        data && <Create lists={lists} onCreate={async (wanted) => setMade(await createCalendar(teamId, wanted))} />
      )}
    </Part>
  )
}

function CalendarRow({ calendar, list, onRevoke }: { calendar: Calendar; list: SavedList | undefined; onRevoke: () => void }) {
  const { of, as, last_four, last_used_at } = calendar
  const name = of === 'list' ? (list?.name ?? words.lostList) : words.contents[of]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-b-0">
      <CalendarDays aria-hidden="true" size={16} className="text-quiet" />
      <span className="min-w-0 flex-1 basis-52">
        <bdi className="font-medium">{name}</bdi>{' '}
        <span className="text-quiet">
          {words.forms[as]} · …{last_four} · {last_used_at ? words.lastRead(ago(last_used_at)) : words.neverRead}
        </span>
      </span>
      <Button look="outlined" aria-label={words.revokeNamed(name)} onClick={onRevoke}>
        {words.revoke}
      </Button>
    </li>
  )
}

type Wanted = Parameters<typeof createCalendar>[1]

function Create({ lists, onCreate }: { lists: readonly SavedList[]; onCreate: (wanted: Wanted) => Promise<void> }) {
  const [of, setOf] = useState<Calendar['of']>('mine')
  const [as, setAs] = useState<Calendar['as']>('events')
  const [uid, setUid] = useState<string | undefined>(undefined)
  const [isSending, setSending] = useState(false)
  const list = lists.find((one) => one.uid === (uid ?? lists[0]?.uid))
  const contents = calendarContents.filter((id) => id !== 'list' || lists.length > 0)
  async function create() {
    setSending(true)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    await onCreate({ of, as, timezone: timeZone, ...(of === 'list' && list ? { list_uid: list.uid } : {}) })
    setSending(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segmented name={words.which} value={of} options={contents.map((id) => ({ id, label: words.contents[id] }))} onChange={setOf} />
      {of === 'list' && (
        <Menu
          trigger={
            <Button look="outlined" className="max-w-60">
              <bdi className="truncate">{list?.name}</bdi>
              <ChevronDown aria-hidden="true" size={14} />
            </Button>
          }
          groups={[{ name: words.whichList, choices: lists.map((one) => ({ id: one.uid, label: one.name, chosen: one.uid === list?.uid })) }]}
          onChoose={setUid}
        />
      )}
      <Segmented name={words.form} value={as} options={calendarForms.map((id) => ({ id, label: words.forms[id] }))} onChange={setAs} />
      <Button look="primary" disabled={isSending} onClick={() => void create()}>
        {words.create}
      </Button>
    </div>
  )
}

/** The address, this once. */
function NewAddress({ made: { url }, onDone }: { made: CreatedCalendar; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex flex-col gap-3 rounded-card border border-accent bg-raised px-4 py-4">
      <div>
        <h4 ref={heading} tabIndex={-1} className="font-semibold outline-none">
          {words.newTitle}
        </h4>
        <p className="max-w-[62ch]">{words.newText}</p>
      </div>
      <CopyBlock name={words.address} text={url} />
      <Button look="primary" className="self-start" onClick={onDone}>
        {words.copied}
      </Button>
    </div>
  )
}
