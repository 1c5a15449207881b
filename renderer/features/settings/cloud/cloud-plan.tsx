import { useEffect, useRef, useState } from 'react'
import type { NewRemote, RemotePlan } from '../../../../shared/schema/remote.ts'
import { connectRemote } from '../../../data/remote.ts'
import { explain } from '../../../backend/explain.ts'
import { m } from '../../../messages/late.ts'
import { Button } from '../../../ui/button.tsx'
import { SettingGroup } from '../setting.tsx'

const says = m.cloud.plan

/** What connecting would do, before it is done. */
export function CloudPlan({ given, plan, onBack }: { given: NewRemote; plan: RemotePlan; onBack: () => void }) {
  const [isConnecting, setConnecting] = useState(false)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const connect = useRef<HTMLButtonElement>(null)
  // Enter, Enter: the check is read, then confirmed.
  useEffect(() => connect.current?.focus(), [])
  async function confirm() {
    setConnecting(true)
    try {
      await connectRemote(given)
    } catch (error) {
      setProblem(explain(says.notConnected, error))
      setConnecting(false)
    }
  }
  const list = (parts: (string | false)[]) => new Intl.ListFormat(document.documentElement.lang).format(parts.filter((part) => part !== false)) || says.nothing
  const { upload, in_cloud } = plan
  const rows: [string, string][] = [
    [
      says.upload,
      list([
        upload.tasks > 0 && says.tasks(upload.tasks),
        upload.comments > 0 && says.comments(upload.comments),
        upload.contacts > 0 && says.contacts(upload.contacts),
        upload.schedules > 0 && says.schedules(upload.schedules),
        upload.lists > 0 && says.lists(upload.lists),
      ]),
    ],
    [says.inCloud, list([in_cloud.tasks > 0 && says.tasks(in_cloud.tasks), in_cloud.contacts > 0 && says.contacts(in_cloud.contacts)])],
    [says.token, says.places[plan.secret_place] ?? plan.secret_place],
  ]
  return (
    <SettingGroup title={says.title(plan.team.name)} text={says.role[plan.team.role]}>
      <dl className="mt-3 rounded-card border border-line bg-surface px-3.5 py-1">
        {rows.map(([name, text]) => (
          <div key={name} className="flex flex-wrap gap-x-4 border-b border-line py-2.5 last:border-b-0">
            <dt className="w-36 shrink-0 text-quiet">{name}</dt>
            <dd className="tabular min-w-0 flex-1 basis-44 font-medium">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 max-w-[68ch] text-muted">{says.seen}</p>
      {problem && (
        <p role="alert" dir="auto" className="mt-3 break-words text-bad">
          {problem}
        </p>
      )}
      <div className="mt-4 flex gap-2">
        <Button ref={connect} look="primary" disabled={isConnecting} className="h-[max(32px,var(--tap))]" onClick={() => void confirm()}>
          {isConnecting ? says.connecting : says.connect}
        </Button>
        <Button className="h-[max(32px,var(--tap))]" onClick={onBack}>
          {says.back}
        </Button>
      </div>
    </SettingGroup>
  )
}
