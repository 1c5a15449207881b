import { Circle, CircleCheck } from 'lucide-react'
import type { MailTest } from '../../../shared/schema/mail/mail-account.ts'
import { ago, fullTime } from '../../lib/dates.ts'
import { problemText } from '../../lib/mail/problem-text.ts'
import { mail as says } from '../../messages/mail.ts'
import { cx } from '../class-names.ts'

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
          {problemText(test.problem, true)}
        </p>
      ) : (
        <div role="status">
          <ul className="mt-1">
            {steps.map((step) => {
              const Mark = test[step] ? CircleCheck : Circle
              return (
                <li key={step} className="flex items-baseline gap-1.5">
                  <Mark aria-hidden="true" size={14} className={cx('shrink-0 translate-y-0.5', test[step] ? 'text-ok' : 'text-quiet')} />
                  <span className={test[step] ? '' : 'text-muted'}>
                    {words.steps[step]}
                    {!test[step] && <span className="ms-1.5 text-meta text-quiet">{words.waits}</span>}
                  </span>
                </li>
              )
            })}
          </ul>
        </div>
      )}
      {test.read_at && <p className="mt-1 text-muted">{words.read}</p>}
    </div>
  )
}
