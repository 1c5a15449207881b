// The keys of the table of actions. The table comes after the first paint: what is pressed before is done when it is there.
import { useEffect } from 'react'
import { targetsOf } from '../actions/targets.ts'
import { type Keymap, useKeys } from '../lib/keys.ts'
import type { Navigation } from '../lib/navigation.ts'
import { createStore, useStore } from '../lib/store.ts'

type Table = Pick<typeof import('../actions/task-actions.ts'), 'taskActions'> & Pick<typeof import('../actions/task-action.ts'), 'performOn'>

const table = createStore<Table | undefined>(undefined)
/** What was pressed, and about which tasks. */
const early: { key: string; ids: readonly number[] }[] = []
/** Without those of lists (j, k, o, x): a list that came later than this listens after it, and would not hear them. */
const letters = [...'abcdefghilmnpqrstuvwyz0123456789'].flatMap((sign) => [sign, `shift+${sign}`])

export function actionsAreThere(known: Table): void {
  table.set(known)
}

const earlyKeys = (nav: Navigation): Keymap => Object.fromEntries(letters.map((key) => [key, () => early.push({ key, ids: targetsOf(nav) })]))

const keysOf = ({ taskActions, performOn }: Table, nav: Navigation): Keymap =>
  Object.fromEntries(taskActions.flatMap((action) => action.keys.map((key) => [key, () => performOn(action, targetsOf(nav), nav)])))

export function useActionKeys(nav: Navigation): void {
  const known = useStore(table)
  useKeys(known ? keysOf(known, nav) : earlyKeys(nav))
  useEffect(() => {
    if (!known) return
    for (const { key, ids } of early.splice(0)) {
      const action = known.taskActions.find(({ keys }) => keys.includes(key))
      if (action) known.performOn(action, ids, nav)
    }
  }, [known, nav])
}
