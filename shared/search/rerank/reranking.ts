// The reranking stage behind one interface: a local pair scorer, a language model behind an endpoint, or nothing.

export interface RerankerStatus {
  kind: 'local' | 'hub' | 'endpoint' | 'off'
  state: 'off' | 'resting' | 'fetching' | 'ready' | 'unavailable'
  model: string | null
  last_error: string | null
  /** 0..1 while a model is being fetched. */
  progress: number | null
}

export interface Reranker {
  /** It reads texts one by one, so that it may begin before all are known. */
  incremental: boolean
  /** What each of its logits adds to a fused score of 0..1; given are all that it found for a query, best first. */
  weight(logits: readonly number[]): number
  status(): RerankerStatus
  /**
   * Logits for the first texts, as many as can be read before the deadline (milliseconds since 1970); undefined for a text that
   * could not be read. Never throws: what went wrong is in the status, and the answer is shorter.
   */
  score(query: string, texts: readonly string[], until: number): Promise<(number | undefined)[]>
  close(): Promise<void>
}

export const noReranker: Reranker = {
  incremental: false,
  weight: () => 0,
  status: () => ({ kind: 'off', state: 'off', model: null, last_error: null, progress: null }),
  score: async () => [],
  close: async () => undefined,
}
