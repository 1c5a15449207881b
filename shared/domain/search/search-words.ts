// Which words of a text matter for search, and how a query becomes an FTS5 expression that no input can break.
import { stemmer } from 'stemmer'

// Words too common to search for; a query of nothing else keeps them.
const stopWords = new Set(
  'a an and are as at be but by can could did do does for from had has have how i if in into is it its me my no not of on or our should so than that the their them then there these they this to was we were what when where which while who why will with would you your'.split(
    ' ',
  ),
)

// Scripts written without spaces, and Korean, which glues particles to its words: their runs are searched by pairs of characters.
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}\u30fc]+/gu
const longestPiece = 12
/** The index drops symbols; a pictogram is kept in it under a name of letters and digits. */
const pictogram = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}/gu
/** A run of which no task has all is found by its pairs; a whole pasted page is not. */
const maxPaired = 4
const word = /[\p{L}\p{N}\p{M}_]+/gu

export interface QueryWord {
  text: string
  /** A run of a script without spaces, or a pictogram. */
  spaceless: boolean
  /** The word that is still being typed: it matches as a prefix. */
  prefix: boolean
}

/** A word as it stands. */
export const plainWord = (text: string): QueryWord => ({ text, spaceless: false, prefix: false })

/** The words of a query, in order and without repetition. */
export function queryWords(query: string, max = 64): QueryWord[] {
  const folded = query.slice(0, 20_000).toLowerCase().normalize('NFC')
  const found = new Map<string, QueryWord>()
  for (const text of folded.match(pictogram) ?? []) found.set(text, { text, spaceless: true, prefix: false })
  const typing = /[\p{L}\p{N}\p{M}_]$/u.test(folded)
  for (const run of folded.match(spaceless) ?? []) for (const piece of piecesOf(run)) found.set(piece, { text: piece, spaceless: true, prefix: false })
  const words = folded.replaceAll(spaceless, ' ').match(word) ?? []
  words.forEach((text, index) => {
    const prefix = typing && index === words.length - 1 && !folded.slice(-1).match(spaceless)
    found.set(text, { text, spaceless: false, prefix: prefix || (found.get(text)?.prefix ?? false) })
  })
  const all = [...found.values()]
  const telling = all.filter((one) => one.prefix || !stopWords.has(one.text))
  return (telling.some((one) => !stopWords.has(one.text)) ? telling.filter((one) => !stopWords.has(one.text)) : all).slice(0, max)
}

/** A whole sentence without spaces stands in hardly any task word for word, and a phrase of thousands of pairs takes seconds to look for. */
function piecesOf(run: string): string[] {
  const characters = [...run]
  const pieces: string[] = []
  // Neighbours share a character, so that no pair is lost.
  for (let at = 0; at === 0 || at < characters.length - 1; at += longestPiece - 1) pieces.push(characters.slice(at, at + longestPiece).join(''))
  return pieces
}

/** "東京都庁" → "東京 京都 都庁", and the names of pictograms; what a text has of other scripts is left out. */
export function characterPairs(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return ''
  return [...(text.normalize('NFC').match(spaceless) ?? []).map(pairsOf), ...(text.match(pictogram) ?? []).map(nameOf)].join(' ')
}

const nameOf = (symbol: string): string => `pictogram${[...symbol].map((one) => one.codePointAt(0)).join('x')}`
const isPictogram = (text: string): boolean => text.search(pictogram) === 0

function pairsOf(run: string): string {
  const characters = [...run]
  if (characters.length === 1) return run
  return characters
    .slice(1)
    .map((character, index) => `${characters[index]}${character}`)
    .join(' ')
}

/** An FTS5 expression: any of the words (OR), each quoted, so that FTS syntax in a query is just text. Undefined: nothing to look for. */
export function matchExpression(words: readonly QueryWord[]): string | undefined {
  if (words.length === 0) return undefined
  const paired = words.filter((one) => one.spaceless).length <= maxPaired
  return words
    .flatMap((one) => {
      const whole = wholeExpression(one)
      // Whoever has part of a run is found too, below those who have all of it.
      return one.spaceless && paired && [...one.text].length > 2
        ? [
            whole,
            ...pairsOf(one.text)
              .split(' ')
              .map((pair) => `grams : "${pair}"`),
          ]
        : [whole]
    })
    .join(' OR ')
}

/** An FTS5 expression for the word as it stands, or as what it may become while it is typed. */
export function wholeExpression({ text, spaceless: run, prefix }: QueryWord): string {
  if (run) return runExpression(text)
  // One letter is the beginning of half of all words: of the words of a title at most.
  if (prefix) return text.length > 1 ? `("${text}" OR "${text}"*)` : `("${text}" OR title : "${text}"*)`
  return `"${text}"`
}

function runExpression(run: string): string {
  if (isPictogram(run)) return `grams : "${nameOf(run)}"`
  return [...run].length === 1 ? `grams : "${run}"*` : `grams : "${pairsOf(run)}"`
}

/** An FTS5 expression for words that stand together in this order. Undefined: there is no word in it. */
export function phraseExpression(phrase: string): string | undefined {
  const folded = phrase.toLowerCase().normalize('NFC')
  const runs = [...(folded.match(spaceless) ?? []), ...(folded.match(pictogram) ?? [])].map(runExpression)
  const words = folded.replaceAll(spaceless, ' ').match(word) ?? []
  const parts = [...runs, ...(words.length > 0 ? [`"${words.slice(0, 64).join(' ')}"`] : [])]
  return parts.length > 0 ? parts.join(' AND ') : undefined
}

/** Without accents, as the index knows words. */
const unmarked = (text: string) => (/^[\0-\x7f]*$/.test(text) ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, ''))

const stems = new Map<string, string>()
/** Fills a letter up to the bytes that it has: the index stems bytes, in which "straße" has one consonant more. */
const filler = '\ue000'
const widened = (word: string) =>
  /^[\0-\x7f]*$/.test(word) ? word : word.replaceAll(/[^\0-\x7f]/gu, (letter) => letter + filler.repeat((letter.codePointAt(0) as number) < 0x800 ? 1 : 2))

/** In bytes: FTS5 leaves longer words as they are (FTS5_PORTER_MAX_TOKEN), and stemming takes the square of the length. */
const longestStemmed = 64

/** The word as the index knows it: lower case, without accents, stemmed. */
export function stemOf(text: string): string {
  const known = stems.get(text)
  if (known !== undefined) return known
  const bytes = widened(unmarked(text.toLowerCase()))
  const stem = (bytes.length > longestStemmed ? bytes : stemmer(bytes)).replaceAll(filler, '')
  // The same words come again and again; a bounded memory of them makes snippets and comparisons cheap.
  if (stems.size > 50_000) stems.clear()
  stems.set(text, stem)
  return stem
}

const stopStems = new Set([...stopWords].map(stemOf))

/** Of a word that stands in sentences of any kind. */
export const isStopStem = (stem: string): boolean => stopStems.has(stem)

/** The words of a text in lower case, in order. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(word) ?? []
}

/** The stems of all words of a text, and the pairs of its runs, as the index knows them. */
export function stemsOf(text: string): string[] {
  const pairs = characterPairs(text)
  return [...wordsOf(text.normalize('NFC').replaceAll(spaceless, ' ')).map(stemOf), ...(pairs ? pairs.split(' ') : [])]
}

export interface Place {
  start: number
  end: number
  word: string
}

/** Where the query's words stand in a text. */
export function matchesIn(text: string, words: readonly QueryWord[], max = 200): Place[] {
  const stems = new Map(words.filter((one) => !one.spaceless).map((one) => [stemOf(one.text), one.text]))
  const prefixes = words.filter((one) => one.prefix && one.text.length > 1).map((one) => ({ text: one.text, plain: unmarked(one.text) }))
  const begins = new Set([...stems.keys(), ...prefixes.map(({ plain }) => plain)].map((one) => one.charCodeAt(0)))
  const places: Place[] = []
  for (const match of text.matchAll(word)) {
    // Stemming leaves the first letter as it is: most words need not be looked at. (Beyond ASCII it may lose its accent.)
    const first = match[0].charCodeAt(0)
    if (first < 0x80 && !begins.has(first >= 0x41 && first <= 0x5a ? first + 0x20 : first)) continue
    const folded = match[0].toLowerCase()
    const known = stems.get(stemOf(folded)) ?? prefixes.find(({ plain }) => unmarked(folded).startsWith(plain))?.text
    if (known) places.push({ start: match.index, end: match.index + match[0].length, word: known })
    if (places.length >= max) return places
  }
  const runs = words.filter((one) => one.spaceless)
  const folded = runs.length > 0 ? text.toLowerCase() : ''
  for (const run of runs) {
    for (let at = folded.indexOf(run.text); at >= 0 && places.length < max; at = folded.indexOf(run.text, at + run.text.length)) {
      places.push({ start: at, end: at + run.text.length, word: run.text })
    }
  }
  return places.sort((a, b) => a.start - b.start)
}
