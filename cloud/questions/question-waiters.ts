// Calls that wait for a question to be decided, on any instance. A wake-up of the team is a hint only: whoever waits in it is looked up at once, all
// in one query, and again now and then for what no wake-up told.
import type { Wakeups } from '../journal/wakeups.ts'

export interface WaiterDeps {
  wakeups: Pick<Wakeups, 'listen'>
  /** Which of them still wait for an answer. */
  stillOpen: (team: { id: string }, ids: readonly number[]) => Promise<number[]>
  /** Milliseconds between two looks for what no wake-up told. */
  pollEvery: number
  onError: (error: unknown) => void
}

class Team {
  readonly waiting = new Map<number, Set<() => void>>()
  looking = false
  again = false
}

export function createQuestionWaiters({ wakeups, stillOpen, pollEvery, onError }: WaiterDeps) {
  const teams = new Map<string, Team>()
  let stopped = false

  async function look(id: string, team: Team): Promise<void> {
    team.again = true
    if (team.looking) return
    team.looking = true
    try {
      while (team.again && team.waiting.size > 0) {
        team.again = false
        const asked = [...team.waiting.keys()]
        const open = new Set(await stillOpen({ id }, asked))
        for (const one of asked) if (!open.has(one)) for (const end of team.waiting.get(one) ?? []) end()
      }
    } catch (error) {
      // The next look tries again.
      onError(error)
    } finally {
      team.looking = false
    }
  }

  function wake(ids: Iterable<string>): void {
    for (const id of ids) {
      const team = teams.get(id)
      if (team) void look(id, team)
    }
  }

  wakeups.listen(wake)
  const polling = setInterval(() => wake([...teams.keys()]), pollEvery).unref()

  return {
    /** Until the question is decided, `seconds` have passed, or `signal` says that nobody waits any more. */
    wait(teamId: string, question: number, seconds: number, signal: AbortSignal): Promise<void> {
      if (seconds <= 0 || stopped || signal.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const team = teams.get(teamId) ?? new Team()
        const ends = team.waiting.get(question) ?? new Set()
        const timer = setTimeout(end, seconds * 1000).unref()
        function end(): void {
          clearTimeout(timer)
          signal.removeEventListener('abort', end)
          ends.delete(end)
          if (ends.size === 0) team.waiting.delete(question)
          if (team.waiting.size === 0 && teams.get(teamId) === team) teams.delete(teamId)
          resolve()
        }
        signal.addEventListener('abort', end, { once: true })
        teams.set(teamId, team)
        team.waiting.set(question, ends.add(end))
        // It may have been decided since it was read.
        wake([teamId])
      })
    },

    /** How many wait here. */
    count: (): number => [...teams.values()].reduce((sum, { waiting }) => sum + [...waiting.values()].reduce((n, ends) => n + ends.size, 0), 0),

    /** Whoever waits is answered as it stands, and asks another instance. */
    stop(): void {
      stopped = true
      clearInterval(polling)
      for (const { waiting } of teams.values()) for (const ends of waiting.values()) for (const end of ends) end()
    },
  }
}
