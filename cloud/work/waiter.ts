// One call that waits for a task: it is asked for again whenever there may be one, until it has one, its time is over or nobody reads the answer.
import { AppError } from '../../shared/domain/app-error.ts'
import type { TeamContext } from '../context.ts'
import { type AskedNext, type Next, NobodyWaits, type Trying } from './next-task.ts'

export interface Waiter {
  team: { id: string }
  attempt(): Promise<void>
  /** Answers that there is none, unless a task was given just now. */
  giveUp(): void
}

export interface WaiterDeps {
  next: (asked: AskedNext, ctx: TeamContext, trying: Trying) => Promise<Next>
  /** Returns what lets it leave. */
  join: (waiter: Waiter) => () => void
  wake: (ids: Iterable<string>) => void
  isStopped: () => boolean
  onError: (error: unknown) => void
}

/** What storage refuses for a moment is asked again at the next wake-up. */
const isPassing = (error: unknown) => !(error instanceof AppError) || error.code === 'storage_unavailable'

export function createWaiter({ next, join, wake, isStopped, onError }: WaiterDeps) {
  /** `found`: what is answered where nothing comes. */
  return (asked: AskedNext, ctx: TeamContext, seconds: number, gone: AbortSignal, found: Next): Promise<Next> =>
    new Promise((resolve, reject) => {
      let isWanted = true
      let isSettled = false
      let underway: Promise<void> | undefined

      function settle(answer: () => void): void {
        if (isSettled) return
        isSettled = true
        clearTimeout(timer)
        gone.removeEventListener('abort', waiter.giveUp)
        leave()
        answer()
      }

      async function tryOnce(): Promise<void> {
        try {
          const answer = await next(asked, ctx, { isWanted: () => isWanted && !gone.aborted, hasWaited: true })
          if (answer.outcome !== 'none') settle(() => resolve(answer))
        } catch (error) {
          if (error instanceof NobodyWaits) return
          if (isPassing(error)) onError(error)
          else settle(() => reject(error))
        }
      }

      const waiter: Waiter = {
        team: ctx.team,
        async attempt() {
          if (isSettled || !isWanted) return
          await (underway ??= tryOnce().finally(() => (underway = undefined)))
        },
        giveUp() {
          isWanted = false
          void (underway ?? Promise.resolve()).then(() => settle(() => resolve(found)))
        },
      }
      // A task that is ready at the last moment is taken.
      const timer = setTimeout(() => void waiter.attempt().then(waiter.giveUp), seconds * 1000).unref()
      const leave = join(waiter)
      if (gone.aborted || isStopped()) waiter.giveUp()
      else gone.addEventListener('abort', waiter.giveUp, { once: true })
      // What became ready between the first look and now.
      wake([ctx.team.id])
    })
}
