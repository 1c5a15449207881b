import { useQuery } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import { useState } from 'react'
import { devicesChanged } from '../../data/reminders/devices.ts'
import { explain } from '../../backend/explain.ts'
import { team as says } from '../../messages/team.ts'
import { notify } from '../../lib/notices.ts'
import { Button } from '../../ui/button.tsx'
import { type PushState, readPush, subscribe, unsubscribe } from '../../backend/web-push.ts'
import { Group } from './group.tsx'

const words = says.devices
const texts: Record<PushState, string> = { unsupported: words.unsupported, denied: words.denied, off: words.off, on: words.on }

/** Notifications of this browser. The browser's question comes with the click, never by itself. */
export function ThisBrowser() {
  const { data: state, refetch } = useQuery({ queryKey: ['push-state'] as const, queryFn: readPush, staleTime: 0, refetchOnWindowFocus: true })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  async function turn(to: 'on' | 'off') {
    setBusy(true)
    setProblem('')
    try {
      if (to === 'off') await unsubscribe()
      const is = to === 'on' ? await subscribe() : 'off'
      if (is === to) notify({ kind: 'done', text: to === 'on' ? words.subscribed : words.unsubscribed })
    } catch (error) {
      // What the browser says is the best there is: "push service not available", for one.
      const said = error instanceof DOMException ? `${words.notSubscribed} ${error.message}.` : explain(words.notSubscribed, error)
      setProblem(said)
    }
    setBusy(false)
    void refetch()
    devicesChanged()
  }
  if (!state) return <div className="late mb-9 h-16" />
  const isOn = state === 'on'
  const Sign = isOn ? Bell : BellOff
  return (
    <Group title={words.here}>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface px-3.5 py-3">
        <Sign aria-hidden="true" size={18} className={isOn ? 'text-ok' : 'text-quiet'} />
        <p className="min-w-0 flex-1 basis-56">{texts[state]}</p>
        {isOn && (
          <Button look="outlined" disabled={isBusy} onClick={() => void turn('off')}>
            {words.unsubscribe}
          </Button>
        )}
        {state === 'off' && (
          <Button look="primary" disabled={isBusy} onClick={() => void turn('on')}>
            {isBusy ? words.subscribing : words.subscribe}
          </Button>
        )}
        {problem && (
          <p role="alert" className="w-full text-bad">
            {problem}
          </p>
        )}
      </div>
    </Group>
  )
}
