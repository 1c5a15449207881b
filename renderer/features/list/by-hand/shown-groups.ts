import { createStore } from '../../../lib/store.ts'
import type { Group } from '../use-groups.ts'

/** What the list shows now: whoever moves a task in it needs to know its neighbours. */
export const shownGroups = createStore<readonly Pick<Group, 'tasks'>[]>([])
