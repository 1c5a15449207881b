// The language of the search field: words, "exact phrases", -without, and filters such as status:todo or label:"needs review".
// What is no filter that we know is text: no query is ever wrong.
import { type Priority, priorities, type Status, statuses } from '../../schema/task.ts'
import { type QueryWord, queryWords } from './search-words.ts'

export interface TaskFilter {
  status: Status[]
  priority: Priority[]
  /** Lower case. */
  label: string[]
  requester: string[]
}

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

const token = /(-?)(?:(status|priority|label|requester):)?(?:"([^"]*)"|(\S+))/giy

/** Words of a query in which quotes and minus signs are operators. */
const longestTerse = 14

const emptyFilter = (): TaskFilter => ({ status: [], priority: [], label: [], requester: [] })

/** The values that a filter accepts; undefined when one of them is none that the field has. */
function valuesOf(field: keyof TaskFilter, given: string): string[] | undefined {
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

export function parseQuery(query: string): SearchQuery {
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
    const filter = field === undefined ? undefined : valuesOf(field.toLowerCase() as keyof TaskFilter, value)
    if (filter) (parsed[minus ? 'not' : 'only'][(field as string).toLowerCase() as keyof TaskFilter] as string[]).push(...filter)
    else if (field !== undefined) kept.push(whole)
    else if (terse && minus && /[\p{L}\p{N}]/u.test(value)) parsed.without.push(value)
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
