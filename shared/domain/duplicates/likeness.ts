// How alike two texts are by their words: what find-duplicates knows besides the cosine of their meanings.
import { stemOf, stemsOf } from '../search/search-words.ts'

/** Longer texts are compared by their beginning: the point of a report stands there, and each keystroke of quick add asks again. */
const comparedCharacters = 2000
/** The most telling words of the asked text, by which others are found and weighed. */
const tellingWords = 40

const identifier = /[\p{L}\p{N}]+(?:[._/-][\p{L}\p{N}]+)+|\p{L}*\p{N}[\p{L}\p{N}]*/gu

export interface TextProfile {
  /** The title folded, for "the very same". */
  name: string
  hasBody: boolean
  title: ReadonlySet<string>
  /** How often each stem stands in the text; those of the title count twice. */
  counts: ReadonlyMap<string, number>
  /** Words in title and body. */
  length: number
  /** Versions, hosts, numbers, file and module names of the title: what tells two reports of one kind apart. */
  identifiers: ReadonlySet<string>
  /** Stems of the title's words that name something: with digits, capitals within, or capitals where a sentence has none. */
  names: ReadonlySet<string>
}

/** How much a word tells: by how few texts have it. */
export type Rarity = (stem: string) => number

/** A text that was sent as one: its title is the first line, or its first sentence where that line goes on and on. */
export function splitText(text: string): { title: string; body: string } {
  const trimmed = text.trim()
  const line = trimmed.split('\n', 1)[0] as string
  if (line.length <= 200) return { title: line, body: trimmed.slice(line.length).trim() }
  const sentence = /^.{10,160}?[.!?](?=\s)/.exec(line)?.[0] ?? line.slice(0, 160).replace(/\s\S*$/, '')
  return { title: sentence, body: trimmed.slice(sentence.length).trim() }
}

/** What is the same for texts that say the very same, as far as they are compared. */
export const foldedText = (title: string, body: string): string => `${folded(title)}\n${folded(body.slice(0, comparedCharacters))}`

const folded = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()

export function profileOf(title: string, body: string): TextProfile {
  const named = stemsOf(title)
  const told = stemsOf(body.slice(0, comparedCharacters))
  const counts = new Map<string, number>()
  for (const stem of named) counts.set(stem, (counts.get(stem) ?? 0) + 2)
  for (const stem of told) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return {
    name: folded(title),
    hasBody: told.length > 0,
    title: new Set(named),
    counts,
    length: named.length + told.length,
    identifiers: new Set(title.toLowerCase().match(identifier)),
    names: namesIn(title),
  }
}

const titleWord = /[\p{L}\p{N}_]+/gu
/** Where more of a title's words than this begin with a capital, that is how titles are written there, and says nothing. */
const maxCapitals = 0.6

function namesIn(title: string): Set<string> {
  const words = title.match(titleWord) ?? []
  const capitals = words.slice(1).filter((word) => /^\p{Lu}/u.test(word)).length
  const capitalsTell = words.length < 3 || capitals / (words.length - 1) <= maxCapitals
  const isName = (word: string, index: number) =>
    /[\p{N}_]|\p{Ll}\p{Lu}/u.test(word) || (capitalsTell && (/\p{Lu}.*\p{Lu}/u.test(word) || (index > 0 && /^\p{Lu}\p{Ll}/u.test(word))))
  return new Set(words.filter(isName).map(stemOf))
}

/** Letters and digits only: "No-Op" and "NoOp" are one name. */
const bare = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Whether a title names something of which the other text has nothing. */
function namesMore(one: TextProfile, other: TextProfile): boolean {
  if (one.names.size === 0) return false
  const written = bare(other.name)
  return [...one.names].some((name) => !other.counts.has(name) && !written.includes(bare(name)))
}

/** The stems by which texts like this one are found, most telling first, with their weights: a title says more than a body. */
export function tellingStems(profile: TextProfile, rarity: Rarity): Map<string, number> {
  const weight = (stem: string) => (profile.hasBody && profile.title.has(stem) ? 1.5 : 1)
  return new Map(
    [...profile.counts.keys()]
      .filter((stem) => stem.length > 1 || !/[a-z0-9]/.test(stem))
      .map((stem) => [stem, weight(stem), rarity(stem) * weight(stem)] as const)
      .sort((a, b) => b[2] - a[2])
      .slice(0, tellingWords)
      .map(([stem, own]) => [stem, own]),
  )
}

const saturation = 1.2
const lengthWeight = 0.5

function bm25(telling: ReadonlyMap<string, number>, rarity: Rarity, text: TextProfile, average: number): number {
  const norm = saturation * (1 - lengthWeight + (lengthWeight * text.length) / average)
  let sum = 0
  for (const [stem, weight] of telling) {
    const count = text.counts.get(stem)
    if (count) sum += (rarity(stem) * weight * count * (saturation + 1)) / (count + norm)
  }
  return sum
}

export interface WordLikeness {
  /** BM25 of the candidate for the asked text, as a part of what the asked text itself would reach; 0..1.2. */
  words: number
  /** Weight of the words that both titles have, of all that they have; 0..1. */
  titles: number
  /** How far the identifiers of the titles contradict each other; 0 where one has none. */
  contradiction: number
  /** Each title names something that the other text lacks: "upgrade jackson" and "upgrade netty" are of one kind, and two tasks. */
  swapped: boolean
  /** Words in the asked text, in the candidate, and in a text of the whole list on average. */
  askedLength: number
  length: number
  usualLength: number
  /** Title and body are the same, or the title is and one of the two has nothing else to say. */
  same: 'text' | 'title' | undefined
}

export function likenessTo(asked: TextProfile, rarity: Rarity, averageLength: number): (candidate: TextProfile) => WordLikeness {
  const telling = tellingStems(asked, rarity)
  const average = Math.max(1, averageLength)
  const whole = bm25(telling, rarity, asked, average)
  return (candidate) => {
    let shared = 0
    let all = 0
    for (const stem of new Set([...asked.title, ...candidate.title])) {
      const weight = rarity(stem) ** 2
      all += weight
      if (asked.title.has(stem) && candidate.title.has(stem)) shared += weight
    }
    let common = 0
    for (const one of asked.identifiers) if (candidate.identifiers.has(one)) common++
    const either = asked.identifiers.size + candidate.identifiers.size - common
    return {
      words: whole > 0 ? Math.min(1.2, bm25(telling, rarity, candidate, average) / whole) : 0,
      titles: all > 0 ? shared / all : 0,
      contradiction: asked.identifiers.size > 0 && candidate.identifiers.size > 0 ? 1 - common / either : 0,
      swapped: namesMore(asked, candidate) && namesMore(candidate, asked),
      askedLength: asked.length,
      length: candidate.length,
      usualLength: average,
      same: sameness(asked, candidate),
    }
  }
}

function sameness(a: TextProfile, b: TextProfile): WordLikeness['same'] {
  if (a.name !== b.name) return undefined
  if (a.hasBody === b.hasBody) return sameCounts(a, b) ? 'text' : undefined
  return 'title'
}

function sameCounts(a: TextProfile, b: TextProfile): boolean {
  return a.length === b.length && [...a.counts].every(([stem, count]) => b.counts.get(stem) === count)
}
