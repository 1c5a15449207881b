// What words and meaning know of the tasks that may be about the same thing as a text.
import type { Evidence } from '../../domain/duplicates/duplicate-score.ts'
import type { MeaningSource, WordSource } from '../sources.ts'
import { type Outcome, within } from '../workers/within.ts'
import type { Draft } from './word-likeness.ts'

const considered = 60
/** Of tasks that say the very same so many are among them (of open and of done ones), unless more are asked for. */
const minCopies = 5
/** Milliseconds for each of the two rounds. An agent that is about to create a task waits rather than miss one. */
const timeoutMs = 1000
/** Longer texts are read by their beginning. */
const readCharacters = 20_000
/** A title may be a pictogram. */
const saysSomething = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u

export interface Gathered {
  evidence: Evidence[]
  /** Stages that are missing in it. */
  degraded: string[]
}

export type GatherEvidence = ReturnType<typeof createGatherEvidence>

export function createGatherEvidence({ keyword, meaning }: { keyword: Pick<WordSource, 'likely' | 'compare'>; meaning: MeaningSource }) {
  /** `wanted`: so many answers are asked for. `drafts`: texts that are no task yet, to be compared like tasks. */
  return async function gather(text: string, exclude: number | undefined, isOwn = false, wanted = minCopies, drafts: readonly Draft[] = []): Promise<Gathered> {
    const own = isOwn ? exclude : undefined
    const copies = Math.max(minCopies, wanted)
    const limit = considered + 2 * (copies - minCopies)
    const asked = text.trim().slice(0, readCharacters)
    if (!saysSomething.test(asked)) return { evidence: [], degraded: [] }
    const degraded = new Set<string>()
    const take = <T>(stage: string, outcome: Outcome<T> | undefined): T | undefined => {
      if (outcome && 'value' in outcome) return outcome.value
      degraded.add(stage)
      return undefined
    }

    const calls = meaning.available() ? meaning.calls() : undefined
    if (calls && meaning.isBehind?.()) degraded.add('semantic')
    const near = calls ? within(calls.call('likely', { text: asked, own, limit, copies }), timeoutMs) : undefined
    const likely = take('keyword', await within(keyword.likely({ text: asked, limit, copies }), timeoutMs))
    const meant = take('semantic', await near)
    const written = likely?.text ?? asked
    const ids = [...new Set([...(likely?.hits ?? []), ...(meant?.hits ?? [])].map((hit) => hit.id))].filter((id) => id !== exclude)

    const shortened = drafts.map((draft) => ({ ...draft, text: draft.text.trim().slice(0, readCharacters) }))
    const meaningOf = calls && meant ? within(calls.call('compare', { text: written, own, ids, drafts: shortened }), timeoutMs) : undefined
    const compared = take('keyword', await within(keyword.compare({ text: written, ids, drafts: shortened, surplus: likely?.surplus }), timeoutMs)) ?? []
    const meanings = meaningOf && take('semantic', await meaningOf)
    const byMeaning = new Map(meanings ? [...ids, ...drafts.map((draft) => draft.id)].map((id, i) => [id, meanings[i]]) : [])
    const evidence = compared
      .map((one) => ({ ...one, cosine: byMeaning.get(one.id)?.cosine, beyond: byMeaning.get(one.id)?.beyond ?? 0 }))
      // Of those that say the very same, whoever asks wants the one that is still to be done, and of several the newest.
      .sort((a, b) => Number(a.isDone) - Number(b.isDone) || b.id - a.id)
    return { evidence, degraded: [...degraded] }
  }
}
