// Of its own: what German shared with the web UI's first file, that file, which waits for German, would have to deliver first. Both would wait for ever.
const number = new Intl.NumberFormat('de')

/** One or many: `#` in the words for many is the number. */
export const plural = (n: number, one: string, many: string) => (n === 1 ? one : many.replace('#', number.format(n)))
/** „9:00 Uhr“; mit zwölf Stunden steht schon „AM“ oder „PM“ da. */
export const uhr = (time: string): string => (/[ap]\.?\s?m/i.test(time) ? time : `${time} Uhr`)
