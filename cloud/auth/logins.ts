// Turns a session or an API token into its owner, fresh from the database on every call: what is revoked is revoked at once.
import type { Compilable } from 'kysely'
import { AppError } from '../../shared/domain/app-error.ts'
import type { TokenPolicy } from '../../shared/schema/agent.ts'
import type { Caller, TeamAccess } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { TeamMove } from '../db/tables.ts'
import { createGathered } from '../db/gathered.ts'
import {
  accessToken,
  departure,
  type Question,
  type Questions,
  sessionAlone,
  sessionInTeam,
  type SessionRow,
  sessionsInTeams,
  teamsOf,
  tokenAnywhere,
  tokenInTeam,
  tokensInTeams,
} from './login-store.ts'
import { elsewhere, lockedAccount, lockedTeam } from './locked.ts'
import { hashSecret } from './secrets.ts'

export interface Login {
  caller: Caller
  team?: TeamAccess
  /** When it was last noted as used. */
  lastUsed: string | null
}

interface TokenLogin extends Login {
  caller: Extract<Caller, { kind: 'token' }>
  team: TeamAccess
}

export type Logins = ReturnType<typeof createLogins>

function revision(counters: { events: number | null; changed_at: string | null }): string {
  return `${counters.events}.${counters.changed_at}`
}

interface Standing {
  locked_at: string | null
  team_locked_at?: string | null
  move?: TeamMove | null
}

/** Throws `locked`, or `storage_unavailable` when the team is not here. */
function requireOpen({ locked_at, team_locked_at, move }: Standing): void {
  if (move === 'gone' || move === 'arriving') throw elsewhere()
  if (locked_at !== null) throw lockedAccount()
  if (team_locked_at != null) throw lockedTeam()
}

/** The epoch that the team brought along, for as long as the database's own is the one in which it came. */
const toldIn = ({ told_epoch, told_in }: { told_epoch: string | null; told_in: string | null }): Pick<TeamAccess, 'told'> =>
  told_epoch === null || told_in === null ? {} : { told: { epoch: told_epoch, within: told_in } }

/**
 * A token that somebody else made for a person may be in the hands of both: it uses nothing of what the person has by themselves. Not one for each team:
 * of those two people could make a hundred for each other.
 */
const allowanceOfToken = ({ created_by, made_by }: { created_by: string; made_by: string | null }): string =>
  made_by === null ? created_by : `${created_by} by ${made_by}`

const gone = () => new AppError('unauthenticated', 'This session has ended. Sign in again: POST /api/auth/sign-in.')

const unknownToken = () => new AppError('unauthenticated', 'This API token is unknown or was revoked. An admin of the team can create another.')

function asCaller(row: SessionRow, tokenHash: Buffer): Caller {
  return { kind: 'session', id: row.id, tokenHash, user: { id: row.user_id, email: row.email, name: row.name }, verifiedAt: row.email_verified_at }
}

/** Throws `storage_unavailable` when the team has gone to another cell: it is unknown here, and so are its logins. */
async function requireHere(db: Database, team: string): Promise<void> {
  if (await db.login(departure({ team }))) throw elsewhere()
}

export function createLogins(db: Database, now: () => Date) {
  /** Under load a query each would be the larger part of a small call. */
  const gathered = <R extends object>(one: (question: Question) => Compilable<R>, many: (questions: Questions) => Compilable<R & { n: number }>) =>
    createGathered(
      async (questions: readonly Question[]): Promise<(R | undefined)[]> => {
        const [only, ...more] = questions
        if (only && more.length === 0) return [await db.login(one(only))]
        const rows = await db.logins(many({ hashes: questions.map(({ hash }) => hash), teams: questions.map(({ team }) => team) }))
        const byQuestion = new Map(rows.map((row) => [row.n, row]))
        return questions.map((_, index) => byQuestion.get(index + 1))
      },
      { maxTogether: 100, timeoutMs: db.timeoutMs },
    )
  const moment = () => now().toISOString()
  const tokenRow = gathered(tokenInTeam, tokensInTeams)
  const sessionRow = gathered(
    (question) => sessionInTeam({ ...question, at: moment() }),
    (questions) => sessionsInTeams({ ...questions, at: moment() }),
  )

  async function byHash(hash: Buffer, team: string): Promise<TokenLogin> {
    const row = await tokenRow({ hash, team })
    if (!row) {
      await requireHere(db, team)
      if (await db.login(tokenAnywhere({ hash })))
        throw new AppError('forbidden', 'This API token belongs to another team than X-Team-Id names. Send the id of the team it belongs to.')
      throw unknownToken()
    }
    requireOpen(row)
    const { id, name, created_by: createdBy, agent, read_only: readOnly, expires_at: expiresAt, policy } = row
    if (expiresAt !== null && Date.parse(expiresAt) <= now().getTime())
      throw new AppError('unauthenticated', `This API token expired on ${expiresAt}. An admin of the team can create another.`)
    return {
      caller: { kind: 'token', id, name, createdBy, allowance: allowanceOfToken(row), agent, readOnly, expiresAt, policy: policy as TokenPolicy },
      team: { id: team, capacity: 'token', revision: revision(row), events: row.events, policies: row.policies, ...toldIn(row) },
      lastUsed: row.last_used_at,
    }
  }

  return {
    async session(token: string): Promise<Login> {
      const hash = hashSecret(token)
      const row = await db.login(sessionAlone({ hash, at: moment() }))
      if (!row) throw gone()
      requireOpen(row)
      return { caller: asCaller(row, hash), lastUsed: row.last_used_at }
    },

    /** The same inside a team; `team` stays undefined for somebody who is not in it. */
    async sessionInTeam(token: string, team: string): Promise<Login> {
      const hash = hashSecret(token)
      const row = await sessionRow({ hash, team })
      if (row?.role == null) await requireHere(db, team)
      if (!row) throw gone()
      // Whoever is not in the team is not told of it.
      requireOpen(row.role === null ? { locked_at: row.locked_at } : row)
      const login: Login = { caller: asCaller(row, hash), lastUsed: row.last_used_at }
      return row.role === null
        ? login
        : { ...login, team: { id: team, capacity: row.role, revision: revision(row), events: row.events ?? 0, policies: row.policies ?? 0, ...toldIn(row) } }
    },

    /** The only team of a person; throws when there is none, or more than one to choose from. */
    async onlyTeam(userId: string): Promise<string> {
      const rows = await db.readIdentity({ userId }, (tx) => teamsOf(tx, userId))
      if (rows.length === 0) throw new AppError('forbidden', 'You are not on a team yet. Create one with POST /api/teams, or ask for an invitation.')
      if (rows.length > 1)
        throw new AppError('invalid', 'You are on several teams: name one in the X-Team-Id header (GET /api/teams lists them).', {
          errors: [{ pointer: 'header X-Team-Id', detail: 'X-Team-Id is required' }],
        })
      return (rows[0] as { team_id: string }).team_id
    },

    /** The team that an API token is of. */
    async teamOfToken(token: string): Promise<string> {
      const row = await db.login(tokenAnywhere({ hash: hashSecret(token) }))
      if (!row) throw unknownToken()
      return row.team_id
    },

    /** An API token in the team that the caller named. */
    token: (token: string, team: string): Promise<TokenLogin> => byHash(hashSecret(token), team),

    /** An access token of an agent that somebody connected; `team`: which the caller named, if any. */
    async access(token: string, team: string | undefined): Promise<TokenLogin> {
      const found = await db.login(accessToken({ hash: hashSecret(token), at: moment() }))
      if (!found) throw new AppError('unauthenticated', 'This access token has ended or was never ours. Refresh it, or connect again.')
      if (team !== undefined && team !== found.team_id)
        throw new AppError('forbidden', 'This access token is of another team than X-Team-Id names. Leave that header out.')
      const login = await byHash(found.token_hash, found.team_id)
      return { ...login, caller: { ...login.caller, until: found.expires_at } }
    },
  }
}
