// Calls and streams that stay open, by their token: when that is revoked or runs out, on whatever instance, they end at once. A wake-up of the team is
// a hint to look; what no wake-up told is found by looking now and then.
import { AppError } from '../../shared/domain/app-error.ts'
import type { TeamContext } from '../context.ts'
import { isStillHere } from './standing.ts'
import type { Journal } from '../journal/journal.ts'
import type { Wakeups } from '../journal/wakeups.ts'

export interface LiveDeps {
  journal: Pick<Journal, 'read'>
  wakeups: Pick<Wakeups, 'listen'>
  /** Milliseconds between two looks for what no wake-up told. */
  pollEvery: number
  onError: (error: unknown) => void
}

interface Live {
  token: string
  end: () => void
}

class Team {
  readonly calls = new Set<Live>()
  looking = false
  again = false
}

export type LiveCalls = ReturnType<typeof createLiveCalls>

const ended = () => new AppError('unauthenticated', 'This login ended while the call waited.')

export function createLiveCalls({ journal, wakeups, pollEvery, onError }: LiveDeps) {
  const teams = new Map<string, Team>()

  async function look(id: string, team: Team): Promise<void> {
    team.again = true
    if (team.looking) return
    team.looking = true
    try {
      while (team.again && team.calls.size > 0) {
        team.again = false
        for (const [token, calls] of Map.groupBy(team.calls, (call) => call.token))
          if (!(await journal.read({ id }, (tx) => isStillHere({ tx, teamId: id }, { token })))) for (const { end } of calls) end()
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

  /** Calls `end` when the login of the call is over. Returns what forgets it. */
  function begin({ team: { id }, caller }: TeamContext, end: () => void): () => void {
    if (caller?.kind !== 'token') return () => undefined
    const team = teams.get(id) ?? new Team()
    teams.set(id, team)
    const live = { token: caller.id, end }
    team.calls.add(live)
    return () => {
      team.calls.delete(live)
      if (team.calls.size === 0 && teams.get(id) === team) teams.delete(id)
    }
  }

  return {
    begin,

    /** A call that may wait for `seconds`: no longer than its login may. Throws `unauthenticated` when that ends before. */
    waiting<T>(ctx: TeamContext, seconds: number, wait: (ctx: TeamContext) => Promise<T>): Promise<T> {
      return seconds > 0 ? this.whileAllowed(ctx, ctx.gone(), (gone) => wait({ ...ctx, gone: () => gone })) : wait(ctx)
    },

    /** Waits as long as the login may. Throws `unauthenticated` when it ends before. */
    async whileAllowed<T>(ctx: TeamContext, gone: AbortSignal, wait: (gone: AbortSignal) => Promise<T>): Promise<T> {
      const over = new AbortController()
      const leave = begin(ctx, () => over.abort())
      // What was revoked between the look at the token and now.
      wake([ctx.team.id])
      try {
        const found = await wait(AbortSignal.any([gone, over.signal]))
        if (over.signal.aborted) throw ended()
        return found
      } finally {
        leave()
      }
    },

    close: (): void => clearInterval(polling),
  }
}
