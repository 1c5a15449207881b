// The keys that act on the open task, or else on the row where the cursor is.
import { statuses } from '../../shared/schema/task.ts'
import { can } from '../backend/abilities.ts'
import { copyLink } from '../lib/copy-link.ts'
import { undoLast } from '../data/tasks/own-actions.ts'
import { cachedTask, cachedTasks } from '../data/tasks/task-cache.ts'
import { taskById } from '../data/tasks/task-queries.ts'
import { cyclePriority, cycleStatus, nextPriority, nextStatus, setStatus } from '../data/tasks/task-steps.ts'
import { changeTasks, deleteTasks } from '../data/tasks/many-writes.ts'
import { explain } from '../backend/explain.ts'
import { useKeys } from '../lib/keys.ts'
import { m } from '../lib/messages.ts'
import { cursor, listViews, type Navigation, overlay, picked, type View, focusRequest, type FocusRequest } from '../lib/navigation.ts'
import { notify } from '../lib/notices.ts'
import { queryClient } from '../data/query-client.ts'
import { useStore } from '../lib/store.ts'
import { useHasTeam } from '../data/use-has-team.ts'

/** Where a row shows where the cursor is. Elsewhere a key would change a task that nobody sees. */
const viewsWithCursor: ReadonlySet<View> = new Set([...listViews, 'board', 'today'])

/** What a key opens that stands in the web UI already. */
const clickPart = (part: string) => document.querySelector<HTMLElement>(`[data-key=${part}]`)?.click()

export function useTaskKeys(nav: Navigation, foldSidebar: () => void): void {
  const withTask = (act: (id: number) => void) => () => {
    const id = nav.openId ?? (viewsWithCursor.has(nav.view) ? cursor.get() : undefined)
    if (id === undefined) return
    if (cachedTask(id)) return act(id)
    // Only its reminder is in sight.
    void queryClient.fetchQuery(taskById(id)).then(
      () => act(id),
      (error: unknown) => notify({ kind: 'problem', text: explain(m.nothingLost, error) }),
    )
  }
  const focuses = (part: FocusRequest) =>
    withTask((id) => {
      if (nav.openId !== id) nav.open(id)
      focusRequest.set(part)
    })
  const isList = listViews.includes(nav.view)
  const chosen = useStore(picked)
  /** With rows picked the keys are about all of them. */
  const onPicked = (act: (ids: readonly number[]) => void) => (isList && chosen.size > 0 ? () => act([...chosen]) : undefined)
  const stepStatus = (ids: readonly number[], by: number) => void changeTasks(ids, (task) => ({ status: nextStatus(task.status, by) }), m.many.changed)
  const removePicked = onPicked((ids) => void deleteTasks(cachedTasks(ids)))
  const removeOne = withTask((id) => {
    const task = cachedTask(id)
    if (!task) return
    if (nav.openId === id) nav.close()
    void deleteTasks([task])
  })
  const remove = removePicked ?? removeOne
  const search = () => overlay.set(overlay.get() === 'palette' ? undefined : 'palette')
  useKeys({
    c: () => overlay.set('quick-add'),
    'mod+k': search,
    '/': search,
    '?': () => overlay.set('shortcuts'),
    '[': foldSidebar,
    f: () => clickPart('filter'),
    z: () => void undoLast(),
    'mod+z': () => void undoLast(),
    'g i': () => nav.go('inbox'),
    'g a': () => nav.go('all'),
    'g d': () => nav.go('done'),
    ...(can.remind ? { 'g o': () => nav.go('today') } : {}),
    'g n': () => nav.go('next'),
    'g b': () => nav.go('board'),
    'g p': () => nav.go('people'),
    ...(can.review ? { 'g r': () => nav.go('review') } : {}),
    ...(can.activity ? { 'g t': () => nav.go('activity') } : {}),
    ...(useHasTeam() ? { 'g m': () => nav.go('team') } : {}),
    'g s': () => nav.go('settings'),
    s: onPicked((ids) => stepStatus(ids, 1)) ?? withTask((id) => cycleStatus(id)),
    'shift+s': onPicked((ids) => stepStatus(ids, -1)) ?? withTask((id) => cycleStatus(id, -1)),
    ...Object.fromEntries(
      statuses.map((status, index) => [
        String(index + 1),
        onPicked(
          (ids) =>
            void changeTasks(
              ids,
              () => ({ status }),
              (n) => m.many.moved(n, m.status[status]),
            ),
        ) ?? withTask((id) => setStatus(id, status)),
      ]),
    ),
    p: onPicked((ids) => void changeTasks(ids, (task) => ({ priority: nextPriority(task.priority) }), m.many.changed)) ?? withTask(cyclePriority),
    y: withTask((id) => void copyLink(id)),
    'mod+backspace': remove,
    delete: remove,
    e: focuses('title'),
    d: focuses('description'),
    l: onPicked(() => clickPart('labels')) ?? focuses('labels'),
    'shift+d': onPicked(() => clickPart('due')) ?? focuses('due'),
    'shift+a': onPicked(() => clickPart('assignee')) ?? focuses('assignee'),
    'shift+p': focuses('parts'),
    'shift+b': focuses('blockers'),
    m: focuses('comment'),
    r: focuses('reminder'),
  })
}
