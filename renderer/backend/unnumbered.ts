// What is shown before the service has numbered it, and the one scheme of the numbers under which it is shown: tasks, comments and reminders.
import { m } from '../lib/messages.ts'
import { startedBy } from '../../shared/domain/tasks/triage.ts'
import { startTask } from '../../shared/domain/tasks/task-rules.ts'
import type { NewTask, Task } from '../../shared/schema/task.ts'

/** The service's numbers never get there. */
const first = 2 ** 52

let last = 0

/** Grows with time, so that of several the newest stands first, as it does once they have their own; a write outlives its page, so another page's differ. */
function temporaryId(): number {
  last = Math.max(last + 1, first + Date.now() * 1000 + Math.floor(Math.random() * 1000))
  return last
}

/** Below zero: what an earlier build kept on the device. */
export const isTemporary = (id: number): boolean => id < 0 || id > first

/** By the Idempotency-Key of what is being created. */
const byKey = new Map<string, number>()

/** The number of what is being created with this key: the same for the web UI, which shows it, and for the device, which keeps it. */
export function temporaryIdOf(key: string): number {
  const id = byKey.get(key) ?? temporaryId()
  byKey.set(key, id)
  return id
}

/** It has a number of its own, or will never have one. */
export function forgetTemporaryId(key: string): void {
  byKey.delete(key)
}

const temporaryMark = 'new '

/** As other tasks name it until the service has made it: no uid of a service looks like it, and none of these is ever sent. */
export const temporaryUid = (id: number): string => `${temporaryMark}${id}`
export const isTemporaryUid = (uid: string): boolean => uid.startsWith(temporaryMark)

/** What the tasks are called that have no number. */
const titles = new Map<number, string>()

/** What a new task will be, as far as this window can tell. */
export function unnumbered(id: number, input: NewTask, at: string): Task {
  titles.set(id, input.title)
  return { id, ...startTask(startedBy('person', input), temporaryUid(id), at) }
}

/** What is said of a task that has no number names it by its title. */
export const namedByTitle = (said: string): string =>
  said.replaceAll(/#(\d{16,})/g, (mark, digits: string) => {
    const title = titles.get(Number(digits))
    return title === undefined ? mark : m.quoted(title)
  })
