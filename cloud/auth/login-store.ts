// SQL for looking up logins, and nothing else: prepared, for each call begins with one.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

export type SessionRow = {
  id: string
  user_id: string
  last_used_at: string
  email: string
  name: string | null
  email_verified_at: string | null
  /** Since when the operator has locked the account. */
  locked_at: string | null
}

/** Since when the account is locked whose token it is, or that made it. */
const makerLockedAt = sql<string | null>`(SELECT max(locked_at) FROM users WHERE id IN (t.created_by, t.made_by))`.as('locked_at')

const session = (hash: Buffer, at: string) =>
  sqlFor
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id', 's.last_used_at', 'u.email', 'u.name', 'u.email_verified_at', 'u.locked_at'])
    .where('s.token_hash', '=', hash)
    .where('s.expires_at', '>', at)

export const sessionAlone = prepared<{ hash: Buffer; at: string }>()((value) => session(value('hash'), value('at')))

export interface Question {
  hash: Buffer
  team: string
}

export const sessionInTeam = prepared<Question & { at: string }>()((value) =>
  session(value('hash'), value('at'))
    .leftJoin('members as m', (join) => join.onRef('m.user_id', '=', 's.user_id').on('m.team_id', '=', value('team')).on('m.status', '=', 'active'))
    .leftJoin('team_counters as c', (join) => join.on('c.team_id', '=', value('team')))
    .select(['m.role', 'c.events', 'c.changed_at', 'c.policies', 'c.locked_at as team_locked_at', 'c.move', 'c.told_epoch', 'c.told_in']),
)

export const tokenInTeam = prepared<Question>()((value) =>
  sqlFor
    .selectFrom('api_tokens as t')
    .innerJoin('team_counters as c', 'c.team_id', 't.team_id')
    .select([
      't.id',
      't.name',
      't.created_by',
      't.made_by',
      't.agent',
      't.read_only',
      't.expires_at',
      't.policy',
      't.last_used_at',
      'c.events',
      'c.changed_at',
      'c.policies',
      'c.locked_at as team_locked_at',
      'c.move',
      'c.told_epoch',
      'c.told_in',
      makerLockedAt,
    ])
    .where('t.team_id', '=', value('team'))
    .where('t.token_hash', '=', value('hash')),
)

// The same for several at a time; `n` says which question a row answers, from 1.
export interface Questions {
  hashes: Buffer[]
  teams: string[]
}
const asked = (value: <K extends keyof Questions>(name: K) => Questions[K]) =>
  sqlFor.selectFrom(
    sql<Question & { n: number }>`unnest(${value('hashes')}::bytea[], ${value('teams')}::uuid[]) with ordinality`.as<'q'>(sql`q (hash, team, n)`),
  )

export const sessionsInTeams = prepared<Questions & { at: string }>()((value) =>
  asked(value)
    .innerJoin('sessions as s', (join) => join.onRef('s.token_hash', '=', 'q.hash').on('s.expires_at', '>', value('at')))
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('members as m', (join) => join.onRef('m.user_id', '=', 's.user_id').onRef('m.team_id', '=', 'q.team').on('m.status', '=', 'active'))
    .leftJoin('team_counters as c', 'c.team_id', 'q.team')
    .select([
      'q.n',
      's.id',
      's.user_id',
      's.last_used_at',
      'u.email',
      'u.name',
      'u.email_verified_at',
      'u.locked_at',
      'm.role',
      'c.events',
      'c.changed_at',
      'c.policies',
    ])
    .select(['c.locked_at as team_locked_at', 'c.move', 'c.told_epoch', 'c.told_in']),
)

export const tokensInTeams = prepared<Questions>()((value) =>
  asked(value)
    .innerJoin('api_tokens as t', (join) => join.onRef('t.team_id', '=', 'q.team').onRef('t.token_hash', '=', 'q.hash'))
    .innerJoin('team_counters as c', 'c.team_id', 't.team_id')
    .select([
      'q.n',
      't.id',
      't.name',
      't.created_by',
      't.made_by',
      't.agent',
      't.read_only',
      't.expires_at',
      't.policy',
      't.last_used_at',
      'c.events',
      'c.changed_at',
      'c.policies',
      'c.locked_at as team_locked_at',
      'c.move',
      'c.told_epoch',
      'c.told_in',
      makerLockedAt,
    ]),
)

export const tokenAnywhere = prepared<{ hash: Buffer }>()((value) => sqlFor.selectFrom('api_tokens').select('team_id').where('token_hash', '=', value('hash')))

/** Has it gone to another cell? */
export const departure = prepared<{ team: string }>()((value) =>
  sqlFor.selectFrom('team_moves').select('team_id').where('team_id', '=', value('team')).where('step', '=', 'left'),
)

/** The connection of an access token, as the API token that it stands for. */
export const accessToken = prepared<{ hash: Buffer; at: string }>()((value) =>
  sqlFor
    .selectFrom('oauth_items as i')
    .innerJoin('oauth_grants as g', 'g.token_id', 'i.grant_id')
    .innerJoin('api_tokens as t', (join) => join.onRef('t.team_id', '=', 'g.team_id').onRef('t.id', '=', 'g.token_id'))
    .select(['t.team_id', 't.token_hash', 'i.expires_at'])
    .where('i.kind', '=', 'AccessToken')
    .where('i.id_hash', '=', value('hash'))
    .where('i.expires_at', '>', value('at')),
)

/** At most two: whoever asks wants to know whether there is one. */
export const teamsOf = (tx: Tx, userId: string) =>
  tx.all(sqlFor.selectFrom('members').select('team_id').where('user_id', '=', userId).where('status', '=', 'active').limit(2))
