import { CircleCheck, Plug, TriangleAlert } from 'lucide-react'
import type { MailCause } from '../../../shared/schema/cloud/mailbox.ts'
import { calendarMoment, fullTime } from '../../lib/dates.ts'
import { mail as says } from '../../messages/mail.ts'

interface HealthLineProps {
  isExpired: boolean
  cause: MailCause | null
  since: string | null
  /** What to call each state. */
  words: { healthy: string; expired: string; trouble: string }
}

/** Whether emails arrive, and if not, since when, why and what to do. */
export function HealthLine({ isExpired, cause, since, words }: HealthLineProps) {
  const state = isExpired ? 'expired' : cause ? 'trouble' : 'healthy'
  const Mark = { expired: Plug, trouble: TriangleAlert, healthy: CircleCheck }[state]
  return (
    <>
      <p className={`flex flex-wrap items-center gap-1.5 font-medium ${{ expired: 'text-bad', trouble: 'text-warn', healthy: 'text-ok' }[state]}`}>
        <Mark aria-hidden="true" size={14} />
        {words[state]}
        {since && state !== 'healthy' && (
          <span className="font-normal text-quiet" title={fullTime(since)}>
            {says.since(calendarMoment(new Date(since)))}
          </span>
        )}
      </p>
      {state !== 'healthy' && <p className="max-w-[62ch] text-text">{says.causes[cause ?? 'expired']}</p>}
    </>
  )
}
