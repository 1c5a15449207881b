// The language of the search field: words, "exact phrases", -without, and filters such as status:todo, label:"needs review", due:<2026-12-01, is:overdue or is:ready.
// What is no filter that we know is text: no query is ever wrong.
import { dayAfter, dayIn, daysFrom, isRealDay } from '../time/due.ts'
import { type Priority, priorities, type Status, statuses } from '../../schema/task.ts'
import { type QueryField, readTokens, valuesIn } from './query-tokens.ts'
import { type QueryWord, queryWords } from './search-words.ts'

export interface TaskFilter {
  status: Status[]
  priority: Priority[]
  /** Lower case. */
  label: string[]
  requester: string[]
  /** Lower case; `none`: of nobody. */
  assignee: string[]
  due: DueRange[]
  created: DueRange[]
  updated: DueRange[]
  /** In backlog or todo: with nothing to wait for, or waiting for other tasks. */
  waits: WaitState[]
}

type WordFilter = 'status' | 'priority' | 'label' | 'requester' | 'assignee'

const waitStates = ['ready', 'blocked', 'inbox'] as const
export type WaitState = (typeof waitStates)[number]

/** Any: due at some time. Overdue: not done, and its day is over or its moment has passed. Days: from the first, before the second. */
export type DueRange = 'none' | 'any' | 'overdue' | { from?: string; before?: string }

export interface SearchQuery {
  /** What is left to look for, without filters and what is not wanted. */
  text: string
  words: QueryWord[]
  phrases: string[]
  /** Words and phrases that must not occur. */
  without: string[]
  only: TaskFilter
  not: TaskFilter
  /** What looks like a filter and is text, because its field has no such value; as it was typed. */
  unread: string[]
}

/** Words of a query in which quotes and minus signs are operators. */
const longestTerse = 14

const emptyFilter = (): TaskFilter => ({ status: [], priority: [], label: [], requester: [], assignee: [], due: [], created: [], updated: [], waits: [] })

/** Moments that have passed: 2026-12-01, <2026-12-01, >2026-12-01, today, yesterday, or 7d, within the last seven days. */
function pastOf(value: string, today: string): DueRange | undefined {
  const days = /^(\d{1,3})d$/.exec(value)?.[1]
  if (days !== undefined) return { from: daysFrom(today, 1 - Number(days)), before: dayAfter(today) }
  if (value === 'yesterday') return { from: daysFrom(today, -1), before: today }
  return value === 'none' || value === 'any' || value === 'overdue' ? undefined : dueOf(value, today)
}

/** 2026-12-01, <2026-12-01, >2026-12-01, today, tomorrow, overdue, none, any. */
function dueOf(value: string, today: string): DueRange | undefined {
  if (value === 'none' || value === 'any' || value === 'overdue') return value
  const [, sign, named] = /^([<>]?)(.+)$/.exec(value) ?? []
  const day = named === 'today' ? today : named === 'tomorrow' ? dayAfter(today) : named
  if (day === undefined || !isRealDay(day)) return undefined
  if (sign === '<') return { before: day }
  return sign === '>' ? { from: dayAfter(day) } : { from: day, before: dayAfter(day) }
}

/** Adds what a filter asks for; false when one of its values is none that the field has. */
function addFilter(to: TaskFilter, name: QueryField, given: string, today: string): boolean {
  if (name === 'part') return false
  if (name === 'is') return addStates(to, valuesIn(given.toLowerCase()), today)
  if (name === 'due' || name === 'created' || name === 'updated') {
    const read = name === 'due' ? dueOf : pastOf
    return addAll(
      to[name],
      valuesIn(given.toLowerCase()).map((value) => read(value, today)),
    )
  }
  const values = valuesOf(name, given)
  if (values) (to[name] as string[]).push(...values)
  return values !== undefined
}

function addStates(to: TaskFilter, values: readonly string[], today: string): boolean {
  const waits = waitStates.filter((state) => values.includes(state))
  if (waits.length > 0 && values.every((value) => (waitStates as readonly string[]).includes(value))) return addAll(to.waits, waits)
  return addAll(
    to.due,
    values.map((value) => (value === 'overdue' ? dueOf(value, today) : undefined)),
  )
}

/** All of them, or none. */
function addAll<T>(to: T[], values: readonly (T | undefined)[]): boolean {
  const known = values.filter((value) => value !== undefined)
  if (known.length === 0 || known.length < values.length) return false
  to.push(...known)
  return true
}

/** The values that a filter accepts; undefined when one of them is none that the field has. */
function valuesOf(field: WordFilter, given: string): string[] | undefined {
  const values = valuesIn(given.toLowerCase())
  if (values.length === 0) return undefined
  const known: readonly string[] | undefined = field === 'status' ? statuses : field === 'priority' ? priorities : undefined
  const read = known ? values.map((value) => value.replaceAll(/[- ]/g, '_')) : values
  return known && read.some((value) => !known.includes(value)) ? undefined : read
}

/** `today`: the day that it is where somebody searches. */
export function parseQuery(query: string, today: string = dayIn(undefined, new Date())): SearchQuery {
  const parsed: SearchQuery = { text: '', words: [], phrases: [], without: [], only: emptyFilter(), not: emptyFilter(), unread: [] }
  const kept: string[] = []
  // A whole document pasted into the field is text; its quotes and dashes mean nothing.
  const source = query.slice(0, 20_000)
  const structured = source.length <= 1000
  // Whoever writes whole sentences quotes and sets dashes as writers do; a search of a few words means them as operators.
  const terse = source.trim().split(/\s+/).length <= longestTerse
  for (const { whole, isNot, field, value, isQuoted } of structured ? readTokens(source) : []) {
    if (field !== undefined) {
      if (addFilter(parsed[isNot ? 'not' : 'only'], field, value, today)) continue
      kept.push(whole)
      parsed.unread.push(whole)
    } else if (terse && isNot && /[\p{L}\p{N}]/u.test(value)) parsed.without.push(value)
    else if (terse && isQuoted && /[\p{L}\p{N}]/u.test(value)) {
      parsed.phrases.push(value)
      kept.push(value)
    } else kept.push(whole)
  }
  // The last word is still being typed, unless a space or a quote ends it.
  parsed.text = structured ? kept.join(' ') + (/\s$/.test(source) || source.endsWith('"') ? ' ' : '') : source
  if (!/[\p{L}\p{N}]/u.test(parsed.text)) parsed.text = parsed.text.trim() === '' ? '' : parsed.text
  parsed.words = queryWords(parsed.text)
  return parsed
}

const accepted: Readonly<Record<string, string>> = {
  status: `one of ${statuses.join(', ')}`,
  priority: `one of ${priorities.join(', ')}`,
  due: 'a day like 2026-11-27, <2026-11-27, >2026-11-27, today, tomorrow, overdue, none or any',
  is: 'ready, blocked, overdue or inbox',
}
const maxHints = 3

/** For whoever meant a filter by it: why it was searched as text. */
export function searchHints({ unread }: Pick<SearchQuery, 'unread'>): string[] {
  return [...new Set(unread)].slice(0, maxHints).map((whole) => {
    const field = whole.replace(/^-/, '').split(':', 1)[0]?.toLowerCase() ?? ''
    return `${whole.slice(0, 100)} was searched as text: ${field} must be ${accepted[field] ?? 'a name'}.`
  })
}
