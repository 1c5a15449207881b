// A key between two others, for tasks that are put in their order by hand.
import { digits, end, numeral, width } from '../../../lib/plan/places.ts'

const valueOf = (key: string) => [...key].reduce((sum, sign) => sum * digits.length + digits.indexOf(sign), 0)

/** At either end the number goes on, so that keys stay short however often something is moved there. Undefined where it cannot. */
function beside(key: string, by: 1 | -1): string | undefined {
  const next = key.length < width ? -1 : valueOf(key.slice(0, width)) + by
  return next > 0 && next < end ? `${numeral(next)}V` : undefined
}

/** `after` is '' at the beginning, `before` undefined at the end. Neither ends with 0, nor does what is returned. */
function middle(after: string, before: string | undefined): string {
  if (before !== undefined) {
    let same = 0
    while ((after[same] ?? '0') === before[same]) same++
    if (same > 0) return before.slice(0, same) + middle(after.slice(same), before.slice(same))
  }
  const low = after === '' ? 0 : digits.indexOf(after[0] as string)
  const high = before === undefined ? digits.length : digits.indexOf(before[0] as string)
  if (high - low > 1) return digits[Math.round((low + high) / 2)] as string
  if (before !== undefined && before.length > 1) return before.slice(0, 1)
  return (digits[low] as string) + middle(after.slice(1), undefined)
}

/** Undefined: there is nothing on that side. `after` is less than `before`. */
export function placeBetween(after: string | undefined, before: string | undefined): string {
  if (after !== undefined && before !== undefined) return middle(after, before)
  const end = after === undefined ? before && beside(before, -1) : beside(after, 1)
  return end ?? middle(after ?? '', before)
}

/** So many keys, in their order. */
export function placesBetween(after: string | undefined, before: string | undefined, count: number): string[] {
  const keys: string[] = []
  // Each in the middle of what is left: keys grow with the logarithm of their number.
  const fill = (low: string | undefined, high: string | undefined, many: number): void => {
    if (many === 0) return
    const key = placeBetween(low, high)
    const first = Math.floor((many - 1) / 2)
    fill(low, key, first)
    keys.push(key)
    fill(key, high, many - 1 - first)
  }
  fill(after, before, count)
  return keys
}
