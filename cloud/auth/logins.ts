// Turns a session or an API token into its owner, fresh from the database on every call: what is revoked is revoked at once.
import { type Compilable, sql } from 'kysely'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Caller, TeamAccess } from '../context.ts'
import { type Database, sqlFor } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { createGathered } from '../db/gathered.ts'
import { hashSecret } from './secrets.ts'

export interface Login {
  caller: Caller
  team?: TeamAccess
  /** When it was last noted as used. */
  lastUsed: string | null
}

export type Logins = ReturnType<typeof createLogins>

function revision(counters: { events: number | null; changed_at: string | null }): string {
  return `${counters.events}.${counters.changed_at}`
}

const gone = () => new AppError('unauthenticated', 'This session has ended. Sign in again: POST /api/auth/sign-in.')

type SessionRow = { id: string; user_id: string; last_used_at: string; email: string; name: string | null; email_verified_at: string | null }

const session = (hash: Buffer, at: string) =>
  sqlFor
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id', 's.last_used_at', 'u.email', 'u.name', 'u.email_verified_at'])
    .where('s.token_hash', '=', hash)
    .where('s.expires_at', '>', at)

const sessionAlone = prepared<{ hash: Buffer; at: string }>()((value) => session(value('hash'), value('at')))

interface Question {
  hash: Buffer
  team: string
}

const sessionInTeam = prepared<Question & { at: string }>()((value) =>
  session(value('hash'), value('at'))
    .leftJoin('members as m', (join) => join.onRef('m.user_id', '=', 's.user_id').on('m.team_id', '=', value('team')).on('m.status', '=', 'active'))
    .leftJoin('team_counters as c', (join) => join.on('c.team_id', '=', value('team')))
    .select(['m.role', 'c.events', 'c.changed_at']),
)

const tokenInTeam = prepared<Question>()((value) =>
  sqlFor
    .selectFrom('api_tokens as t')
    .innerJoin('team_counters as c', 'c.team_id', 't.team_id')
    .select(['t.id', 't.name', 't.created_by', 't.last_used_at', 'c.events', 'c.changed_at'])
    .where('t.team_id', '=', value('team'))
    .where('t.token_hash', '=', value('hash')),
)

// The same for several at a time; `n` says which question a row answers, from 1.
interface Questions {
  hashes: Buffer[]
  teams: string[]
}
const asked = (value: <K extends keyof Questions>(name: K) => Questions[K]) =>
  sqlFor.selectFrom(
    sql<Question & { n: number }>`unnest(${value('hashes')}::bytea[], ${value('teams')}::uuid[]) with ordinality`.as<'q'>(sql`q (hash, team, n)`),
  )

const sessionsInTeams = prepared<Questions & { at: string }>()((value) =>
  asked(value)
    .innerJoin('sessions as s', (join) => join.onRef('s.token_hash', '=', 'q.hash').on('s.expires_at', '>', value('at')))
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('members as m', (join) => join.onRef('m.user_id', '=', 's.user_id').onRef('m.team_id', '=', 'q.team').on('m.status', '=', 'active'))
    .leftJoin('team_counters as c', 'c.team_id', 'q.team')
    .select(['q.n', 's.id', 's.user_id', 's.last_used_at', 'u.email', 'u.name', 'u.email_verified_at', 'm.role', 'c.events', 'c.changed_at']),
)

const tokensInTeams = prepared<Questions>()((value) =>
  asked(value)
    .innerJoin('api_tokens as t', (join) => join.onRef('t.team_id', '=', 'q.team').onRef('t.token_hash', '=', 'q.hash'))
    .innerJoin('team_counters as c', 'c.team_id', 't.team_id')
    .select(['q.n', 't.id', 't.name', 't.created_by', 't.last_used_at', 'c.events', 'c.changed_at']),
)

const tokenAnywhere = prepared<{ hash: Buffer }>()((value) => sqlFor.selectFrom('api_tokens').select('team_id').where('token_hash', '=', value('hash')))

function asCaller(row: SessionRow, tokenHash: Buffer): Caller {
  return { kind: 'session', id: row.id, tokenHash, user: { id: row.user_id, email: row.email, name: row.name }, verifiedAt: row.email_verified_at }
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

  return {
    async session(token: string): Promise<Login> {
      const hash = hashSecret(token)
      const row = await db.login(sessionAlone({ hash, at: moment() }))
      if (!row) throw gone()
      return { caller: asCaller(row, hash), lastUsed: row.last_used_at }
    },

    /** The same inside a team; `team` stays undefined for somebody who is not in it. */
    async sessionInTeam(token: string, team: string): Promise<Login> {
      const hash = hashSecret(token)
      const row = await sessionRow({ hash, team })
      if (!row) throw gone()
      const login: Login = { caller: asCaller(row, hash), lastUsed: row.last_used_at }
      return row.role === null ? login : { ...login, team: { id: team, capacity: row.role, revision: revision(row) } }
    },

    /** The only team of a person; throws when there is none, or more than one to choose from. */
    async onlyTeam(userId: string): Promise<string> {
      const rows = await db.readIdentity({ userId }, (tx) =>
        tx.all(sqlFor.selectFrom('members').select('team_id').where('user_id', '=', userId).where('status', '=', 'active').limit(2)),
      )
      if (rows.length === 0) throw new AppError('forbidden', 'You are not on a team yet. Create one with POST /api/teams, or ask for an invitation.')
      if (rows.length > 1)
        throw new AppError('invalid', 'You are on several teams: name one in the X-Team-Id header (GET /api/teams lists them).', {
          errors: [{ pointer: 'header X-Team-Id', detail: 'X-Team-Id is required' }],
        })
      return (rows[0] as { team_id: string }).team_id
    },

    /** An API token in the team that the caller named. */
    async token(token: string, team: string): Promise<Login & { team: TeamAccess }> {
      const hash = hashSecret(token)
      const row = await tokenRow({ hash, team })
      if (!row) {
        if (await db.login(tokenAnywhere({ hash })))
          throw new AppError('forbidden', 'This API token belongs to another team than X-Team-Id names. Send the id of the team it belongs to.')
        throw new AppError('unauthenticated', 'This API token is unknown or was revoked. An admin of the team can create another.')
      }
      return {
        caller: { kind: 'token', id: row.id, name: row.name, createdBy: row.created_by },
        team: { id: team, capacity: 'token', revision: revision(row) },
        lastUsed: row.last_used_at,
      }
    },
  }
}
