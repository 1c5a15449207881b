// SQL for the proposals of a team, and nothing else.
import { sql } from 'kysely'
import type { ActorKind } from '../../shared/schema/actor.ts'
import type { Proposal, ProposalState } from '../../shared/schema/proposal.ts'
import { unprovenTool } from '../../shared/domain/agents/proposal-rules.ts'
import { columns } from '../db/columns.ts'
import { sqlFor, type Tx } from '../db/database.ts'
import { holdsTask } from '../db/what-tasks-wait-for.ts'

export interface StoredProposal extends Proposal {
  uid: string
  /** Of its task; null: it is about none, or about one that was gone before there were any. */
  about_uid: string | null
  /** The desktop that has the call; null: it was proposed here. */
  brought_by: string | null
  /** Counts its changes. */
  version: number
  /** With which it was proposed: user:ID or token:ID. */
  login: string
}

interface ProposalRow extends Omit<StoredProposal, 'because' | 'decided_by' | 'conversation_id' | 'task_id' | 'login' | 'principal'> {
  because: Proposal['because'] | null
  about_task: number | null
  fingerprint: string
  principal: string
  run: string | null
  decided_by_kind: ActorKind | null
  decided_by_name: string | null
  current_id: number | null
  gone: boolean
}

/** Of what is gone nobody can decide anything. It is asked each time: an undo brings the task back, and with it the question. */
const isGone = sql<boolean>`(p.state = 'pending' AND p.about_task IS NOT NULL
  AND (t.id IS NULL OR (p.tool = ${sql.lit(unprovenTool)} AND t.status <> 'in_review')))`

const all = (teamId: string) =>
  sqlFor
    .selectFrom('proposals as p')
    .leftJoin('tasks as t', (join) => join.onRef('t.team_id', '=', 'p.team_id').onRef('t.uid', '=', 'p.about_uid'))
    .select(columns.proposals.map((column) => `p.${column}` as const))
    .select(['t.id as current_id', isGone.as('gone')])
    .where('p.team_id', '=', teamId)

function read(row: object): StoredProposal {
  const {
    decided_by_kind,
    decided_by_name,
    about_task,
    current_id,
    gone,
    because,
    fingerprint: _same,
    principal: login,
    run: _run,
    ...rest
  } = row as ProposalRow
  // A task that was brought back has another number.
  const task_id = current_id ?? about_task
  return {
    ...rest,
    login,
    task_id,
    arguments: task_id === null ? rest.arguments : { ...rest.arguments, id: task_id },
    ...(because === null ? {} : { because }),
    state: gone ? 'withdrawn' : rest.state,
    conversation_id: null,
    decided_by: decided_by_kind === null ? null : { kind: decided_by_kind, name: decided_by_name ?? '' },
  }
}

const shown = 200

export const isUid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

export const proposalStore = {
  async list(tx: Tx, teamId: string, state: ProposalState): Promise<StoredProposal[]> {
    const rows = all(teamId)
    const newest = rows.orderBy('p.id', 'desc').limit(shown)
    if (state === 'pending') return (await tx.all(rows.where('p.state', '=', 'pending').where(sql<boolean>`NOT ${isGone}`).orderBy('p.id'))).map(read)
    if (state === 'withdrawn') return (await tx.all(newest.where((row) => row.or([row('p.state', '=', 'withdrawn'), isGone])))).map(read)
    return (await tx.all(rows.where('p.state', '=', state).orderBy('p.decided_at', 'desc').orderBy('p.id', 'desc').limit(shown))).map(read)
  },

  /** Those that wait, and the newest that were decided since then. */
  async lately(tx: Tx, teamId: string, since: string): Promise<StoredProposal[]> {
    const newest = sql`SELECT id FROM proposals WHERE team_id = ${teamId} AND state <> 'pending' AND decided_at >= ${since} ORDER BY decided_at DESC, id DESC LIMIT ${shown}::int`
    return (await tx.all(all(teamId).where(sql<boolean>`(p.state = 'pending' OR p.id IN (${newest}))`).orderBy('p.id'))).map(read)
  },

  async byId(tx: Tx, teamId: string, id: number): Promise<StoredProposal | undefined> {
    const row = await tx.first(all(teamId).where('p.id', '=', id))
    return row && read(row)
  },

  async byUid(tx: Tx, teamId: string, uid: string): Promise<StoredProposal | undefined> {
    const row = await tx.first(all(teamId).where('p.uid', '=', uid))
    return row && read(row)
  },

  /** Keeps others from deciding about it until the commit. */
  async byIdForUpdate(tx: Tx, teamId: string, id: number): Promise<StoredProposal | undefined> {
    const row = await tx.first(all(teamId).where('p.id', '=', id).forUpdate('p'))
    return row && read(row)
  },

  async byUidForUpdate(tx: Tx, teamId: string, uid: string): Promise<StoredProposal | undefined> {
    const row = await tx.first(all(teamId).where('p.uid', '=', uid).forUpdate('p'))
    return row && read(row)
  },

  /** The newest proposal of just this call. */
  async same(tx: Tx, teamId: string, fingerprint: string): Promise<StoredProposal | undefined> {
    const row = await tx.first(all(teamId).where('p.fingerprint', '=', fingerprint).orderBy('p.id', 'desc').limit(1))
    return row && read(row)
  },

  /** The uids of tasks that are there, by their ids. */
  async uidsOf(tx: Tx, teamId: string, ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map()
    const rows = sqlFor.selectFrom('tasks').select(['id', 'uid']).where('team_id', '=', teamId)
    return new Map((await tx.all(rows.where(sql<boolean>`id = any(${[...ids]}::bigint[])`))).map(({ id, uid }) => [id, uid]))
  },

  /** The ids of tasks that are there, by their uids. What is no uid names none. */
  async idsOf(tx: Tx, teamId: string, named: readonly string[]): Promise<Map<string, number>> {
    const uids = named.filter((uid) => isUid.test(uid))
    if (uids.length === 0) return new Map()
    const rows = sqlFor.selectFrom('tasks').select(['id', 'uid']).where('team_id', '=', teamId)
    return new Map((await tx.all(rows.where(sql<boolean>`uid = any(${[...uids]}::uuid[])`))).map(({ id, uid }) => [uid, id]))
  },

  /** What was made under a uid that follows from a proposal's. */
  made: (tx: Tx, table: 'tasks' | 'comments' | 'schedules' | 'contacts' | 'lists', teamId: string, uid: string): Promise<{ id: number } | undefined> =>
    tx.first(
      sqlFor
        .selectFrom(table as 'tasks')
        .select('id')
        .where('team_id', '=', teamId)
        .where('uid', '=', uid),
    ),

  /** Of these tasks those whose finish waits for a decision, and which proposal that is. */
  async finishing(tx: Tx, teamId: string, taskUids: readonly string[]): Promise<Map<number, number>> {
    const rows = sqlFor
      .selectFrom('proposals as p')
      .innerJoin('tasks as t', (join) => join.onRef('t.team_id', '=', 'p.team_id').onRef('t.uid', '=', 'p.about_uid'))
      .select(['t.id as task', sql<number>`min(p.id)`.as('proposal')])
      .where('p.team_id', '=', teamId)
      .where(holdsTask)
      .where(sql<boolean>`p.about_uid = any(${[...taskUids]}::uuid[])`)
      .groupBy('t.id')
    return new Map((await tx.all(rows)).map(({ task, proposal }) => [task, proposal]))
  },

  /** The number of the team's last event. */
  head: async (tx: Tx, teamId: string): Promise<number> =>
    (await tx.first(sqlFor.selectFrom('team_counters').select('events').where('team_id', '=', teamId)))?.events ?? 0,

  /** How many wait: of all, or of one agent with one login. */
  async waiting(tx: Tx, teamId: string, of?: { agent: string; principal: string }): Promise<number> {
    const all = sqlFor
      .selectFrom('proposals')
      .select((row) => row.fn.countAll<number>().as('n'))
      .where('team_id', '=', teamId)
      .where('state', '=', 'pending')
    return (await tx.first(of ? all.where('agent', '=', of.agent).where('principal', '=', of.principal) : all))?.n ?? 0
  },

  decide: (tx: Tx, teamId: string, { id, state, reason, result, entries, decided_at, decided_by, version }: StoredProposal) =>
    tx.run(
      sqlFor
        .updateTable('proposals')
        .set({
          version,
          state,
          reason,
          result: result && JSON.stringify(result),
          entries: JSON.stringify(entries),
          decided_at,
          decided_by_kind: decided_by?.kind ?? null,
          decided_by_name: decided_by?.name ?? null,
        })
        .where('team_id', '=', teamId)
        .where('id', '=', id),
    ),
}
