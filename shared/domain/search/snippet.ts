import { matchesIn, type Place, type QueryWord } from './search-words.ts'

const markStart = '⟦'
const markEnd = '⟧'

const length = 160

/**
 * The place in the texts that shows best why they matched: the stretch with the most different words of the query, with each
 * match between ⟦ and ⟧. Falls back to the beginning of the first text that has any.
 */
export function snippetOf(texts: readonly (string | null)[], words: readonly QueryWord[]): string {
  let best: { text: string; places: Place[]; start: number; score: number } | undefined
  for (const text of texts) {
    if (!text) continue
    const places = matchesIn(text.slice(0, 50_000), words)
    for (const [index, place] of places.entries()) {
      const within = places.slice(index).filter((other) => other.end <= place.start + length)
      const score = new Set(within.map((other) => other.word)).size
      if (!best || score > best.score) best = { text, places: within, start: place.start, score }
    }
  }
  if (!best) return clean((texts.find((text) => text?.trim()) ?? '').slice(0, length))
  const first = best.start <= length / 3 ? 0 : wordStart(best.text, best.start - length / 4)
  const last = Math.min(best.text.length, Math.max(first + length, best.places.at(-1)?.end ?? 0))
  let marked = first > 0 ? '…' : ''
  let at = first
  for (const place of best.places) {
    if (place.start < at || place.end > last) continue
    marked += `${clean(best.text.slice(at, place.start))}${markStart}${clean(best.text.slice(place.start, place.end))}${markEnd}`
    at = place.end
  }
  marked += clean(best.text.slice(at, last))
  return last < best.text.length ? `${marked}…` : marked
}

function clean(text: string): string {
  return text.replaceAll(/[⟦⟧]/g, '').replaceAll(/\s+/g, ' ').toWellFormed()
}

/** The beginning of the word at a position, so that a snippet does not start inside one. */
function wordStart(text: string, position: number): number {
  const space = text.slice(0, Math.round(position)).lastIndexOf(' ')
  return space < 0 || position - space > 40 ? Math.round(position) : space + 1
}
