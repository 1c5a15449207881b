import { useQuery } from '@tanstack/react-query'
import type { QuotaUsage } from '../../../../shared/schema/cloud/usage.ts'
import { usageOf } from '../../../data/people/usage.ts'
import { clock, count } from '../../../lib/dates.ts'
import { team as says } from '../../../messages/team.ts'
import { sizeText } from '../../../ui/files/file-facts.ts'
import { UsageRow } from '../../../ui/usage/usage-row.tsx'
import { Asked } from '../asked.tsx'
import { Group, Rows } from '../group.tsx'
import type { PartProps } from '../part-props.ts'

const { text, names, hints, amount, near, none, full } = says.usage

export function Usage({ team }: PartProps) {
  const query = useQuery(usageOf(team.id))
  return (
    <Group text={text}>
      <Asked query={query} part="usage">
        {(quotas) => (
          <Rows name={says.parts.usage}>
            {quotas.map((one) => (
              <Quota key={one.quota} {...one} />
            ))}
          </Rows>
        )}
      </Asked>
    </Group>
  )
}

function Quota({ quota, used, limit, resets_at }: QuotaUsage) {
  const at = resets_at === null ? '' : clock(resets_at)
  const words = { name: names[quota], hint: hints[quota](at), amount, near, none, full: full[quota](at) }
  return <UsageRow used={used} limit={limit} words={words} text={quota.endsWith('_bytes') ? sizeText : count} />
}
