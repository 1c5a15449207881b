// Is this the same name? For agents and for whoever is assigned: case, width (ｃｌａｕｄｅ) and spaces around a name make no other one. `Claude` has the
// policy of `claude`, reads its proposals and is given its tasks. What is written stays as it was written.

export const folded = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

const control = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u

/** On one line, and without signs that are not seen or turn the direction of writing: two names that look alike are alike. */
export const isPlainName = (name: string): boolean => !control.test(name)

export const isSameName = (a: string, b: string): boolean => a === b || folded(a) === folded(b)

/** Whether it is one of these, in any spelling. */
export const isOneOf = (names: readonly string[], name: string): boolean => names.some((one) => isSameName(one, name))

/** These names, and how else they are spelt among the words in use: for stores, which look for words as they stand. */
export const spellingsOf = (names: readonly string[], inUse: readonly string[]): string[] => [
  ...new Set([...names, ...inUse.filter((word) => isOneOf(names, word))]),
]
