// The keys of the table of actions. The table comes after the first paint: what is pressed before is pressed again when it is there.
import { useEffect } from 'react'
import { targetsOf } from '../actions/targets.ts'
import { type Keymap, useKeys } from '../lib/keys.ts'
import type { Navigation } from '../lib/navigation.ts'
import { keepForPart, partIsThere } from '../lib/press/keys-ahead.ts'
import { createStore, useStore } from '../lib/store.ts'

type Table = Pick<typeof import('../actions/task-actions.ts'), 'taskActions'> & Pick<typeof import('../actions/task-action.ts'), 'performOn'>

const table = createStore<Table | undefined>(undefined)
/** Without those of lists (j, k, o, x): a list that came later than this listens after it, and would not hear them. */
const letters = [...'abcdefghilmnpqrstuvwyz0123456789'].flatMap((sign) => [sign, `shift+${sign}`])

export function actionsAreThere(known: Table): void {
  table.set(known)
}

/** Before it is there, so is nothing else that keys open. */
export const hasActions = () => table.get() !== undefined

const earlyKeys: Keymap = Object.fromEntries(letters.map((key) => [key, keepForPart]))

const keysOf = ({ taskActions, performOn }: Table, nav: Navigation): Keymap =>
  Object.fromEntries(taskActions.flatMap((action) => action.keys.map((key) => [key, () => performOn(action, targetsOf(nav), nav)])))

export function useActionKeys(nav: Navigation): void {
  const known = useStore(table)
  useKeys(known ? keysOf(known, nav) : earlyKeys)
  useEffect(() => {
    if (known) partIsThere()
  }, [known])
}
