import { useQuery } from '@tanstack/react-query'
import type { RefusedWrite } from '../../../../shared/schema/remote.ts'
import { placeOfId } from '../../../data/lists/place-of-id.ts'
import { refusedWrites, takeBackRefused } from '../../../data/remote.ts'
import { explain, fullText } from '../../../backend/explain.ts'
import { fieldText } from '../../../lib/conflict-text.ts'
import { m } from '../../../messages/late.ts'
import { useNavigation } from '../../../lib/navigation.ts'
import { Button } from '../../../ui/button.tsx'
import { ProblemLine } from '../../../ui/problem-line.tsx'
import { SettingGroup } from '../setting.tsx'

const says = m.cloud.refused

function whatText({ entity, task_id, name }: RefusedWrite): string {
  if (entity === 'comment' && task_id !== null) return says.comment(task_id)
  if (entity === 'schedule' && task_id !== null) return says.schedule(task_id)
  return name
}

function titleText(write: RefusedWrite): string {
  const fields = write.fields.map((field) => fieldText({ field })).join(', ')
  return says.action[write.action](whatText(write), fields || says.everything)
}

/** The cloud says it in English; where it names a quota, it is said as the browser says it. */
const whyText = ({ reason, over_quota }: RefusedWrite) => (over_quota && fullText(over_quota.quota, over_quota.limit, over_quota.resets_at)) ?? reason

/** What the cloud does not take, why, and the ways out: change it, try again, or have it here as it is there. */
export function CloudRefused({ count }: { count: number }) {
  const nav = useNavigation()
  const { data, error } = useQuery(refusedWrites)
  return (
    <SettingGroup title={says.title(count)} text={says.text}>
      <ProblemLine text={error ? explain(says.failed, error) : ''} />
      <ul aria-label={says.title(count)} className="mt-2">
        {data?.map((write) => (
          <li key={`${write.entity} ${write.entity_id}`} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3">
            <div className="min-w-0 flex-1 basis-52">
              <p dir="auto" className="font-medium break-words">
                {titleText(write)}
              </p>
              <p dir="auto" className="break-words text-warn">
                {whyText(write)}
              </p>
              {write.entity === 'comment' && (
                <p dir="auto" className="line-clamp-2 text-muted">
                  {write.name}
                </p>
              )}
            </div>
            <div className="flex flex-wrap items-center gap-2">
              {write.action !== 'delete' && (
                <Button className="h-[max(32px,var(--tap))]" onClick={() => (write.task_id === null ? nav.goTo(placeOfId(write)) : nav.open(write.task_id))}>
                  {says.open}
                </Button>
              )}
              <Button look="outlined" className="h-[max(32px,var(--tap))]" onClick={() => void takeBackRefused(write)}>
                {says.takeBack[write.action]}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </SettingGroup>
  )
}
