// Which tasks an action is about: those that are selected, or else the open one, or else the row with the cursor.
import { cursor, type Navigation, picked, type View, viewsToSelectIn } from '../lib/navigation.ts'

/** Where a row shows where the cursor is. Elsewhere a key would change a task that nobody sees. */
const viewsWithCursor: ReadonlySet<View> = new Set([...viewsToSelectIn, 'today'])

export function targetsOf(nav: Pick<Navigation, 'view' | 'openId'>): readonly number[] {
  const chosen = viewsToSelectIn.includes(nav.view) ? [...picked.get()] : []
  if (chosen.length > 0) return chosen
  const id = nav.openId ?? (viewsWithCursor.has(nav.view) ? cursor.get() : undefined)
  return id === undefined ? [] : [id]
}
