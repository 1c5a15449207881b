import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Clock3, MinusCircle } from 'lucide-react'
import { useState } from 'react'
import type { Delivery, DeliveryStatus } from '../../../shared/schema/cloud/notification.ts'
import { deliveriesOf, type Shown } from '../../data/reminders/deliveries.ts'
import { deviceName, devices } from '../../data/reminders/devices.ts'
import { membersOf, nameOf } from '../../data/people/members.ts'
import { fromNow, fullTime, shortTime } from '../../lib/dates.ts'
import { can } from '../../backend/abilities.ts'
import { team as says } from '../../messages/team.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Asked } from './asked.tsx'
import { Group, Rows } from './group.tsx'

const words = says.notifications
const signs: Record<DeliveryStatus, [typeof Clock3, string]> = {
  queued: [Clock3, 'text-muted'],
  sent: [CircleCheck, 'text-ok'],
  failed: [CircleX, 'text-bad'],
  suppressed: [MinusCircle, 'text-quiet'],
  dropped: [CircleX, 'text-warn'],
}

/** What was sent, what was not, and why. */
export function Deliveries({ teamId, userId, nav }: { teamId: string; userId: string | undefined; nav: Navigation }) {
  const [shown, setShown] = useState<Shown>('all')
  const query = useInfiniteQuery(deliveriesOf(teamId, shown))
  const { data: members = [] } = useQuery(membersOf(teamId))
  const { data: own = [] } = useQuery({ ...devices, enabled: can.account })
  function deviceOf({ user_id, device_id, platform }: Delivery): string {
    const device = own.find(({ id }) => id === device_id)
    if (device) return deviceName(device)
    if (user_id === userId) return words.yourDevice
    const member = members.find((one) => one.user_id === user_id)
    return words.deviceOf(member ? nameOf(member) : says.tokens.someone, says.devices.platforms[platform])
  }
  return (
    <Group
      title={words.log}
      text={words.logText}
      action={
        <Segmented name={words.show} value={shown} options={(['all', 'problems'] as const).map((id) => ({ id, label: words.shown[id] }))} onChange={setShown} />
      }
    >
      <Asked query={query} part="notifications">
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows)
          if (rows.length === 0) return <p className="mt-3 text-muted">{shown === 'all' ? words.logEmpty : words.noProblems}</p>
          return (
            <>
              <Rows name={words.log}>
                {rows.map((delivery) => (
                  <DeliveryRow key={delivery.id} delivery={delivery} device={deviceOf(delivery)} nav={nav} />
                ))}
              </Rows>
              {query.hasNextPage && (
                <Button look="outlined" className="mt-3" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {words.earlier}
                </Button>
              )}
            </>
          )
        }}
      </Asked>
    </Group>
  )
}

function DeliveryRow({ delivery, device, nav }: { delivery: Delivery; device: string; nav: Navigation }) {
  const { event, task_id, status, created_at } = delivery
  const [Sign, colour] = signs[status]
  return (
    <li className="flex items-start gap-2.5 border-b border-line px-3.5 py-2 last:border-b-0">
      <Sign aria-hidden="true" size={16} className={`mt-0.5 shrink-0 ${colour}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{words.statuses[status]}</span>
          <span>{words.events[event]}</span>
          {task_id !== null && (
            <a
              href={`/task/${task_id}`}
              className="text-accent-text hover:underline phone:-my-2.5 phone:py-2.5"
              onClick={(click) => {
                if (click.metaKey || click.ctrlKey || click.shiftKey) return
                click.preventDefault()
                nav.to(`/task/${task_id}`)
              }}
            >
              {words.task(task_id)}
            </a>
          )}
        </p>
        <p className="text-meta text-muted">
          <bdi>{device}</bdi>
          {why(delivery)}
        </p>
      </div>
      <span className="tabular shrink-0 text-meta text-quiet" title={fullTime(created_at)}>
        {shortTime(created_at)}
      </span>
    </li>
  )
}

/** ": the reason, in words". */
function why({ reason, status, attempts, next_attempt_at }: Delivery): string {
  const known = reason === null ? undefined : words.reasons[reason]
  const isGone = status === 'dropped' && reason !== null && /^(?:404|410|UNREGISTERED|BadDeviceToken|Unregistered)$/.test(reason)
  const parts = [
    reason !== null && (known ?? (isGone ? words.gone : words.said(reason))),
    attempts > 1 && words.attempts(attempts),
    status === 'queued' && attempts > 0 && next_attempt_at !== null && words.next(fromNow(next_attempt_at)),
  ].filter((part) => part !== false)
  return parts.length > 0 ? `: ${parts.join(', ')}` : ''
}
