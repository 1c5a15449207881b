// Whom a search asks: somebody who knows the words of a list, and somebody who knows its meanings. On a desktop each is a thread of the one list
// there is; in the cloud threads that many teams share.
import type { Compared, CompareRequest as CompareWords, Likely, LikelyRequest } from './duplicates/word-likeness.ts'
import type { Constraints, FilePlace, FilePlacesRequest, KeywordAnswer, KeywordRequest } from './keywords/keyword-search.ts'
import type { BaseRate } from './keywords/keyword-tables.ts'
import type { MeaningQuestions } from './meaning/meanings.ts'

/** A service has its tasks at hand; the cloud asks its database. */
export type Later<T> = T | Promise<T>

export interface WordSource {
  search(request: KeywordRequest): Promise<KeywordAnswer>
  satisfying(request: Constraints): Promise<number[]>
  /** What to show of tasks in whose files words stand. */
  placesInFiles(request: FilePlacesRequest): Promise<FilePlace[]>
  likely(request: Omit<LikelyRequest, 'head'>): Promise<Likely>
  compare(request: CompareWords): Promise<Compared[]>
  /** How common duplicates are in this list, as it was measured. */
  baseRate(): Promise<BaseRate>
  setBaseRate(baseRate: BaseRate): Promise<unknown>
  /** At most so many tasks, old and new ones alike. */
  sample(count: number): Promise<number[]>
}

export interface MeaningCaller {
  call<K extends keyof MeaningQuestions>(name: K, argument: Parameters<MeaningQuestions[K]>[0]): Promise<Awaited<ReturnType<MeaningQuestions[K]>>>
}

export interface MeaningSource {
  /** It can answer by now. */
  available(): boolean
  /** It does not know all of the list yet. Where this is not said, its status says it. */
  isBehind?(): boolean
  /** Undefined where there is no model. */
  calls(): MeaningCaller | undefined
}
