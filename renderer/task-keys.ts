// The keys that act on the open task, or else on the row where the cursor is.
import { statuses } from '../shared/schema/task.ts'
import { copyLink } from './copy-link.ts'
import { undoLast } from './data/own-actions.ts'
import { cachedTask } from './data/task-cache.ts'
import { cyclePriority, cycleStatus, setStatus } from './data/task-steps.ts'
import { deleteTasks } from './data/many-writes.ts'
import { useKeys } from './keys.ts'
import { cursor, type Navigation, overlay, wish, type Wish } from './navigation.ts'

export function useTaskKeys(nav: Navigation, foldSidebar: () => void): void {
  const withTask = (act: (id: number) => void) => () => {
    const id = nav.openId ?? cursor.get()
    if (id !== undefined && cachedTask(id)) act(id)
  }
  const wishes = (part: Wish) =>
    withTask((id) => {
      if (nav.openId !== id) nav.open(id)
      wish.set(part)
    })
  const remove = withTask((id) => {
    const task = cachedTask(id)
    if (!task) return
    if (nav.openId === id) nav.close()
    void deleteTasks([task])
  })
  const search = () => overlay.set(overlay.get() === 'palette' ? undefined : 'palette')
  useKeys({
    c: () => overlay.set('quick-add'),
    'mod+k': search,
    '/': search,
    '?': () => overlay.set('shortcuts'),
    '[': foldSidebar,
    f: () => document.querySelector<HTMLElement>('[data-key=filter]')?.click(),
    z: () => void undoLast(),
    'mod+z': () => void undoLast(),
    'g i': () => nav.go('inbox'),
    'g a': () => nav.go('all'),
    'g d': () => nav.go('done'),
    'g b': () => nav.go('board'),
    'g p': () => nav.go('people'),
    'g r': () => nav.go('review'),
    'g t': () => nav.go('activity'),
    'g s': () => nav.go('settings'),
    s: withTask((id) => cycleStatus(id)),
    'shift+s': withTask((id) => cycleStatus(id, -1)),
    ...Object.fromEntries(statuses.map((status, index) => [String(index + 1), withTask((id) => setStatus(id, status))])),
    p: withTask(cyclePriority),
    y: withTask((id) => void copyLink(id)),
    'mod+backspace': remove,
    delete: remove,
    e: wishes('title'),
    d: wishes('description'),
    l: wishes('labels'),
    m: wishes('comment'),
  })
}
