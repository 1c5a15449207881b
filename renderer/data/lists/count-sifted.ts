// How many tasks of a list that is read whole fit its conditions. With thirty such lists beside ten thousand tasks each change would have all of them read
// through again, before the next frame: here what was found out about a task holds as long as the task is the same, and counting waits until nothing else is to be done.
import { useEffect, useRef, useState } from 'react'
import type { Task } from '../../../shared/schema/task.ts'
import type { Filter } from '../../lib/filter.ts'
import { dayKey } from '../../lib/moments.ts'
import type { TaskPages } from '../tasks/place-task.ts'
import { myWords } from '../people/assignees.ts'
import { createSift } from './sift.ts'

interface Known {
  filter: Filter
  /** When, and for whom, it holds. */
  time: string
  fits: WeakMap<Task, boolean>
}

/** What is late is so from a moment on; everything else goes by days. */
const changesWithMinutes = ({ due, where }: Filter) => Boolean(due?.length) || (where ?? []).some((one) => one.includes('overdue'))

function countFitting(pages: TaskPages, { filter, fits }: Known, now: number): number {
  const sift = createSift(filter, now)
  let count = 0
  for (const { tasks } of pages.pages)
    for (const task of tasks) {
      let isIn = fits.get(task)
      if (isIn === undefined) {
        isIn = sift(task)
        fits.set(task, isIn)
      }
      if (isIn) count++
    }
  return count
}

/** Milliseconds: as late as a count may be where something is to be done all the time. */
const latest = 2000

function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const waiting = requestIdleCallback(run, { timeout: latest })
  return () => cancelIdleCallback(waiting)
}

/** Undefined before it was counted. `filter` stays the same object for as long as it says the same. */
export function useSiftedCount(pages: TaskPages | undefined, filter: Filter, now: number): number | undefined {
  const [count, setCount] = useState<number>()
  const known = useRef<Known>(undefined)
  const time = `${changesWithMinutes(filter) ? now : dayKey(now)} ${myWords().join()}`
  useEffect(() => {
    if (!pages) return
    return whenIdle(() => {
      if (known.current?.filter !== filter || known.current.time !== time) known.current = { filter, time, fits: new WeakMap() }
      setCount(countFitting(pages, known.current, now))
    })
    // oxlint-disable-next-line react/exhaustive-deps -- `time` says when `now` matters
  }, [pages, filter, time])
  return pages && count
}
