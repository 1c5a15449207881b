// What both sides had in common last, and whether that has changed here since.
import { type Row, same } from '../../../../shared/domain/history/difference.ts'
import { emptyField } from '../../../../shared/sync/synced-fields.ts'
import type { Item } from '../state/sync-store.ts'
import { isThere } from '../state/sync-row.ts'
import { isChild, type Replicas, sentFields } from '../state/replicas.ts'

/** What both had in common last. What we sent and see there now has arrived, also when its answer has not. */
export function commonOf(replicas: Replicas, item: Item, there: Row): Row | null {
  const { base } = item
  const arrived = Object.entries(sentFields(replicas, item)).filter(([field, value]) => same(there[field], value))
  return base === null && arrived.length === 0 ? null : { ...base, ...Object.fromEntries(arrived) }
}

/** Was it changed here since both had it in common? */
export function isChanged(replicas: Replicas, item: Item): boolean {
  const here = replicas[item.entity].read(item.local_id)
  if (!here) return false
  if (!isThere(item)) return true
  const { base } = item
  const moved = isChild(item.entity) && here.task_id !== item.parent
  // What was sent counts too: if it had arrived before the end, the stream would have told.
  return moved || Object.entries(replicas[item.entity].pick(here)).some(([field, value]) => !same(value, base[field] ?? emptyField(field)))
}
