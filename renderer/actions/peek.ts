import { cursor, type Navigation } from '../lib/navigation.ts'

/** Opens the task of the row, which keeps the keyboard; once more puts it away. Whoever holds the key sees no flicker. */
export function peek({ repeat }: KeyboardEvent, nav: Navigation, id: number | undefined): void {
  if (repeat || id === undefined) return
  cursor.set(id)
  if (nav.openId === undefined) nav.open(id)
  else nav.close()
}
