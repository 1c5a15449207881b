import { Circle, CircleCheck } from 'lucide-react'
import type { MailTest } from '../../../shared/schema/mail/mail-account.ts'
import { ago, fullTime } from '../../lib/dates.ts'
import { mail as says } from '../../messages/mail.ts'

const words = says.test
const steps = ['accepted_at', 'arrived_at', 'read_at'] as const

/** How far the latest test email got. */
export function TestResult({ test }: { test: MailTest }) {
  return (
    <div role="group" aria-label={words.title} className="w-full rounded-card border border-line bg-bg px-3.5 py-2.5">
      <p className="font-medium" title={fullTime(test.sent_at)}>
        {words.title} <span className="ms-1.5 font-normal text-quiet">{words.sent(ago(test.sent_at))}</span>
      </p>
      {test.problem ? (
        <p role="alert" className="mt-1 max-w-[62ch] text-bad">
          {test.problem}
        </p>
      ) : (
        <ul role="status" className="mt-1">
          {steps.map((step) => (
            <li key={step} className="flex items-center gap-1.5">
              {test[step] ? <CircleCheck aria-hidden="true" size={14} className="text-ok" /> : <Circle aria-hidden="true" size={14} className="text-quiet" />}
              <span className={test[step] ? '' : 'text-muted'}>{words.steps[step]}</span>
              {!test[step] && <span className="text-meta text-quiet">{words.waits}</span>}
            </li>
          ))}
        </ul>
      )}
      {test.read_at && <p className="mt-1 text-muted">{words.read}</p>}
    </div>
  )
}
