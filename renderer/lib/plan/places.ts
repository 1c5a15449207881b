// Where a task stands in a saved list that is in manual order: by a key that was given to it there, else by when it was created, newest first. Keys are
// fractions as text, so that between two there is always another: moving a task writes that task alone (docs/adr/0141-manual-order-by-keys-on-tasks.md).
import type { Task } from '../../../shared/schema/task.ts'

/** In the order of their signs, by which texts are compared. */
export const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** How many signs of a key count as a number. */
export const width = 8
export const end = digits.length ** width

/** `value` from 0 to `end`. */
export function numeral(value: number): string {
  let text = ''
  for (let rest = value; text.length < width; rest = Math.floor(rest / digits.length)) text = (digits[rest % digits.length] as string) + text
  return text
}

type Placed = Pick<Task, 'uid' | 'created_at' | 'places'>

/** The same on every device. Ends with no 0, below which there would be no room. */
const ofItsOwn = ({ uid, created_at }: Placed): string => `${numeral(end - 1 - Date.parse(created_at))}${uid.slice(-12)}V`

/** Two devices may each have put it somewhere: the later place in the list stands. */
export function placeIn(list: string, task: Placed): string {
  let given = ''
  for (const place of task.places) if (place.startsWith(list) && place.slice(list.length + 1) > given) given = place.slice(list.length + 1)
  return given || ofItsOwn(task)
}

/** First to last. Those in one place stand by their uids. */
export function comparePlaces(list: string): (a: Placed, b: Placed) => number {
  const known = new WeakMap<Placed, string>()
  const of = (task: Placed): string => {
    const kept = known.get(task)
    if (kept !== undefined) return kept
    const place = placeIn(list, task)
    known.set(task, place)
    return place
  }
  return (a, b) => {
    const [one, other] = [of(a), of(b)]
    return one < other ? -1 : one > other ? 1 : a.uid < b.uid ? -1 : 1
  }
}
