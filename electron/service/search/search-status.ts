// How far search knows the list, and what is wrong with it.
import type { SearchStatus } from '../../../shared/schema/search-status.ts'
import type { KeywordIndex } from './keywords/keyword-index.ts'
import type { MeaningIndex } from './meaning/meaning-index.ts'
import type { Reranker } from '../../../shared/search/rerank/reranking.ts'

export interface SearchStatusDeps {
  keyword: Pick<KeywordIndex, 'status'>
  meaning: Pick<MeaningIndex, 'status'>
  reranker: () => Pick<Reranker, 'status'>
  /** The model that is being fetched for search by meaning. */
  fetching: () => SearchStatus['semantic']['fetching']
  countTasks: () => number
}

export function createSearchStatus({ keyword, meaning, reranker, fetching, countTasks }: SearchStatusDeps) {
  return (): SearchStatus => {
    const words = keyword.status()
    const { indexed, pending, state, model, last_error, next } = meaning.status()
    const rerank = reranker().status()
    const tasks = countTasks()
    const fetch = fetching()
    return {
      tasks,
      indexed,
      pending: state === 'off' ? Math.max(0, words.head - words.cursor) : pending,
      keyword: { cursor: words.cursor, head: words.head, last_error: words.behind ? (words.lastError ?? 'it cannot write its file') : null },
      semantic: {
        state,
        model,
        rebuilding: next ? next.indexed / Math.max(1, next.indexed + next.pending) : null,
        fetching: fetch,
        last_error: fetch?.last_error ?? next?.last_error ?? last_error,
      },
      reranker: rerank,
      last_error:
        last_error ??
        fetch?.last_error ??
        next?.last_error ??
        (words.behind ? (words.lastError ?? 'the keyword index cannot write its file') : rerank.last_error),
    }
  }
}
