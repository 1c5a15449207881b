// Which words of a vocabulary a misspelt word may have meant.

/** One bit for each letter that occurs: two words k edits apart differ in at most 2k bits. */
export function signatureOf(word: string): number {
  let bits = 0
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) % 31)
  return bits
}

function bitCount(bits: number): number {
  let n = bits
  n -= (n >>> 1) & 0x55555555
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Edits (insert, delete, replace, swap of neighbours) from one word to another; more than `most` counts as `most + 1`. */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let cost = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1))
        cost = Math.min(cost, (before[j - 2] as number) + 1)
      row.push(cost)
      if (cost < least) least = cost
    }
    if (least > max) return max + 1
    before = last
    last = row
  }
  return last[b.length] as number
}

/** How many edits a word of this length forgives: short words mean what they say. */
function forgiven(length: number): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2
}

export interface Vocabulary {
  words: readonly string[]
  signatures: readonly number[]
}

/** The nearest words of the vocabulary, nearest first, at most `most`; none when nothing is near enough. */
export function nearWords(word: string, { words, signatures }: Vocabulary, max = 3): string[] {
  const edits = forgiven(word.length)
  if (edits === 0) return []
  const signature = signatureOf(word)
  const found: { word: string; distance: number }[] = []
  for (let i = 0; i < words.length; i++) {
    const candidate = words[i] as string
    if (Math.abs(candidate.length - word.length) > edits || bitCount((signatures[i] as number) ^ signature) > 2 * edits) continue
    const distance = editDistance(word, candidate, edits)
    if (distance > 0 && distance <= edits) found.push({ word: candidate, distance: distance + (candidate[0] === word[0] ? 0 : 0.5) })
  }
  return found
    .sort((a, b) => a.distance - b.distance)
    .slice(0, max)
    .map((one) => one.word)
}
