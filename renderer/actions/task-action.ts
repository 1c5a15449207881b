// What can be done to tasks, as data: keys, the palette, the bar of selected tasks and menus read the same table (task-actions.ts).
import type { Task } from '../../shared/schema/task.ts'
import { explain } from '../backend/explain.ts'
import { queryClient } from '../data/query-client.ts'
import { cachedTask, cachedTasks } from '../data/tasks/task-cache.ts'
import { taskById } from '../data/tasks/task-queries.ts'
import { m } from '../messages/late.ts'
import type { Navigation } from '../lib/navigation.ts'
import { notify } from '../lib/notices.ts'
import type { Action } from './action.ts'
import { askFor, type PickerKind } from './requests.ts'

export interface TaskAction extends Action<readonly Task[]> {
  /** Its word on the bar of selected tasks, where it stands there. */
  bar?: () => string
  /** One task at a time. */
  isSingle?: true
  /** One of several values of a field: the palette finds it once something is typed, menus have the field's picker. */
  isValue?: true
  /** Where it would do something; undefined: everywhere. */
  applies?: (tasks: readonly Task[]) => boolean
  /** What it does, or the picker that asks what. Whatever is written is taken back by `z` (own-actions.ts). */
  does: { picker: PickerKind } | { run: (tasks: readonly Task[], nav: Navigation) => void }
}

/** `anchor`: where a picker is to stand, in place of the place that a key finds. */
export function perform(action: TaskAction, tasks: readonly Task[], nav: Navigation, anchor?: Element): void {
  if (tasks.length === 0) return
  if (action.isSingle && tasks.length > 1) return void notify({ kind: 'problem', text: m.actions.oneAtATime(action.name(tasks), tasks.length) })
  if (action.applies && !action.applies(tasks)) return
  if ('run' in action.does) action.does.run(tasks, nav)
  else
    askFor(
      action.does.picker,
      tasks.map(({ id }) => id),
      anchor,
    )
}

/** Reads the task first where only its reminder is in sight. */
export function performOn(action: TaskAction, ids: readonly number[], nav: Navigation): void {
  const [id] = ids
  if (id === undefined) return
  if (ids.length > 1 || cachedTask(id)) return perform(action, cachedTasks(ids), nav)
  void queryClient.fetchQuery(taskById(id)).then(
    (task) => perform(action, [task], nav),
    (error: unknown) => notify({ kind: 'problem', text: explain(m.nothingLost, error) }),
  )
}
