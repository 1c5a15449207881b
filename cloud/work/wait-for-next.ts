// Waiting for a task, on every instance: whoever finds none ready is asked for again when their team has new events, first come first served. A wake-up
// is a hint only; what is lost is found by looking now and then.
import type { TeamContext } from '../context.ts'
import type { Wakeups } from '../journal/wakeups.ts'
import type { AskedNext, Next, Trying } from './next-task.ts'
import { createWaiter, type Waiter } from './waiter.ts'

export interface WaitDeps {
  next: (asked: AskedNext, ctx: TeamContext, trying: Trying) => Promise<Next>
  /** Whether anybody might be given one: asked once for all who wait in a team. */
  isAnyReady: (team: { id: string }) => Promise<boolean>
  wakeups: Pick<Wakeups, 'listen'>
  /** Milliseconds between two looks for what no wake-up told. */
  pollEvery: number
  onError: (error: unknown) => void
}

class Team {
  readonly waiters = new Set<Waiter>()
  running = false
  again = false
}

export function createWaitForNext({ next, isAnyReady, wakeups, pollEvery, onError }: WaitDeps) {
  const teams = new Map<string, Team>()
  let stopped = false

  async function attemptAll(id: string, team: Team): Promise<void> {
    if (team.running) return
    team.running = true
    try {
      while (team.again && team.waiters.size > 0) {
        team.again = false
        if (!(await isAnyReady({ id }))) continue
        for (const waiter of team.waiters) await waiter.attempt()
      }
    } catch (error) {
      // The next look tries again.
      onError(error)
    } finally {
      team.running = false
    }
  }

  function wake(ids: Iterable<string>): void {
    for (const id of ids) {
      const team = teams.get(id)
      if (!team) continue
      team.again = true
      void attemptAll(id, team)
    }
  }

  wakeups.listen(wake)
  const polling = setInterval(() => wake(teams.keys()), pollEvery).unref()

  function join(waiter: Waiter): () => void {
    const { id } = waiter.team
    const team = teams.get(id) ?? new Team()
    teams.set(id, team)
    team.waiters.add(waiter)
    return () => {
      team.waiters.delete(waiter)
      if (team.waiters.size === 0 && teams.get(id) === team) teams.delete(id)
    }
  }

  const waitOn = createWaiter({ next, join, wake, isStopped: () => stopped, onError })

  return {
    /** As `next`, and `seconds` later at most. When the connection is closed nobody reads an answer: then nothing is claimed. */
    async wait(asked: AskedNext, ctx: TeamContext, seconds: number): Promise<Next> {
      const gone = ctx.gone()
      const found = await next(asked, ctx, { isWanted: () => !gone.aborted, hasWaited: false })
      return found.outcome !== 'none' || seconds === 0 || stopped ? found : waitOn(asked, ctx, seconds, gone, found)
    },

    /** How many wait here. */
    count: (): number => [...teams.values()].reduce((sum, { waiters }) => sum + waiters.size, 0),

    /** Whoever waits asks another instance. */
    close(): void {
      stopped = true
      clearInterval(polling)
      for (const { waiters } of teams.values()) for (const waiter of waiters) waiter.giveUp()
    },
  }
}
