// How much of an answer an agent is given to read at once: what is longer is cut, and the answer says how to read on.
import { estimateTokens } from '../../domain/agents/token-estimate.ts'

/** No script needs fewer tokens than one for so many characters. */
const charactersPerToken = 8
/** A cut looks back so far for the end of a line or a word. */
const lookBack = 200

export const tokensOf = (value: unknown): number => estimateTokens(JSON.stringify(value) ?? '')

export interface Part {
  text: string
  /** Where the rest begins; undefined when this is all. */
  next: number | undefined
}

/** As much of a text from `from` on as fits, whole words and characters where that is possible; never nothing. */
export function partOf(text: string, from: number, tokens: number): Part {
  const rest = text.slice(from, from + Math.max(1, tokens) * charactersPerToken)
  if (from + rest.length >= text.length && tokensOf(rest) <= tokens) return { text: rest, next: undefined }
  let fits = 1
  let tooMuch = rest.length + 1
  while (tooMuch - fits > 1) {
    const middle = (fits + tooMuch) >> 1
    if (tokensOf(rest.slice(0, middle)) <= tokens) fits = middle
    else tooMuch = middle
  }
  const gap = Math.max(rest.lastIndexOf('\n', fits), rest.lastIndexOf(' ', fits))
  let end = gap > fits - lookBack && gap > 0 ? gap + 1 : fits
  // Half a surrogate pair is no character.
  if (/[\uD800-\uDBFF]/.test(rest[end - 1] ?? '') && end < rest.length) end = end > 1 ? end - 1 : end + 1
  return { text: rest.slice(0, end), next: from + end < text.length ? from + end : undefined }
}

/** For what stands in an answer beside its rows. */
const frameTokens = 100

/** The first rows that fit into an answer of so many tokens. */
export const rowsFitting = <T>(rows: readonly T[], tokens: number): T[] => rows.slice(0, countFitting(rows, tokens - frameTokens))

/** How many of these, from the first on, fit; never none, unless there is none. */
export function countFitting(items: readonly unknown[], tokens: number): number {
  let sum = 0
  for (const [i, item] of items.entries()) {
    sum += tokensOf(item) + 1
    if (sum > tokens) return Math.max(1, i)
  }
  return items.length
}
