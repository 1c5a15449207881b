// The language of the search field: words, "exact phrases", -without, and filters such as status:todo, label:"needs review", due:<2026-12-01, is:overdue or is:ready.
// What is no filter that we know is text: no query is ever wrong.
import { dayAfter, dayIn, isRealDay } from '../time/due.ts'
import { type Priority, priorities, type Status, statuses } from '../../schema/task.ts'
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
  /** In backlog or todo: with nothing to wait for, or waiting for other tasks. */
  waits: WaitState[]
}

const waitStates = ['ready', 'blocked'] as const
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
}

const token = /(-?)(?:(status|priority|label|requester|assignee|due|is):)?(?:"([^"]*)"|(\S+))/giy

/** Words of a query in which quotes and minus signs are operators. */
const longestTerse = 14

const emptyFilter = (): TaskFilter => ({ status: [], priority: [], label: [], requester: [], assignee: [], due: [], waits: [] })

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
function addFilter(to: TaskFilter, name: string, given: string, today: string): boolean {
  if (name === 'due' || name === 'is') {
    const values = given
      .toLowerCase()
      .split(',')
      .map((value) => value.trim())
      .filter(Boolean)
    const waits = name === 'is' ? waitStates.filter((state) => values.includes(state)) : []
    if (waits.length > 0 && values.every((value) => (waitStates as readonly string[]).includes(value))) {
      to.waits.push(...waits)
      return true
    }
    const ranges = values
      .map((value) => (name === 'due' ? dueOf(value, today) : value === 'overdue' ? value : undefined))
      .filter((range) => range !== undefined)
    if (ranges.length === 0 || ranges.length < values.length) return false
    to.due.push(...ranges)
    return true
  }
  const field = name as Exclude<keyof TaskFilter, 'due' | 'waits'>
  const values = valuesOf(field, given)
  if (values) (to[field] as string[]).push(...values)
  return values !== undefined
}

/** The values that a filter accepts; undefined when one of them is none that the field has. */
function valuesOf(field: Exclude<keyof TaskFilter, 'due' | 'waits'>, given: string): string[] | undefined {
  const values = given
    .toLowerCase()
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)
  if (values.length === 0) return undefined
  const known: readonly string[] | undefined = field === 'status' ? statuses : field === 'priority' ? priorities : undefined
  const read = known ? values.map((value) => value.replaceAll(/[- ]/g, '_')) : values
  return known && read.some((value) => !known.includes(value)) ? undefined : read
}

/** `today`: the day that it is where somebody searches. */
export function parseQuery(query: string, today: string = dayIn(undefined, new Date())): SearchQuery {
  const parsed: SearchQuery = { text: '', words: [], phrases: [], without: [], only: emptyFilter(), not: emptyFilter() }
  const kept: string[] = []
  // A whole document pasted into the field is text; its quotes and dashes mean nothing.
  const source = query.slice(0, 20_000)
  const structured = source.length <= 1000
  // Whoever writes whole sentences quotes and sets dashes as writers do; a search of a few words means them as operators.
  const terse = source.trim().split(/\s+/).length <= longestTerse
  for (let at = structured ? 0 : source.length; at < source.length; ) {
    const space = /\s+/y
    space.lastIndex = at
    if (space.test(source)) at = space.lastIndex
    token.lastIndex = at
    const match = token.exec(source)
    if (!match) break
    at = token.lastIndex
    const [whole, minus, field, quoted, plain] = match as unknown as [string, string, string | undefined, string | undefined, string | undefined]
    const value = quoted ?? plain ?? ''
    if (field !== undefined) {
      if (!addFilter(parsed[minus ? 'not' : 'only'], field.toLowerCase(), value, today)) kept.push(whole)
    } else if (terse && minus && /[\p{L}\p{N}]/u.test(value)) parsed.without.push(value)
    else if (terse && quoted !== undefined && /[\p{L}\p{N}]/u.test(quoted)) {
      parsed.phrases.push(quoted)
      kept.push(quoted)
    } else kept.push(whole)
  }
  // The last word is still being typed, unless a space or a quote ends it.
  parsed.text = structured ? kept.join(' ') + (/\s$/.test(source) || source.endsWith('"') ? ' ' : '') : source
  if (!/[\p{L}\p{N}]/u.test(parsed.text)) parsed.text = parsed.text.trim() === '' ? '' : parsed.text
  parsed.words = queryWords(parsed.text)
  return parsed
}
