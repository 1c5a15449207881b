// Finds the tasks that the question "is it the same?" is about; the answer is same-task.ts's.
import { isOpenAndSame, isSameTask, type Wanted } from '../../../shared/domain/duplicates/same-task.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Tasks } from './tasks.ts'

/** With just this key or title, done ones too. */
export const equalTasks = (tasks: Pick<Tasks, 'byKey' | 'byTitle'>, { title, dedupe_key }: Wanted): Task[] => [
  ...(dedupe_key ? tasks.byKey(dedupe_key) : []),
  ...tasks.byTitle(title.trim()),
]

/** Of so many that were written last each is looked at; of more those with just this key or title. */
const maxMeanwhile = 100

/**
 * For use inside the write that creates: sees every committed task with just this key or title, and of the newest also those whose title
 * differs in a final stop or in spaces, which a search that is behind its index does not know yet.
 */
export const existingTask = (tasks: Pick<Tasks, 'byKey' | 'byTitle' | 'list'>, wanted: Wanted): Task | undefined =>
  equalTasks(tasks, wanted).find((task) => isOpenAndSame(wanted, task)) ?? tasks.list({}, undefined, maxMeanwhile).find((task) => isOpenAndSame(wanted, task))

/** To be asked before a lookup that takes a moment, for `writtenSince` behind it. */
export const newestTask = (tasks: Pick<Tasks, 'list'>): number => tasks.list({}, undefined, 1)[0]?.id ?? 0

/** What others wrote during a lookup, if it is the same beyond doubt, newest first: of two who ask at once, one is told. */
export function writtenSince(tasks: Pick<Tasks, 'list' | 'byKey' | 'byTitle'>, wanted: Wanted, newest: number): Task[] {
  const written = [...tasks.list({}, undefined, maxMeanwhile), ...equalTasks(tasks, wanted)].filter((task) => task.id > newest)
  const once = new Map(written.map((task) => [task.id, task]))
  return [...once.values()].filter((task) => isSameTask(wanted, task)).sort((a, b) => b.id - a.id)
}
