// SQL for answers, and nothing else. The database's clock says when one is due: all instances share it.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

export type ReplyRow = Tables['mail_replies']

/** One that an instance has taken. `attempts`: names this time of taking it, which ends when somebody else takes it. */
export interface TakenReply {
  team_id: string
  id: string
  attempts: number
}

/** Of one team so many are under way at the same time, so that its server keeps no other team waiting. */
const mostOfTeam = 2
const inSeconds = (seconds: number) => sql<string>`now() + ${seconds} * interval '1 second'`
const ofTeam = (team: string) => sqlFor.selectFrom('mail_replies').selectAll().where('team_id', '=', team)

export const replyStore = {
  /** True unless the same was sent by itself before. */
  insert: async (tx: Tx, row: ReplyRow, seconds: number): Promise<boolean> =>
    (await tx.run(
      sqlFor
        .insertInto('mail_replies')
        .values({ ...row, due_at: inSeconds(seconds) })
        .onConflict((conflict) => conflict.doNothing()),
    )) > 0,

  ofTask: (tx: Tx, team: string, uid: string): Promise<ReplyRow[]> =>
    tx.all(ofTeam(team).where('task_uid', '=', uid).orderBy('created_at').orderBy('id').limit(200)),
  byId: (tx: Tx, team: string, id: string): Promise<ReplyRow | undefined> => tx.first(ofTeam(team).where('id', '=', id)),
  byIdForUpdate: (tx: Tx, team: string, id: string): Promise<ReplyRow | undefined> => tx.first(ofTeam(team).where('id', '=', id).forUpdate()),

  /** Ours among these Message-IDs. */
  byMessageIds: async (tx: Tx, team: string, mailbox: string, ids: readonly string[]): Promise<ReplyRow[]> =>
    ids.length === 0
      ? []
      : tx.all(
          ofTeam(team)
            .where('mailbox_id', '=', mailbox)
            .where((row) => row.or([row('message_id', 'in', [...ids]), row('known_as', 'in', [...ids])])),
        ),

  /** What was sent since then, or waits to be: to each address. */
  since: (tx: Tx, team: string, from: string): Promise<Pick<ReplyRow, 'recipients' | 'cause'>[]> =>
    tx.all(
      sqlFor
        .selectFrom('mail_replies')
        .select(['recipients', 'cause'])
        .where('team_id', '=', team)
        .where('created_at', '>=', from)
        .where('state', '<>', 'canceled'),
    ),

  update: (tx: Tx, team: string, id: string, fields: Partial<ReplyRow>, dueIn?: number | null) =>
    tx.run(
      sqlFor
        .updateTable('mail_replies')
        .set({ ...fields, ...(dueIn === undefined ? {} : { due_at: dueIn === null ? null : inSeconds(dueIn) }) })
        .where('team_id', '=', team)
        .where('id', '=', id),
    ),

  /** False: somebody else has taken it since. */
  hand: async (tx: Tx, { team_id, id, attempts }: TakenReply, at: string): Promise<boolean> =>
    (await tx.run(
      sqlFor
        .updateTable('mail_replies')
        .set({ handed_at: at })
        .where('team_id', '=', team_id)
        .where('id', '=', id)
        .where('attempts', '=', attempts)
        .where('state', '=', 'sending')
        .where('handed_at', 'is', null)
        .where('due_at', '>', sql<string>`now()`),
    )) > 0,

  // As the courier, across teams.
  /** Each team's first come first, and of one team only so many are under way: its own server may be slow. */
  take: (tx: Tx, leaseSeconds: number, max: number): Promise<TakenReply[]> =>
    tx.all({
      compile: () =>
        sql<TakenReply>`WITH busy AS (
            SELECT team_id, count(*) AS under_way FROM mail_replies WHERE state = 'sending' AND due_at > now() GROUP BY team_id
          ), turns AS (
            SELECT q.team_id, q.id, q.due_at, coalesce(b.under_way, 0) + row_number() OVER (PARTITION BY q.team_id ORDER BY q.due_at) AS turn
            FROM mail_replies q LEFT JOIN busy b ON b.team_id = q.team_id
            -- Of a team that an operator has locked they wait.
            WHERE q.due_at <= now() AND NOT EXISTS (SELECT 1 FROM team_counters c WHERE c.team_id = q.team_id AND c.locked_at IS NOT NULL)
          ), due AS (
            SELECT d.team_id, d.id FROM (SELECT * FROM turns WHERE turn <= ${mostOfTeam}::int ORDER BY turn, due_at LIMIT ${max}::int) t
            CROSS JOIN LATERAL (
              SELECT r.team_id, r.id FROM mail_replies r WHERE r.team_id = t.team_id AND r.id = t.id AND r.due_at <= now() LIMIT 1 FOR UPDATE SKIP LOCKED
            ) d
          )
          UPDATE mail_replies r SET state = 'sending', attempts = r.attempts + 1, due_at = ${inSeconds(leaseSeconds)}
          FROM due WHERE r.team_id = due.team_id AND r.id = due.id
          RETURNING r.team_id, r.id, r.attempts`.compile(sqlFor),
    }),
}
