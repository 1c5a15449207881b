import { useQuery } from '@tanstack/react-query'
import type { QuotaUsage } from '../../../../shared/schema/cloud/usage.ts'
import { usageOf } from '../../../data/people/usage.ts'
import { clock, count, percent } from '../../../lib/dates.ts'
import { team as says } from '../../../messages/team.ts'
import { cx } from '../../../ui/class-names.ts'
import { sizeText } from '../../../ui/files/file-facts.ts'
import { Asked } from '../asked.tsx'
import { Group } from '../group.tsx'
import type { PartProps } from '../part-props.ts'

const words = says.usage

/** From this share on it is said before it is full. */
const nearly = 0.8

export function Usage({ team }: PartProps) {
  const query = useQuery(usageOf(team.id))
  return (
    <Group text={words.text}>
      <Asked query={query} part="usage">
        {(quotas) => (
          <ul aria-label={says.parts.usage} className="mt-3 rounded-card border border-line bg-surface">
            {quotas.map((one) => (
              <Quota key={one.quota} {...one} />
            ))}
          </ul>
        )}
      </Asked>
    </Group>
  )
}

function Quota({ quota, used, limit, resets_at }: QuotaUsage) {
  const text = quota.endsWith('_bytes') ? sizeText : count
  const isFull = used >= limit
  const share = isFull ? 1 : used / limit
  const isNear = !isFull && share >= nearly
  const amount = words.amount(text(used), text(limit))
  const at = resets_at === null ? '' : clock(resets_at)
  return (
    <li className="border-b border-line px-3.5 py-3 last:border-b-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{words.names[quota]}</span>
        <span className={cx('tabular', isFull ? 'text-bad' : isNear ? 'text-warn' : 'text-muted')}>{amount}</span>
      </p>
      <div
        role="meter"
        aria-label={words.names[quota]}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={`${amount}, ${percent(share)}`}
        className="mt-2 h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className={cx('h-full origin-left rounded-full rtl:origin-right', isFull ? 'bg-bad' : isNear ? 'bg-warn' : 'bg-accent')}
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      <p className="mt-1.5 max-w-[68ch] text-meta text-quiet">{words.hints[quota](at)}</p>
      {isNear && <p className="mt-1 max-w-[68ch] text-meta text-warn">{words.near(text(limit - used))}</p>}
      {isFull && <p className="mt-1 max-w-[68ch] text-meta text-bad">{words.full[quota](at)}</p>}
    </li>
  )
}
