// How common duplicates are in one list, read from the list itself: nobody labels it, but what the fitted model says of a sample of
// its own tasks does (expectation and maximisation over the prior alone, after Saerens, Latinne and Decaestecker 2002).
import { type Evidence, probability, seen } from './duplicate-score.ts'
import { type Weights, weights } from './duplicate-weights.ts'

/** So many candidates of each sampled task are looked at, as in the fit. */
const looked = 5
/** So many candidates at the share of the fit are added: a few tasks prove nothing. */
const doubt = 50
/** A list full of duplicates may still be asked for something new: what speaks for more counts half. Neither goes further than the fit has seen. */
const trust = 0.5
/**
 * And a tidy list may be asked for what it has: what speaks for fewer counts as far as there are look-alikes that it can speak against.
 * Where no two tasks look alike, a text that looks like one of them is no less likely to be the same.
 */
const looksAlike = 0.5
const fewAlike = { count: 1, of: 4 }
const furthest = 2
const rounds = 500

/** Chances of the candidates of one sampled task, as if its list were like those of the fit. The very same text is told apart without the model. */
export function plainChances(evidence: readonly Evidence[], fitted: Weights = weights): number[] {
  return seen(
    evidence.filter((one) => one.cosine !== undefined),
    fitted.usual,
  )
    .slice(0, looked)
    .filter(({ one }) => one.same === undefined)
    .map(({ features }) => probability(features, fitted))
}

/** What is added to the model's sum for this list: below 0 where duplicates are rarer than in the fit, above where they are common. */
export function baseRateOf(chances: readonly number[], usualShare = weights.share): number {
  const odds = (share: number) => share / (1 - share)
  const evidence = chances.map((chance) => odds(Math.min(1 - 1e-9, chance)) / odds(usualShare))
  let share = usualShare
  for (let round = 0; round < rounds; round++) {
    const prior = odds(share)
    const found = evidence.reduce((sum, one) => sum + (prior * one) / (prior * one + 1), doubt * usualShare)
    const next = found / (chances.length + doubt)
    if (Math.abs(next - share) < 1e-7) break
    share = next
  }
  const shift = Math.log(odds(share) / odds(usualShare))
  return Math.max(-furthest, Math.min(furthest, shift > 0 ? trust * shift : shift * against(chances)))
}

function against(chances: readonly number[]): number {
  const alike = chances.filter((chance) => chance >= looksAlike).length
  return (alike + fewAlike.count) / (alike + fewAlike.of)
}
