const number = new Intl.NumberFormat('en')
const rules = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** One or many: `#` in the words for many is the number. */
export const plural = (n: number, one: string, many: string) => (n === 1 ? one : many.replace('#', number.format(n)))

/** "1st", "22nd". */
export const ordinal = (n: number) => `${n}${suffixes[rules.select(n)] ?? 'th'}`
