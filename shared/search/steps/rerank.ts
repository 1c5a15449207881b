// Fourth step: the order in which hits are shown.
import { blend, type Scored } from '../../domain/search/rank-fusion.ts'
import type { Reranker } from '../rerank/reranking.ts'
import { within } from '../workers/within.ts'
import type { Reading } from './reading.ts'
import type { SearchRun } from './run.ts'

/** So many of the first are read by the reranker. */
const reranked = 30

/** The head of the list in the order that the reranker gives it. */
export async function rerank(list: readonly Scored[], reading: Reading, weight: Reranker['weight'], run: SearchRun): Promise<readonly Scored[]> {
  if (list.length < 2) return list
  const start = performance.now()
  const head = list.slice(0, reranked)
  await within(reading.read(head, reranked), run.left())
  run.times.rerank = performance.now() - start
  const { logits } = reading
  if (head.some((hit) => !logits.has(hit.id))) run.degraded.add('rerank')
  const found = new Map(head.flatMap(({ id }) => (logits.has(id) ? [[id, logits.get(id) as number] as const] : [])))
  return blend(list, found, weight([...found.values()].sort((a, b) => b - a)))
}

/**
 * Who types one to three words and few tasks have all of them means those: they come first, whatever meaning says. (A name or a
 * number is noise to a model, and so is a script that it never learned.)
 */
export function sureFirst(list: readonly Scored[], sure: readonly number[]): readonly Scored[] {
  if (sure.length === 0) return list
  const isSure = new Set(sure)
  const scaledTo = ({ id, score }: Scored) => ({ id, score: Math.max(0, score) / 2 + (isSure.has(id) ? 0.5 : 0) })
  return [...list.filter((hit) => isSure.has(hit.id)), ...list.filter((hit) => !isSure.has(hit.id))].map(scaledTo)
}
