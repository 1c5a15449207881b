import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeSettings, settings } from '../../data/settings.ts'
import { tabNotices, turnTabNotices } from '../../data/reminders/tab-notices.ts'
import { explain } from '../../backend/explain.ts'
import { m } from '../../messages/late.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { TimeField } from '../../ui/when/time-field.tsx'
import { OnOff } from './on-off.tsx'
import { Setting, SettingGroup } from './setting.tsx'

const says = m.settings.reminders
const kinds = ['one_time', 'recurring', 'late'] as const

/** What is shown when it is due, and when nothing is. What is not shown stands in Today all the same. */
export function Reminders() {
  const { data, error } = useQuery(settings)
  if (error) {
    return (
      <p role="alert" className="text-muted">
        {explain(m.settings.notRead, error)}
      </p>
    )
  }
  if (!data) return <div className="late h-40" role="status" aria-label={m.loading} />
  const { kinds: shown, do_not_disturb: quiet } = data.reminders
  return (
    <>
      <SettingGroup title={says.notices} text={says.noticesText}>
        {kinds.map((kind) => (
          <Setting key={kind} name={says.kinds[kind]}>
            <OnOff name={says.kinds[kind]} isOn={shown[kind]} onChange={(isOn) => void changeSettings({ reminders: { kinds: { [kind]: isOn } } })} />
          </Setting>
        ))}
        <InThisBrowser />
      </SettingGroup>
      <SettingGroup title={says.quiet} text={says.quietText}>
        <Setting name={says.quiet}>
          <OnOff name={says.quiet} isOn={quiet.enabled} onChange={(enabled) => void changeSettings({ reminders: { do_not_disturb: { enabled } } })} />
        </Setting>
        <QuietHours key={`${quiet.from} ${quiet.until}`} from={quiet.from} until={quiet.until} />
      </SettingGroup>
    </>
  )
}

/** A tab can show what the service cannot. The desktop shows them itself. */
function InThisBrowser() {
  const state = useStore(tabNotices)
  if (state === 'unsupported') return null
  return (
    <Setting name={says.here} hint={state === 'denied' ? says.hereDenied : says.hereText}>
      {state !== 'denied' && <OnOff name={says.here} isOn={state === 'on'} onChange={(isOn) => void turnTabNotices(isOn)} />}
    </Setting>
  )
}

function QuietHours({ from, until }: { from: string; until: string }) {
  const [times, setTimes] = useState({ from, until })
  const isChanged = times.from !== from || times.until !== until
  return (
    <form
      className="mt-3 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void changeSettings({ reminders: { do_not_disturb: times } })
      }}
    >
      <label className="flex w-36 flex-col gap-1 font-medium">
        {says.from}
        <TimeField required value={times.from} className="h-[max(32px,var(--tap))] font-normal" onTime={(from) => setTimes({ ...times, from })} />
      </label>
      <label className="flex w-36 flex-col gap-1 font-medium">
        {says.until}
        <TimeField required value={times.until} className="h-[max(32px,var(--tap))] font-normal" onTime={(until) => setTimes({ ...times, until })} />
      </label>
      <Button type="submit" look="outlined" disabled={!isChanged} className="h-[max(32px,var(--tap))]">
        {m.save}
      </Button>
    </form>
  )
}
