// Conditions that say what a field of the filter says: -status:done, is:inbox. The stores are asked for those, and nothing is read that they leave out.
import { type Condition, readCondition } from '../../../shared/domain/search/condition.ts'
import { priorities, statuses } from '../../../shared/schema/task.ts'
import type { Filter } from '../../lib/filter.ts'

/** Those of `all` that both let through; undefined: none, which a filter cannot say. */
function both<T extends string>(all: readonly T[], known: readonly T[] | undefined, { isNot, values }: Condition): T[] | undefined {
  const left = all.filter((one) => values.includes(one) !== isNot && (!known?.length || known.includes(one)))
  return left.length > 0 ? left : undefined
}

/** Undefined: no field says the same. */
function asField(filter: Filter, condition: Condition): Filter | undefined {
  const { field, isNot, values } = condition
  if (field === 'status') {
    const status = both(statuses, filter.status, condition)
    return status && { ...filter, status }
  }
  if (field === 'priority') {
    const priority = both(priorities, filter.priority, condition)
    return priority && { ...filter, priority }
  }
  if (field !== 'is' || isNot || values.length !== 1) return undefined
  if (values[0] === 'inbox') return { ...filter, inbox: true }
  return values[0] === 'ready' ? { ...filter, ready: true } : undefined
}

/** The same filter with as few conditions as can be. */
export function narrowed(filter: Filter): Filter {
  let next = filter
  const where: string[] = []
  for (const source of filter.where ?? []) {
    const condition = readCondition(source)
    const known = condition && asField(next, condition)
    if (known) next = known
    else where.push(source)
  }
  return { ...next, where }
}
