// First step: what a request asks for, and of whom.
import { fusionDepth } from '../../domain/search/rank-fusion.ts'
import { parseQuery, searchHints, type SearchQuery, type TaskFilter } from '../../domain/search/search-query.ts'

export interface SearchRequest {
  q: string
  limit?: number | undefined
  mode?: 'hybrid' | 'keyword' | 'semantic' | undefined
  rerank?: boolean | undefined
  explain?: boolean | undefined
  /** As whom the caller is assigned. */
  me?: readonly string[] | undefined
}

export interface SearchPlan {
  query: SearchQuery
  /** What is meant, as it was typed. */
  text: string
  mode: 'hybrid' | 'keyword' | 'semantic'
  limit: number
  /** How many hits each list is asked for. */
  depth: number
  asksWords: boolean
  asksMeaning: boolean
  reranks: boolean
  explain: boolean
  hints: string[]
}

/** One letter says nothing to a model. */
const saysSomething = /\p{L}.*\p{L}|\p{N}|\p{Lo}|\p{Extended_Pictographic}/su

/** Filters know names, not who asks. */
const withNames = (filter: TaskFilter, me: readonly string[]): TaskFilter => ({
  ...filter,
  assignee: filter.assignee.flatMap((name) => (name === 'me' && me.length > 0 ? me.map((own) => own.toLowerCase()) : [name])),
})

export function parse({ q, limit = 20, mode = 'hybrid', rerank = true, explain = false, me = [] }: SearchRequest, hasReranker: boolean): SearchPlan {
  const asked = parseQuery(q)
  const query = { ...asked, only: withNames(asked.only, me), not: withNames(asked.not, me) }
  const asksMeaning = mode !== 'keyword' && saysSomething.test(query.text)
  return {
    query,
    text: query.text.trim(),
    mode,
    limit,
    depth: Math.max(fusionDepth, limit),
    asksWords: mode !== 'semantic' || !asksMeaning,
    asksMeaning,
    reranks: rerank && hasReranker && mode === 'hybrid' && asksMeaning,
    explain,
    hints: searchHints(query),
  }
}
