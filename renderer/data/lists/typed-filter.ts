// A filter as it is typed, in the words of the search: label:bug, -label:bug, created:7d, a text.
import { conditionOf, writeCondition } from '../../../shared/domain/search/condition.ts'
import { type QueryToken, readTokens } from '../../../shared/domain/search/query-tokens.ts'
import { api } from '../../backend/backend.ts'
import { m } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import type { Filter } from '../../lib/filter.ts'
import { dueRanges } from '../../lib/plan/due.ts'
import { taskName } from '../../lib/plan/task-names.ts'
import { cachedTask } from '../tasks/task-cache.ts'

const listFields = ['status', 'priority', 'label', 'requester', 'assignee', 'due'] as const
export type ListField = (typeof listFields)[number]

const added = <T extends string>(known: readonly T[] | undefined, values: readonly T[]): T[] => [...new Set([...(known ?? []), ...values])]

/** A field of the menu, where each value is one that the menu has; else undefined. `labels`: as they are written on tasks. */
function asChosen(filter: Filter, { field, isNot }: QueryToken, values: readonly string[], labels: readonly string[]): Filter | undefined {
  if (isNot) return undefined
  if (field === 'status' || field === 'priority') return { ...filter, [field]: added<string>(filter[field], values) }
  if (field === 'due')
    return values.every((value) => (dueRanges as readonly string[]).includes(value)) ? { ...filter, due: added(filter.due, values as never) } : undefined
  if (field === 'assignee')
    return values.every((value) => value === 'me' || value === 'none') ? { ...filter, assignee: added(filter.assignee, values) } : undefined
  if (field !== 'label') return undefined
  const written = values.flatMap((value) => labels.filter((label) => label.toLowerCase() === value))
  return written.length === values.length ? { ...filter, label: added(filter.label, written) } : undefined
}

/** `part:12` names a task by its number here, which is another on every device. */
async function withUids(text: string): Promise<string> {
  let read = text
  for (const [whole, id] of text.matchAll(/\bpart:#?(\d+)\b/gi)) {
    const uid = cachedTask(Number(id))?.uid ?? (await api.getTask({ params: { id: Number(id) } }).catch(() => undefined))?.uid
    if (uid !== undefined) read = read.replace(whole, `part:${uid}`)
  }
  return read
}

/** Narrows the filter by what was typed. What is no condition that we know is a text that must occur, and it is said where it looks like one. */
export async function addTyped(filter: Filter, text: string, labels: readonly string[] = []): Promise<Filter> {
  let next = filter
  for (const token of readTokens((await withUids(text)).slice(0, 1000))) {
    const known = conditionOf(token)
    if (!known && token.field !== undefined) notify({ kind: 'problem', text: m.lists.asText(token.whole) })
    const condition = known ?? conditionOf({ field: undefined, isNot: false, value: token.whole })
    if (!condition) continue
    const chosen = condition.field === undefined ? undefined : asChosen(next, token, condition.values, labels)
    next = chosen ?? { ...next, where: added(next.where, [writeCondition(condition)]) }
  }
  return next
}

/** The same value of the menu as it would be typed. */
export const typedValue = (field: ListField, value: string): string => `${field}:${/\s/.test(value) ? `"${value}"` : value}`

/** As people read it: a task by its number. */
export const shownCondition = (condition: string): string =>
  condition.replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, (uid) => taskName(uid) ?? uid.slice(-6)).replace(/^(-?)"(.*)"$/, '$1“$2”')
