const number = new Intl.NumberFormat('en')

/** One or many: `#` in the words for many is the number. */
export const plural = (n: number, one: string, many: string) => (n === 1 ? one : many.replace('#', number.format(n)))
