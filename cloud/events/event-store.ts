// SQL for the team's stream, and nothing else.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

export interface QueuedEvent {
  seq: number
  kind: string
  created_at: string
  actor_kind: string
  actor_name: string
  entity: string
  entity_id: string
  task_id: number | null
  /** JSON as text: it goes out as it is. */
  before: string | null
  after: string | null
  cause: number | null
  run: string | null
  undo_of: number | null
  /** What `before` and `after` have null for, if any (journal/long-texts). */
  texts: unknown
}

const columns = ['seq', 'kind', 'created_at', 'actor_kind', 'actor_name', 'entity', 'entity_id', 'task_id', 'cause', 'run', 'undo_of', 'texts'] as const
const events = () =>
  sqlFor.selectFrom('event_queue').select([...columns, sql<string | null>`before::text`.as('before'), sql<string | null>`after::text`.as('after')])

const after = prepared<{ team: string; seq: number; limit: number }>()((value) =>
  events().where('team_id', '=', value('team')).where('seq', '>', value('seq')).orderBy('seq').limit(value('limit')),
)
const some = prepared<{ team: string; seqs: number[] }>()((value) =>
  events()
    .where('team_id', '=', value('team'))
    .where('seq', '=', sql<number>`any(${value('seqs')}::bigint[])`)
    .orderBy('seq'),
)
const firstAfter = prepared<{ team: string; seq: number }>()((value) =>
  sqlFor.selectFrom('event_queue').select(['seq', 'created_at']).where('team_id', '=', value('team')).where('seq', '>', value('seq')).orderBy('seq').limit(1),
)
const momentOf = prepared<{ team: string; seq: number }>()((value) =>
  sqlFor.selectFrom('event_queue').select('created_at').where('team_id', '=', value('team')).where('seq', '=', value('seq')),
)
const moved = prepared<{ team: string; consumer: string; position: number; at: string }>()((value) =>
  sqlFor
    .insertInto('stream_cursors')
    .values({ team_id: value('team'), consumer: value('consumer'), position: value('position'), updated_at: value('at') })
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'consumer'])
        .doUpdateSet({ position: sql<number>`greatest(stream_cursors.position, excluded.position)`, updated_at: sql<string>`excluded.updated_at` }),
    )
    .returning('position'),
)
const open = prepared<{ team: string }>()((value) =>
  sqlFor
    .selectFrom('event_leases')
    .select(['seq', 'consumer', 'leased_until'])
    .where('team_id', '=', value('team'))
    .where('done_at', 'is', null)
    .orderBy('seq')
    .limit(500),
)

export const eventStore = {
  /** Work that nobody has finished yet, by what it is about. */
  waitingWork: (tx: Tx, team: string) =>
    tx.all(
      sqlFor
        .selectFrom('event_leases as l')
        .innerJoin('event_queue as q', (join) => join.onRef('q.team_id', '=', 'l.team_id').onRef('q.seq', '=', 'l.seq'))
        .select(['q.entity_id', sql<number>`count(*)`.as('count'), sql<string>`min(l.created_at)`.as('oldest')])
        .where('l.team_id', '=', team)
        .where('l.done_at', 'is', null)
        .groupBy('q.entity_id'),
    ),

  after: (tx: Tx, team: string, seq: number, limit: number): Promise<QueuedEvent[]> => tx.all(after({ team, seq, limit })),
  some: (tx: Tx, team: string, seqs: number[]): Promise<QueuedEvent[]> => tx.all(some({ team, seqs })),
  firstAfter: (tx: Tx, team: string, seq: number): Promise<{ seq: number; created_at: string } | undefined> => tx.first(firstAfter({ team, seq })),

  /** When that event was, while it is kept. */
  momentOf: async (tx: Tx, team: string, seq: number): Promise<string | undefined> => (await tx.first(momentOf({ team, seq })))?.created_at,

  /** The number of the last event. */
  head: async (tx: Tx, team: string): Promise<number> =>
    (await tx.first(sqlFor.selectFrom('team_counters').select('events').where('team_id', '=', team)))?.events ?? 0,

  cursor: async (tx: Tx, team: string, consumer: string): Promise<number | undefined> =>
    (await tx.first(sqlFor.selectFrom('stream_cursors').select('position').where('team_id', '=', team).where('consumer', '=', consumer)))?.position,
  /** Never moves it back. Returns where it is. */
  moveCursor: async (tx: Tx, team: string, consumer: string, position: number, at: string): Promise<number> =>
    (await tx.first(moved({ team, consumer, position, at })))?.position ?? position,

  /** Its time may have ended while a call waited. */
  /** Whether a login is one of the team, what an operator has locked of it, and whether the team has gone elsewhere. In one query. */
  async standing(
    tx: Tx,
    team: string,
    login: { token: string } | { user: string },
  ): Promise<{ isKnown: boolean; locked: 'team' | 'account' | undefined; isGone: boolean }> {
    const [known, account] =
      'user' in login
        ? [
            sql<boolean>`EXISTS (SELECT 1 FROM members WHERE team_id = ${team} AND user_id = ${login.user} AND status = 'active')`,
            sql<boolean>`EXISTS (SELECT 1 FROM users WHERE id = ${login.user} AND locked_at IS NOT NULL)`,
          ]
        : [
            sql<boolean>`EXISTS (SELECT 1 FROM api_tokens WHERE team_id = ${team} AND id = ${login.token} AND (expires_at IS NULL OR expires_at > now()))`,
            sql<boolean>`EXISTS (SELECT 1 FROM api_tokens t JOIN users u ON u.id IN (t.created_by, t.made_by)
              WHERE t.team_id = ${team} AND t.id = ${login.token} AND u.locked_at IS NOT NULL)`,
          ]
    const lockedTeam = sql<boolean>`EXISTS (SELECT 1 FROM team_counters WHERE team_id = ${team} AND locked_at IS NOT NULL)`
    const goneTeam = sql<boolean>`EXISTS (SELECT 1 FROM team_counters WHERE team_id = ${team} AND move = 'gone')
      OR EXISTS (SELECT 1 FROM team_moves WHERE team_id = ${team} AND step = 'left')`
    const found = await tx.first(sqlFor.selectNoFrom([known.as('known'), lockedTeam.as('team'), account.as('account'), goneTeam.as('gone')]))
    return { isKnown: found?.known === true, locked: found?.team ? 'team' : found?.account ? 'account' : undefined, isGone: found?.gone === true }
  },

  /** Leased or not, what nobody has finished. */
  openLeases: (tx: Tx, team: string): Promise<{ seq: number; consumer: string | null; leased_until: string | null }[]> => tx.all(open({ team })),

  /** Gives each event to its consumer, unless somebody else was faster. Returns those that were given. */
  lease: async (tx: Tx, team: string, wanted: { seq: number; consumer: string }[], at: string, until: string): Promise<number[]> => {
    const rows = await tx.all(
      sqlFor
        .updateTable('event_leases as l')
        .from(
          sql<{ seq: number; consumer: string }>`unnest(${wanted.map(({ seq }) => seq)}::bigint[], ${wanted.map(({ consumer }) => consumer)}::text[])`.as<'w'>(
            sql`w(seq, consumer)`,
          ),
        )
        .set((row) => ({ consumer: row.ref('w.consumer'), leased_until: until, deliveries: sql<number>`deliveries + 1` }))
        .where('l.team_id', '=', team)
        .whereRef('l.seq', '=', 'w.seq')
        .where('l.done_at', 'is', null)
        .where((row) => row.or([row('l.leased_until', 'is', null), row('l.leased_until', '<=', at)]))
        .returning('l.seq'),
    )
    return rows.map((row) => row.seq)
  },

  /** Events that the consumer holds; `upTo` or the named ones. */
  async finish(tx: Tx, team: string, consumer: string, which: { upTo: number } | { seqs: number[] }, at: string): Promise<number[]> {
    const query = sqlFor
      .updateTable('event_leases')
      .set({ done_at: at })
      .where('team_id', '=', team)
      .where('consumer', '=', consumer)
      .where('done_at', 'is', null)
    const chosen = 'upTo' in which ? query.where('seq', '<=', which.upTo) : query.where('seq', '=', sql<number>`any(${which.seqs}::bigint[])`)
    return (await tx.all(chosen.returning('seq'))).map((row) => row.seq)
  },

  async extend(tx: Tx, team: string, consumer: string, seqs: number[], until: string): Promise<number[]> {
    const query = sqlFor.updateTable('event_leases').set({ leased_until: until }).where('team_id', '=', team).where('consumer', '=', consumer)
    const rows = await tx.all(query.where('done_at', 'is', null).where('seq', '=', sql<number>`any(${seqs}::bigint[])`).returning('seq'))
    return rows.map((row) => row.seq)
  },

  /** Makes an event one that is leased. */
  offer: (tx: Tx, team: string, seq: number, at: string) =>
    tx.run(sqlFor.insertInto('event_leases').values({ team_id: team, seq, consumer: null, leased_until: null, done_at: null, created_at: at })),
}
