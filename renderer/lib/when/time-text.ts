// A time of day as people write it on either clock: 9, 9:30, 0930, 9.30, 9 pm, 21:30 Uhr.

const two = (n: number) => String(n).padStart(2, '0')

/** HH:MM; undefined: it is none. */
export function readTime(text: string): string | undefined {
  const [, hour = '', minute = '00', half] = /^(\d{1,2})(?:[:.h]?(\d{2}))?\s*(?:([ap])\.?\s?m?\.?|uhr|h)?$/i.exec(text.trim().replaceAll(/\s+/g, ' ')) ?? []
  const [hours, minutes] = [hour === '' ? Number.NaN : Number(hour), Number(minute)]
  if (!(minutes < 60)) return undefined
  if (half === undefined) return hours < 24 ? `${two(hours)}:${two(minutes)}` : undefined
  return hours >= 1 && hours <= 12 ? `${two((hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0))}:${two(minutes)}` : undefined
}
