// Waiting for a task: whoever finds none ready is asked for again when one may have become so, first come first served. Nothing is polled.
import type { Change, Journal } from '../journal/journal.ts'
import type { AskedNext, Asking } from './next-task.ts'

export interface WaitDeps<N extends { outcome: string }> {
  next: (asked: AskedNext, who: Asking) => N
  journal: Pick<Journal, 'onCommit'>
  /** Told how many wait. */
  changed?: ((count: number) => void) | undefined
}

interface Waiter {
  /** Answers if there is a task now. */
  attempt(): void
  /** Answers that there is none. */
  giveUp(): void
}

/** What another task, or who asks, waits for. */
const mayFree = ['blocker_uids', 'parent_uid', 'assignee', 'labels']

/** Whether somebody may be able to begin a task now who was not before. */
function frees({ entity, action, after }: Change): boolean {
  if (entity !== 'task') return false
  if (action !== 'updated' || after === null) return true
  return (after.status !== undefined && after.status !== 'in_progress') || mayFree.some((field) => field in after)
}

export function createWaitForNext<N extends { outcome: string }>({ next, journal, changed }: WaitDeps<N>) {
  const waiters = new Set<Waiter>()
  let waking: NodeJS.Immediate | undefined

  function attemptAll(): void {
    waking = undefined
    for (const waiter of waiters) waiter.attempt()
  }

  /** Not at once: who hung up just before the write that frees a task is heard of first, and is given nothing. */
  function wake(): void {
    if (waiters.size > 0) waking ??= setImmediate(attemptAll)
  }

  const stopFollowing = journal.onCommit(wake, (change) => waiters.size > 0 && frees(change))

  return {
    /** As `next`, and `seconds` later at most. When `gone` is aborted nobody reads an answer: then nothing is claimed. */
    wait(asked: AskedNext, who: Asking, seconds: number, gone: AbortSignal): N | Promise<N> {
      const found = next(asked, who)
      if (found.outcome !== 'none' || seconds === 0) return found
      return new Promise((resolve, reject) => {
        const end = (answer: () => N) => {
          clearTimeout(timer)
          gone.removeEventListener('abort', waiter.giveUp)
          waiters.delete(waiter)
          changed?.(waiters.size)
          try {
            resolve(answer())
          } catch (error) {
            reject(error)
          }
        }
        const waiter: Waiter = {
          attempt() {
            let answer: N
            try {
              answer = next(asked, who)
            } catch (error) {
              return end(() => {
                throw error
              })
            }
            if (answer.outcome !== 'none') end(() => answer)
          },
          giveUp: () => end(() => found),
        }
        // How many wait and why is said as it is then; a task that is ready at that moment is taken.
        const timer = setTimeout(() => end(() => next(asked, who)), seconds * 1000).unref()
        waiters.add(waiter)
        changed?.(waiters.size)
        if (gone.aborted) waiter.giveUp()
        else gone.addEventListener('abort', waiter.giveUp, { once: true })
      })
    },

    /** Something beside the journal may have freed a task: a claim that ended. */
    wake,

    close(): void {
      stopFollowing()
      clearImmediate(waking)
      for (const waiter of waiters) waiter.giveUp()
    },
  }
}
