// How words with letters of their own are written where a keyboard or a mail lacks them: "Müller" as "Mueller", "Straße" as
// "Strasse", "Łódź" as "Lodz". Marks alone ("Muller") need nothing here: the index leaves them out itself.

const spelledOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
const without: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }
const special = /[äöüåøßæœłđðþı]/

/** The word as the index knows it, but for its stem. */
const unmarked = (word: string) => word.normalize('NFD').replaceAll(/\p{M}/gu, '')

/** The other ways to write a word (in lower case, composed) that the index does not find by itself; mostly none. */
export function otherSpellings(word: string): string[] {
  if (!special.test(word)) return []
  const plain = (text: string) => unmarked(text.replaceAll(/./gu, (letter) => without[letter] ?? letter))
  const ways = [plain(word.replaceAll(/./gu, (letter) => spelledOut[letter] ?? letter)), plain(word)]
  return [...new Set(ways)].filter((way) => way !== unmarked(word))
}

/** A beginning stands for so many words at most. */
const maxBegun = 12

/** The words of a list that have such letters, by the ways in which they may be written without them. */
export function createSpellings() {
  const meant = new Map<string, Set<string>>()
  return {
    add(word: string): void {
      for (const way of otherSpellings(word)) meant.set(way, (meant.get(way) ?? new Set()).add(word))
    },
    /** Words that this one, or with `prefix` what begins with it (the shortest of them), stands for. */
    of(word: string, prefix: boolean): string[] {
      if (!prefix || meant.size === 0) return [...(meant.get(word) ?? [])]
      const found = new Set<string>()
      for (const [way, words] of meant) if (way.startsWith(word)) for (const one of words) found.add(one)
      return [...found].sort((a, b) => a.length - b.length).slice(0, maxBegun)
    },
  }
}
