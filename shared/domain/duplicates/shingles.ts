// By what a text is recognised when a piece of it stands in another: hashes of its words, five in a row, and of its short lines. Of a
// long text that is kept only some are stored (winnowing, after Schleimer, Wilkerson and Aiken 2003), of the one that is asked about all
// are looked for: five words in a row that both have are always found, behind the first page eight.

const wordsInARow = 5
/** Of so many hashes in a row the smallest is kept. */
const window = 4
const shortLine = { words: 3, characters: 12 }
/** So much of a text is kept whole: most mails. */
const firstPage = 500
/** Longer texts are kept by their beginning. */
const maxWords = 4000

/** Scripts without spaces are taken by their characters. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu

/** Marks and invisible characters make no other word. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]+/gu, '')
    .toLowerCase()
    .match(word) ?? []

/** 53 bits of a text (cyrb53): two different ones of a list of millions hardly ever have the same. */
function hashOf(text: string): number {
  let a = 0xde_ad_be_ef
  let b = 0x41_c6_ce_57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2_654_435_761)
    b = Math.imul(b ^ code, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0)
}

const rowsOf = (words: readonly string[]): number[] => words.slice(wordsInARow - 1).map((_, i) => hashOf(words.slice(i, i + wordsInARow).join(' ')))

function lineHashes(text: string): number[] {
  return text.split('\n').flatMap((line) => {
    if (line.length > 200 || line.trim().length < shortLine.characters) return []
    const words = wordsOf(line)
    return words.length >= shortLine.words && words.length < wordsInARow ? [hashOf(`\n${words.join(' ')}`)] : []
  })
}

/** All hashes of a text, for looking it up. */
export const shinglesOf = (text: string): number[] => [...new Set([...rowsOf(wordsOf(text)), ...lineHashes(text)])]

/** The hashes by which a text is kept. */
export function fingerprintsOf(text: string): number[] {
  const words = wordsOf(text).slice(0, maxWords)
  const rows = rowsOf(words)
  const kept = new Set(rows.slice(0, firstPage))
  for (let i = Math.max(0, firstPage - window); i + window <= rows.length; i++) kept.add(Math.min(...rows.slice(i, i + window)))
  return [...new Set([...kept, ...lineHashes(text.slice(0, 100_000))])]
}
