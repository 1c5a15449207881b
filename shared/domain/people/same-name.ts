// Is this the same name? For agents and for whoever is assigned: case, width (ｃｌａｕｄｅ) and spaces around a name make no other one. `Claude` has the
// policy of `claude`, reads its proposals and is given its tasks. What is written stays as it was written.

export const folded = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

export const isSameName = (a: string, b: string): boolean => a === b || folded(a) === folded(b)

/** Whether it is one of these, in any spelling. */
export const isOneOf = (names: readonly string[], name: string): boolean => names.some((one) => isSameName(one, name))

/** These names, and how else they are spelt among the words in use: for stores, which look for words as they stand. */
export const spellingsOf = (names: readonly string[], inUse: readonly string[]): string[] => [
  ...new Set([...names, ...inUse.filter((word) => isOneOf(names, word))]),
]
