// Which lines two texts have in common, in time that their size alone cannot make long: Myers' greedy algorithm ("An O(ND) Difference
// Algorithm", 1986) with a bound on the number of edits, after common ends were trimmed. The libraries at hand take the square of the length,
// or memory by the gigabyte, where two long texts differ nearly everywhere (see the decision record on work that is bounded).

/** `length` lines from `a` of the one text are those from `b` of the other. */
export interface Match {
  a: number
  b: number
  length: number
}

/** So many insertions and deletions are looked at. The search takes at most the square of it in steps and in 4-byte cells: 2 million. */
export const maxEdits = 1400

/** Each different line as a number, so that comparing two costs the same however long they are. */
function numbered(texts: readonly (readonly string[])[]): Int32Array[] {
  const numbers = new Map<string, number>()
  return texts.map((lines) =>
    Int32Array.from(lines, (line) => {
      const known = numbers.get(line) ?? numbers.size
      if (known === numbers.size) numbers.set(line, known)
      return known
    }),
  )
}

const addMatch = (matches: Match[], a: number, b: number, length: number): void => {
  const last = matches.at(-1)
  if (length === 0) return
  if (last && last.a + last.length === a && last.b + last.length === b) last.length += length
  else matches.push({ a, b, length })
}

/** The furthest x on each diagonal after each number of edits; undefined where the texts are further apart than `maxEdits`. */
function furthestPoints(a: Int32Array, b: Int32Array, max: number): Int32Array[] | undefined {
  const rounds: Int32Array[] = []
  let before = new Int32Array(1)
  for (let edits = 0; edits <= max; edits++) {
    // Diagonals -edits, -edits + 2, …, edits: the one at `index` has x - y = 2 * index - edits.
    const round = new Int32Array(edits + 1)
    for (let index = 0; index <= edits; index++) {
      const left = index > 0 ? (before[index - 1] as number) + 1 : -1
      const above = index < edits ? (before[index] as number) : -1
      let x = edits === 0 ? 0 : Math.max(left, above)
      let y = x - (2 * index - edits)
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++
        y++
      }
      round[index] = x
      if (x >= a.length && y >= b.length) {
        rounds.push(round)
        return rounds
      }
    }
    rounds.push(round)
    before = round
  }
  return undefined
}

function shortestEdit(a: Int32Array, b: Int32Array, max: number): Match[] | undefined {
  const rounds = furthestPoints(a, b, Math.min(max, a.length + b.length))
  if (!rounds) return undefined
  const backwards: Match[] = []
  let [x, y] = [a.length, b.length]
  for (let edits = rounds.length - 1; edits >= 0; edits--) {
    const index = (x - y + edits) / 2
    const before = rounds[edits - 1]
    const left = before && index > 0 ? (before[index - 1] as number) + 1 : -1
    const above = before && index < edits ? (before[index] as number) : -1
    const start = before ? Math.max(left, above) : 0
    backwards.push({ a: start, b: y - (x - start), length: x - start })
    y -= x - start
    x = start
    if (left >= above) x--
    else y--
  }
  return backwards.reverse()
}

/** Lines that both texts have once, as far as they stand in the same order: coarser, but quick however much differs. */
function uniqueInOrder(a: Int32Array, b: Int32Array): Match[] {
  const once = (lines: Int32Array) => {
    const places = new Map<number, number>()
    for (const [place, line] of lines.entries()) places.set(line, places.has(line) ? -1 : place)
    return places
  }
  const inB = once(b)
  const pairs = [...once(a)].flatMap(([line, place]) => {
    const other = inB.get(line) ?? -1
    return place < 0 || other < 0 ? [] : [{ a: place, b: other }]
  })
  // The longest run in which b rises, by patience sorting: `ends[n]` is the pair with the least b that ends a run of n + 1.
  const ends: number[] = []
  const previous = new Int32Array(pairs.length)
  for (const [at, pair] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] as number] as { b: number }).b < pair.b) low = middle + 1
      else high = middle
    }
    previous[at] = low > 0 ? (ends[low - 1] as number) : -1
    ends[low] = at
  }
  const run: Match[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] as number) run.push({ ...(pairs[at] as { a: number; b: number }), length: 1 })
  return run.reverse()
}

/** Both texts' common lines in their order: the most there are, or where the texts differ in more than `most` lines, a part of them. */
export function matchLines(a: readonly string[], b: readonly string[], max = maxEdits): Match[] {
  const [left, right] = numbered([a, b]) as [Int32Array, Int32Array]
  const shorter = Math.min(left.length, right.length)
  let start = 0
  while (start < shorter && left[start] === right[start]) start++
  let end = 0
  while (end < shorter - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++
  const [a1, b1] = [left.subarray(start, left.length - end), right.subarray(start, right.length - end)]
  const matches: Match[] = []
  addMatch(matches, 0, 0, start)
  for (const { a, b, length } of shortestEdit(a1, b1, max) ?? uniqueInOrder(a1, b1)) addMatch(matches, start + a, start + b, length)
  addMatch(matches, left.length - end, right.length - end, end)
  return matches
}
