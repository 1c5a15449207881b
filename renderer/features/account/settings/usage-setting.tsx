import { useQuery } from '@tanstack/react-query'
import { explain } from '../../../backend/explain.ts'
import { ownUsage } from '../../../data/people/usage.ts'
import { account as says } from '../../../messages/account.ts'
import { UsageRow } from '../../../ui/usage/usage-row.tsx'
import { Part } from '../part.tsx'

const { title, text, failed, names, hints, amount, near, none, full } = says.usage

/** How much one may have, in all teams together. */
export function UsageSetting() {
  const { data, error } = useQuery(ownUsage)
  return (
    <Part title={title} text={text}>
      {error && <p className="text-muted">{explain(failed, error)}</p>}
      {data && (
        <ul aria-label={title} className="rounded-card border border-line bg-surface">
          {data.map(({ quota, used, limit }) => (
            <UsageRow key={quota} used={used} limit={limit} words={{ name: names[quota], hint: hints[quota], amount, near, none, full: full[quota] }} />
          ))}
        </ul>
      )}
    </Part>
  )
}
