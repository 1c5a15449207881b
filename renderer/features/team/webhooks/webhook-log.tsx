import { useQuery } from '@tanstack/react-query'
import type { WebhookDelivery } from '../../../../shared/schema/cloud/webhook.ts'
import { redeliver, webhookLog } from '../../../data/people/webhooks.ts'
import { fromNow, fullTime, shortTime } from '../../../lib/dates.ts'
import { team as says } from '../../../messages/team.ts'
import { Button } from '../../../ui/button.tsx'
import { Asked } from '../asked.tsx'

const words = says.webhooks

/** What was sent, and what became of it. */
export function WebhookLog({ teamId, webhookId, isOn }: { teamId: string; webhookId: string; isOn: boolean }) {
  const query = useQuery(webhookLog(teamId, webhookId))
  return (
    <div className="w-full">
      <Asked query={query} part="webhooks">
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p className="text-meta text-muted">{words.logEmpty}</p>
          ) : (
            <ul aria-label={words.log}>
              {deliveries.map((one) => (
                <Line key={one.id} delivery={one} onAgain={isOn ? () => void redeliver(teamId, webhookId, one.id) : undefined} />
              ))}
            </ul>
          )
        }
      </Asked>
    </div>
  )
}

const looks: Record<WebhookDelivery['status'], string> = { queued: 'text-muted', sent: 'text-ok', failed: 'text-bad', dropped: 'text-warn' }

function why({ reason, attempts, status, next_attempt_at }: WebhookDelivery): string {
  const parts = [
    reason === null ? undefined : (words.reasons[reason] ?? words.answered(reason)),
    attempts > 1 ? says.notifications.attempts(attempts) : undefined,
    status === 'queued' && attempts > 0 && next_attempt_at !== null ? says.notifications.next(fromNow(next_attempt_at)) : undefined,
  ].filter((part) => part !== undefined)
  return parts.length > 0 ? `: ${parts.join(', ')}` : ''
}

function Line({ delivery, onAgain }: { delivery: WebhookDelivery; onAgain: (() => void) | undefined }) {
  const { kind, status, created_at } = delivery
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-1.5 text-meta">
      <span className="min-w-0 flex-1 basis-52">
        <span dir="ltr" className="font-mono">
          {kind}
        </span>{' '}
        <span className={looks[status]}>{words.statuses[status]}</span>
        <span className="text-muted">{why(delivery)}</span>
      </span>
      <span className="tabular text-quiet" title={fullTime(created_at)}>
        {shortTime(created_at)}
      </span>
      {onAgain && status !== 'queued' && (
        <Button aria-label={words.againNamed(kind)} onClick={onAgain}>
          {words.again}
        </Button>
      )}
    </li>
  )
}
