// What a word that no task has may be called in this list: "Mueller" where tasks say "Müller", and the other way round.
import { otherSpellings } from '../../domain/search/spellings.ts'
import { stemOf } from '../../domain/search/search-words.ts'
import type { KeywordFollower } from './keyword-follower.ts'
import type { createWordCounts } from './word-counts.ts'

/** A shorter beginning is one of too many words. */
const minPrefix = 3
/** What a list has so many times less than the word itself does not stand for it. */
const rare = 10
const anyWord = /(?<![\p{L}\p{N}_])\p{L}{2,24}(?![\p{L}\p{N}_])/gu

export function createKnownSpellings(follower: KeywordFollower, counts: ReturnType<typeof createWordCounts>) {
  const isKnown = (word: string) => counts.of(stemOf(word)) > 0
  /** One German "Paß" in a list full of "pass" is another word. */
  const isUsual = (other: string, word: string) => counts.of(stemOf(other)) * rare > counts.of(stemOf(word))

  /** How else this word (in lower case) is written in tasks. */
  function of(word: string, prefix = false): string[] {
    const found = new Set([...follower.spellings().of(word, prefix && word.length >= minPrefix), ...otherSpellings(word)])
    return [...found].filter((other) => isUsual(other, word))
  }

  return {
    of,
    /** A text with the words that no task has as they would be written here. */
    respell: (text: string): string =>
      text.replaceAll(anyWord, (word) => {
        const lower = word.toLowerCase().normalize('NFC')
        const [other] = of(lower)
        if (other === undefined || isKnown(lower)) return word
        return lower === word ? other : `${other.charAt(0).toUpperCase()}${other.slice(1)}`
      }),
  }
}
