// Labels and dedupe keys that look the same are the same: "Café" from a Mac (decomposed) and from anywhere else, with or without a
// character that is drawn as nothing.

const ignorable = /\p{Default_Ignorable_Code_Point}/u
/**
 * Characters without a shape of their own, except where they make one: a variant after a pictogram or in a keycap, a tag of a flag, a
 * joiner between pictograms or between the letters of a script that joins.
 */
const meaningless = new RegExp(
  [
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}#*0-9])\ufe0f`,
    String.raw`(?<![\p{Extended_Pictographic}\u{e0020}-\u{e007f}])[\u{e0020}-\u{e007f}]`,
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{M}]|(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{L})[\u200c-\u200d]`,
    String.raw`(?![\u200c-\u200d\ufe0f\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}`,
  ].join('|'),
  'gu',
)

/** As it is stored: composed (NFC), without characters that are drawn as nothing. */
export function plainWord(word: string): string {
  const composed = word.normalize('NFC')
  return ignorable.test(composed) ? composed.replaceAll(meaningless, '').normalize('NFC') : composed
}

/** Each once, in the order given. */
export const plainWords = (words: readonly string[]): string[] => [...new Set(words.map(plainWord))]

/** How what was stored before may be spelt: to be looked for beside the plain form. */
export const spelledAs = (word: string): string[] => [...new Set([word, plainWord(word), plainWord(word).normalize('NFD')])]

export const isSameWord = (a: string, b: string): boolean => a === b || plainWord(a) === plainWord(b)
