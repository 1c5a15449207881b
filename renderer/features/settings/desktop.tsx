import { useEffect, useState } from 'react'
import type { DesktopSettings, DesktopState } from '../../../shared/contract/desktop/bridge.ts'
import { desktop } from '../../backend/desktop.ts'
import { m } from '../../messages/late.ts'
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
      <SavedText
        key={`keys ${state.quick_add_keys}`}
        label={says.keys}
        hint={says.keysText}
        saved={state.quick_add_keys}
        problem={state.quick_add_keys !== '' && !state.quick_add_keys_work ? says.keysTaken : undefined}
        refusal={says.keysRefused}
        save={async (keys) => change({ quick_add_keys: keys })}
      />
      <SavedText
        key={`feed ${state.update_feed}`}
        label={says.feed}
        hint={says.feedText}
        saved={state.update_feed}
        refusal={says.feedRefused}
        save={async (feed) => change({ update_feed: feed })}
      />
    </>
  )
}

interface SavedTextProps {
  label: string
  hint: string
  saved: string
  /** What is wrong with the saved text. */
  problem?: string | undefined
  /** What to say when the desktop refuses the text. */
  refusal: string
  save: (text: string) => Promise<void>
}

/** A line of text that counts once it is saved. */
function SavedText({ label, hint, saved, problem, refusal, save }: SavedTextProps) {
  const [typed, setTyped] = useState(saved)
  const [isRefused, setRefused] = useState(false)
  return (
    <form
      className="mt-3 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        save(typed.trim()).catch(() => setRefused(true))
      }}
    >
      <Field
        label={label}
        hint={hint}
        problem={isRefused ? refusal : typed === saved ? problem : undefined}
        className="w-80"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setRefused(false)
        }}
      />
      <Button type="submit" look="outlined" disabled={typed.trim() === saved} aria-label={`${m.save}: ${label}`} className="h-[max(32px,var(--tap))]">
        {m.save}
      </Button>
    </form>
  )
}
