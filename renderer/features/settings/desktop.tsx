import { useEffect, useState } from 'react'
import type { DesktopSettings, DesktopState } from '../../../shared/contract/desktop-bridge.ts'
import { desktop } from '../../desktop.ts'
import { m } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { OnOff } from './on-off.tsx'
import { Setting } from './setting.tsx'

const says = m.settings.desktop

/** What only the desktop can do; in a browser tab there is no such section. */
export function Desktop() {
  const [state, setState] = useState<DesktopState | undefined>(undefined)
  useEffect(() => void desktop?.readDesktop().then(setState), [])
  if (!state) return null
  const change = async (patch: Partial<DesktopSettings>) => setState(await desktop?.changeDesktop(patch))
  return (
    <>
      <Setting name={says.startAtLogin}>
        <OnOff name={says.startAtLogin} isOn={state.start_at_login} onChange={(isOn) => void change({ start_at_login: isOn })} />
      </Setting>
      <Setting name={says.keepRunning} hint={says.keepRunningText}>
        <OnOff name={says.keepRunning} isOn={state.keep_running} onChange={(isOn) => void change({ keep_running: isOn })} />
      </Setting>
      <QuickAddKeys key={state.quick_add_keys} keys={state.quick_add_keys} doWork={state.quick_add_keys_work} change={change} />
    </>
  )
}

interface QuickAddKeysProps {
  keys: string
  doWork: boolean
  change: (patch: Partial<DesktopSettings>) => Promise<void>
}

function QuickAddKeys({ keys, doWork, change }: QuickAddKeysProps) {
  const [typed, setTyped] = useState(keys)
  const [isRefused, setRefused] = useState(false)
  const isTaken = keys !== '' && !doWork && typed === keys
  return (
    <form
      className="mt-3 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        change({ quick_add_keys: typed.trim() }).catch(() => setRefused(true))
      }}
    >
      <Field
        label={says.keys}
        hint={says.keysText}
        problem={isRefused ? says.keysRefused : isTaken ? says.keysTaken : undefined}
        className="w-80"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setRefused(false)
        }}
      />
      <Button type="submit" look="outlined" disabled={typed.trim() === keys} className="h-[max(32px,var(--tap))]">
        {m.save}
      </Button>
    </form>
  )
}
