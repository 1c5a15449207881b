import { Plus } from 'lucide-react'
import type { Task } from '../../../../shared/schema/task.ts'
import { PickButton } from '../../../actions/pick-button.tsx'
import { m } from '../../../messages/late.ts'
import { linksOf } from '../../../lib/plan/links.ts'
import { emptyValue } from '../fields/value-style.ts'
import { Property } from '../property.tsx'

/** Nothing where it is a part already: that stands above its title. */
export function PartOf({ task }: { task: Task }) {
  if (linksOf(task).parent_id !== null) return null
  return (
    <Property name={m.links.partOf}>
      <PickButton picker="whole" taskId={task.id} className={emptyValue} name={m.links.attach}>
        <Plus aria-hidden="true" size={14} />
        {m.add}
      </PickButton>
    </Property>
  )
}
