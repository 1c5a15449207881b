// Two texts that grew out of one, put together line by line (diff3). Bounded: see `line-matches.ts`.
import { matchLines } from './line-matches.ts'

const sameLines = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((line, at) => line === b[at])

/** A line by which it is found again, whether its checkbox is ticked or not: boxes that two sides tick, one below the other, are not one change. */
const withoutTick = (line: string) => line.replace(/^([\s>]*(?:[-*+]|\d{1,9}[.)])\s+)\[[xX]\](?=\s)/, '$1[ ]')

/** For each line of the base, where it stands in the other text; -1 where it does not. */
function placesIn(base: readonly string[], other: readonly string[]): Int32Array {
  const places = new Int32Array(base.length).fill(-1)
  for (const { a, b, length } of matchLines(base, other)) for (let n = 0; n < length; n++) places[a + n] = b + n
  return places
}

/**
 * Three-way, line by line. Where both sides changed the same lines nothing is dropped: theirs stand first, mine below. `clash`: that happened.
 * Texts that differ nearly everywhere are compared by fewer lines: then more of both is kept, and nothing less.
 */
export function mergeText(mine: string, base: string, theirs: string): { text: string; clash: boolean } {
  const [here, was, there] = [mine.split('\n'), base.split('\n'), theirs.split('\n')]
  const known = was.map(withoutTick)
  const [inMine, inTheirs] = [placesIn(known, here.map(withoutTick)), placesIn(known, there.map(withoutTick))]
  const merged: string[] = []
  let clash = false
  let from = { was: 0, here: 0, there: 0 }

  /** What stands before the next line that all three have. */
  function settle(to: typeof from): void {
    const [ours, common, other] = [here.slice(from.here, to.here), was.slice(from.was, to.was), there.slice(from.there, to.there)]
    if (sameLines(ours, common) || sameLines(ours, other)) for (const line of other) merged.push(line)
    else if (sameLines(other, common)) for (const line of ours) merged.push(line)
    else {
      clash = true
      for (const line of other) merged.push(line)
      for (const line of ours) merged.push(line)
    }
  }

  for (const [at, line] of was.entries()) {
    const [a, b] = [inMine[at] as number, inTheirs[at] as number]
    if (a < 0 || b < 0) continue
    if (at > from.was || a > from.here || b > from.there) settle({ was: at, here: a, there: b })
    // The same but for the tick, which is taken from whoever set it.
    merged.push((here[a] === line ? there[b] : here[a]) as string)
    from = { was: at + 1, here: a + 1, there: b + 1 }
  }
  settle({ was: was.length, here: here.length, there: there.length })
  return { text: merged.join('\n'), clash }
}

/** What stands in both, in its order: the least that two texts of which nothing else is known may have had in common. */
export function sharedText(mine: string, theirs: string): string {
  const lines = mine.split('\n')
  return matchLines(lines, theirs.split('\n'))
    .flatMap(({ a, length }) => lines.slice(a, a + length))
    .join('\n')
}

export const mergedText = (mine: string, base: string, theirs: string): string => mergeText(mine, base, theirs).text
