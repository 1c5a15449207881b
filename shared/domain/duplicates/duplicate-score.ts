// From likeness to "how likely is it the same task": a fitted model, so that 0.9 means nine of ten, for one line and for a long
// report alike. What a chance is enough for is decided in same-task.ts. The weights come from scripts/search/fit-duplicates.ts; what they were fitted to and how well they hold is in docs/search.md.
import { type Weights, wordWeights, weights } from './duplicate-weights.ts'
import type { WordLikeness } from './likeness.ts'

export interface Evidence extends WordLikeness {
  id: number
  /** Names what title and description say: tasks that say the very same have the same. */
  text: string
  /** Of the meanings; undefined where there is no vector (yet). */
  cosine: number | undefined
  /** How alike the meanings are beyond what the tasks around have in common; 0 where there is no vector. */
  beyond: number
}

/** 0 for one line, 1 for a report of a hundred words and more. */
function lengthiness(words: number): number {
  return Math.max(0, Math.min(1, (Math.log(1 + words) - Math.log(20)) / (Math.log(100) - Math.log(20))))
}

/** How alike on the whole; orders the candidates of one text. In a list of lines meaning counts more, among reports their telling words. */
export function likeness({ cosine, beyond, words, titles, contradiction, askedLength, usualLength }: Evidence): number {
  const lines = (1 - lengthiness(askedLength)) * (1 - lengthiness(usualLength))
  if (cosine === undefined) return 0.6 * words + 0.4 * titles - 0.02 * contradiction
  const meaning = 0.55 + 0.2 * lines
  return meaning * cosine + 0.1 * beyond + (1 - meaning) * words + 0.1 * (1 - lines) * titles - 0.02 * contradiction
}

/** What any text has in common with those that have nothing to do with it: the likeness of the candidates behind the first ten. */
export function background(ordered: readonly number[], usual: number): number {
  const rest = ordered.slice(10, 40)
  // A short list of tasks says little about what is usual: then experience does.
  return (rest.reduce((sum, value) => sum + value, 0) + 10 * usual) / (rest.length + 10)
}

/**
 * What the fitted model sees of one candidate: how far its likeness stands out from the list's background, how alike the meanings
 * are beyond their neighbourhood, and what speaks against it: other numbers, other names, and titles that are alike anyway in a
 * list of one project.
 */
function featuresOf(value: number, usual: number, { beyond, contradiction, swapped, titles }: Evidence): number[] {
  return [value - usual, beyond, contradiction, Number(swapped), titles]
}

/** `baseRate`: how much likelier or unlikelier duplicates are in this list than in those that the weights were fitted to (base-rate.ts). */
export function probability(features: readonly number[], { intercept, slopes }: Weights, baseRate = 0): number {
  const sum = features.reduce((total, value, i) => total + value * (slopes[i] as number), intercept + baseRate)
  return 1 / (1 + Math.exp(-sum))
}

/** So many words say what a task is about; fewer are the beginning of many. */
const wordsEnough = 8

/** What can be known at most: two words may begin anything, unless the other title has nothing more to say either. */
function knowable({ askedLength, titles }: Evidence): number {
  return titles + (1 - titles) * Math.min(1, askedLength / wordsEnough)
}

/** The very same words are the same task, whatever the model thinks; of two equal titles one may yet go on differently. */
const sameText = 0.97
const sameTitle = 0.9
/** Nothing but an equal key is certain. */
const highest = 0.99

/**
 * Chances in the order of likeness. What contradicts itself may be likelier on the whole and yet be less sure than the next: such
 * neighbours share their mean, so that order and score never disagree.
 */
export function inStep(chances: readonly number[]): number[] {
  const pools: { sum: number; count: number }[] = []
  for (const chance of chances) {
    let pool = { sum: chance, count: 1 }
    for (let last = pools.at(-1); last && last.sum / last.count < pool.sum / pool.count; last = pools.at(-1)) {
      pools.pop()
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count }
    }
    pools.push(pool)
  }
  return pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
}

/** So far apart are neighbours at least, that whoever sorts by score finds the same order. */
const apart = 1e-4

/** How many of the first are brought in step: who looks further down does not care for an order. */
const steps = 10

/** Candidates with the chance that they are about the same thing, likeliest first; copies of one text in the order in which they came. */
export function scoreDuplicates(candidates: readonly Evidence[], baseRate = 0, fitted = { weights, wordWeights }): { id: number; score: number }[] {
  const known = candidates.filter((one) => one.cosine !== undefined)
  const byWordsAlone = candidates.filter((one) => one.cosine === undefined)
  const scored = [...scoreAlike(known, fitted.weights, baseRate), ...scoreAlike(byWordsAlone, fitted.wordWeights, baseRate)]
  return scored.sort((a, b) => b.score - a.score || b.value - a.value).map(({ id, score }) => ({ id, score }))
}

export interface Seen {
  one: Evidence
  /** All that say the very same, the one among them. */
  copies: readonly Evidence[]
  value: number
  features: number[]
}

/**
 * In the order of likeness, each with what the fitted model sees of it. What the list says forty times is looked at once: forty
 * copies of a task are no background for the forty-first that is worded a little differently.
 */
export function seen(candidates: readonly Evidence[], usually: number): Seen[] {
  const valued = [...Map.groupBy(candidates, ({ text }) => text).values()]
    .map((copies) => ({ one: copies[0] as Evidence, copies, value: likeness(copies[0] as Evidence) }))
    .sort((a, b) => b.value - a.value)
  const usual = background(
    valued.map(({ value }) => value),
    usually,
  )
  return valued.map((text) => ({ ...text, features: featuresOf(text.value, usual, text.one) }))
}

function scoreAlike(candidates: readonly Evidence[], fitted: Weights, baseRate: number): { id: number; score: number; value: number }[] {
  const valued = seen(candidates, fitted.usual)
  const chances = valued.map(({ one, features }) => {
    const chance = Math.min(knowable(one), probability(features, fitted, baseRate))
    return Math.min(highest, Math.max(chance, one.same === 'text' ? sameText : one.same === 'title' ? sameTitle : 0))
  })
  const smooth = [...inStep(chances.slice(0, steps)), ...chances.slice(steps).map((chance) => Math.min(chance, ...chances.slice(0, steps)))]
  return valued
    .flatMap(({ copies, value }, i) => copies.map(({ id }) => ({ id, value, chance: smooth[i] as number })))
    .map(({ id, value, chance }, i) => ({ id, value, score: Math.max(0, chance - Math.min(i, steps) * apart) }))
}
