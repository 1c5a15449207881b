/** One or many, in a language: `#` in the words for many is the number, written as that language writes it. */
export const pluralIn = (language: string) => (n: number, one: string, many: string) =>
  n === 1 ? one : many.replace('#', new Intl.NumberFormat(language).format(n))
