// Calls and streams that stay open, by their login: when a token is revoked or runs out (an access token, too), a session ends or its person leaves the team, on whatever
// instance, they end at once. A wake-up is a hint to look; what no wake-up told is found by looking now and then.
import { AppError } from '../../shared/domain/app-error.ts'
import type { Caller, TeamContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import { whyShutOut } from './standing.ts'
import type { Journal } from '../journal/journal.ts'
import { teamOfLogins, userOf, type Wakeups } from '../journal/wakeups.ts'
import { liveSessions } from './watch-store.ts'

export interface LiveDeps {
  journal: Pick<Journal, 'read'>
  db: Pick<Database, 'logins'>
  now: () => Date
  wakeups: Pick<Wakeups, 'listen'>
  /** Milliseconds between two looks for what no wake-up told. */
  pollEvery: number
  onError: (error: unknown) => void
}

type Login = { token: string } | { user: string; session: Buffer }

interface Live {
  login: Login
  /** When the access token ends with which the call was made (RFC 3339). */
  until: string | undefined
  end: (why: AppError) => void
}

const keyOf = (login: Login): string => ('token' in login ? login.token : login.session.toString('hex'))

const loginOf = (caller: Caller): Login => (caller.kind === 'token' ? { token: caller.id } : { user: caller.user.id, session: caller.tokenHash })

class Team {
  readonly calls = new Set<Live>()
  looking = false
  again = false
}

export type LiveCalls = ReturnType<typeof createLiveCalls>

const ended = () => new AppError('unauthenticated', 'This login ended while the call waited.')

export function createLiveCalls({ journal, db, now, wakeups, pollEvery, onError }: LiveDeps) {
  const teams = new Map<string, Team>()

  /** Why it has to end, if it has to. */
  async function whyOver(id: string, login: Login): Promise<AppError | undefined> {
    const [why, sessions] = await Promise.all([
      journal.read({ id }, (tx) => whyShutOut({ tx, teamId: id }, login)),
      'token' in login ? undefined : db.logins(liveSessions([login.session], now().toISOString())),
    ])
    return why ?? (sessions?.length === 0 ? ended() : undefined)
  }

  async function look(id: string, team: Team): Promise<void> {
    team.again = true
    if (team.looking) return
    team.looking = true
    try {
      while (team.again && team.calls.size > 0) {
        team.again = false
        for (const { until, end } of team.calls) if (until !== undefined && Date.parse(until) <= now().getTime()) end(ended())
        for (const calls of Map.groupBy(team.calls, ({ login }) => keyOf(login)).values()) {
          const why = await whyOver(id, (calls[0] as Live).login)
          if (why) for (const { end } of calls) end(why)
        }
      }
    } catch (error) {
      // The next look tries again.
      onError(error)
    } finally {
      team.looking = false
    }
  }

  const isOf = (user: string, { calls }: Team) => [...calls].some(({ login }) => 'user' in login && login.user === user)

  function wake(ids: Iterable<string>): void {
    for (const id of ids) {
      const user = userOf(id)
      const woken = user === undefined ? [teamOfLogins(id) ?? id] : [...teams].flatMap(([one, team]) => (isOf(user, team) ? [one] : []))
      for (const one of woken) {
        const team = teams.get(one)
        if (team) void look(one, team)
      }
    }
  }

  wakeups.listen(wake)
  const polling = setInterval(() => wake([...teams.keys()]), pollEvery).unref()

  /** Calls `end` when the login of the call is over, with what to answer. Returns what forgets it. */
  function begin({ team: { id }, caller }: TeamContext, end: (why: AppError) => void): () => void {
    if (!caller) return () => undefined
    const team = teams.get(id) ?? new Team()
    teams.set(id, team)
    const live = { login: loginOf(caller), until: caller.kind === 'token' ? caller.until : undefined, end }
    team.calls.add(live)
    return () => {
      team.calls.delete(live)
      if (team.calls.size === 0 && teams.get(id) === team) teams.delete(id)
    }
  }

  return {
    begin,

    /** A call that may wait for `seconds`: no longer than its login may. Throws `unauthenticated` or `locked` when that ends before. */
    waiting<T>(ctx: TeamContext, seconds: number, wait: (ctx: TeamContext) => Promise<T>): Promise<T> {
      return seconds > 0 ? this.whileAllowed(ctx, ctx.gone(), (gone) => wait({ ...ctx, gone: () => gone })) : wait(ctx)
    },

    /** Waits as long as the login may. Throws `unauthenticated` or `locked` when it ends before. */
    async whileAllowed<T>(ctx: TeamContext, gone: AbortSignal, wait: (gone: AbortSignal) => Promise<T>): Promise<T> {
      const over = new AbortController()
      const leave = begin(ctx, (why) => over.abort(why))
      // What was revoked between the look at the token and now.
      wake([ctx.team.id])
      try {
        const found = await wait(AbortSignal.any([gone, over.signal]))
        if (over.signal.aborted) throw over.signal.reason
        return found
      } finally {
        leave()
      }
    },

    close: (): void => clearInterval(polling),
  }
}
