// What changed between two versions of a text, small enough to keep instead of the versions. Linear in their lengths, whatever they hold.

/** At this place of the text before, this was taken out and that put in. */
export type TextEdit = readonly [at: number, removed: string, added: string]

/** Stretches up to this length are kept as one edit: what is the same inside them would save little. */
const smallStretch = 200

const isHighHalf = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xd800

function commonStart(a: string, b: string): number {
  const max = Math.min(a.length, b.length)
  // Whole blocks first: comparing strings is much faster than comparing their characters one by one.
  let at = 0
  for (let step = 4096; step >= 64; step /= 8) while (at + step <= max && a.slice(at, at + step) === b.slice(at, at + step)) at += step
  while (at < max && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at > 0 && isHighHalf(a, at - 1) ? at - 1 : at
}

function commonEnd(a: string, b: string, start: number): number {
  const max = Math.min(a.length, b.length) - start
  let length = 0
  for (let step = 4096; step >= 64; step /= 8)
    while (length + step <= max && a.slice(a.length - length - step, a.length - length) === b.slice(b.length - length - step, b.length - length)) length += step
  while (length < max && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length++
  return length > 0 && length < a.length && isHighHalf(a, a.length - length - 1) ? length - 1 : length
}

/** The one stretch outside which two texts are the same; undefined when they are equal. */
export function changedStretch(before: string, after: string): TextEdit | undefined {
  if (before === after) return undefined
  const start = commonStart(before, after)
  const end = commonEnd(before, after, start)
  return [start, before.slice(start, before.length - end), after.slice(start, after.length - end)]
}

interface Line {
  at: number
  text: string
}

function linesOf(text: string): Line[] {
  let at = 0
  return text.split(/(?<=\n)/).map((line) => {
    const found = { at, text: line }
    at += line.length
    return found
  })
}

/** The lines that a text has just once, with their places. */
function uniqueLines(lines: readonly Line[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const { at, text } of lines) places.set(text, places.has(text) ? -1 : at)
  return places
}

/** The longest run of pairs in which both sides grow; the first side grows already. */
function growing(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const tops: number[] = []
  const previous: number[] = []
  for (const [i, [, b]] of pairs.entries()) {
    let low = 0
    let high = tops.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[tops[middle] as number]?.[1] as number) < b) low = middle + 1
      else high = middle
    }
    previous[i] = low > 0 ? (tops[low - 1] as number) : -1
    tops[low] = i
  }
  const run: (readonly [number, number])[] = []
  for (let i = tops.at(-1) ?? -1; i >= 0; i = previous[i] as number) run.push(pairs[i] as readonly [number, number])
  return run.reverse()
}

/**
 * The edits that make `after` of `before`, in the order of their places, without overlap. Not always the fewest: lines that both have just
 * once, in the same order, are what the rest is found between.
 */
export function editsBetween(before: string, after: string): TextEdit[] {
  const whole = changedStretch(before, after)
  if (!whole) return []
  const [start, removed, added] = whole
  if (Math.min(removed.length, added.length) <= smallStretch) return [whole]
  const lines = linesOf(removed)
  const here = uniqueLines(lines)
  const there = uniqueLines(linesOf(added))
  const isIn = (places: Map<string, number>, text: string) => (places.get(text) ?? -1) >= 0
  const shared = lines.filter(({ text }) => isIn(here, text) && isIn(there, text))
  const lengths = new Map(shared.map(({ at, text }) => [at, text.length]))
  const kept = growing(shared.map(({ at, text }) => [at, there.get(text) as number] as const))
  const edits: TextEdit[] = []
  let a = 0
  let b = 0
  const upTo = (nextA: number, nextB: number) => {
    const between = changedStretch(removed.slice(a, nextA), added.slice(b, nextB))
    if (between) edits.push([start + a + between[0], between[1], between[2]])
  }
  for (const [placeA, placeB] of kept) {
    upTo(placeA, placeB)
    a = placeA + (lengths.get(placeA) as number)
    b = placeB + (lengths.get(placeA) as number)
  }
  upTo(removed.length, added.length)
  return edits
}

/** The text with the edits made; throws when they were made to another text. */
export function withEdits(before: string, edits: readonly TextEdit[]): string {
  // Concatenation copies nothing until the text is read: a chain of additions is put together once.
  let after = ''
  let done = 0
  for (const [at, removed, added] of edits) {
    if (at < done || before.slice(at, at + removed.length) !== removed) throw new Error(`an edit at ${at} does not fit the text`)
    after += before.slice(done, at) + added
    done = at + removed.length
  }
  return after + before.slice(done)
}
