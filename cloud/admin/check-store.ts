// SQL for what must hold in the database, and nothing else. Each question answers with what contradicts it.
import { type RawBuilder, sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'

export interface Finding {
  /** Which rule. */
  rule: string
  team_id: string | null
  /** What contradicts it. */
  found: string
}

/** So many of each rule are listed. */
const most = 100

const rows = <R>(tx: Tx, text: RawBuilder<R>): Promise<R[]> => tx.all({ compile: () => text.compile(sqlFor) })

/** Whose parent is gone: table, and how its row names the parent. */
const parents = [
  ['comments', 'tasks', sql`p.id = c.task_id`],
  ['schedules', 'tasks', sql`p.id = c.task_id`],
  ['claims', 'tasks', sql`p.id = c.task_id`],
  ['mail_folders', 'mailboxes', sql`p.id = c.mailbox_id`],
  ['webhook_deliveries', 'webhooks', sql`p.id = c.webhook_id`],
  ['oauth_grants', 'api_tokens', sql`p.id = c.token_id`],
  ['calendars', 'members', sql`p.id = c.member_id`],
  ['files', 'file_objects', sql`p.object = c.object AND p.state = 'kept'`],
] as const

/** The number of the newest row is not above the counter that gives the next. */
const counters = ['tasks', 'comments', 'contacts', 'schedules', 'lists', 'questions', 'proposals'] as const

const tablesOfTeams = (tx: Tx) =>
  rows(
    tx,
    sql<{ name: string }>`SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'team_id' AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`,
  )

export const checkStore = {
  migrations: async (tx: Tx): Promise<string[]> =>
    (await rows(tx, sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`)).map(({ name }) => name),

  /** Tables of teams without row-level security, or that a role of the cloud owns. */
  unguarded: (tx: Tx) =>
    rows(
      tx,
      sql<Finding>`SELECT 'row-level security' AS rule, NULL AS team_id, c.relname || CASE WHEN c.relrowsecurity THEN ' is owned by ' || pg_get_userbyid(c.relowner) ELSE ' has none' END AS found
        FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
        AND (c.relname = 'operator_acts' OR c.relname = 'teams' OR EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'team_id' AND NOT a.attisdropped))
        AND (NOT c.relrowsecurity OR pg_get_userbyid(c.relowner) LIKE 'tandem\\_%') ORDER BY 1, 3`,
    ),

  /** The trigger that keeps what operators did. */
  auditIsKept: async (tx: Tx): Promise<boolean> =>
    (await rows(tx, sql<object>`SELECT 1 FROM pg_trigger WHERE tgrelid = 'operator_acts'::regclass AND tgname = 'only_added' AND tgenabled <> 'D'`)).length > 0,

  async counters(tx: Tx): Promise<Finding[]> {
    const found: Finding[] = []
    for (const name of counters)
      found.push(
        ...(await rows(
          tx,
          sql<Finding>`SELECT 'counters' AS rule, c.team_id, ${name} || ': number ' || max(t.id) || ' was given, the counter is at ' || c.${sql.ref(name)} AS found
            FROM team_counters c JOIN ${sql.table(name)} t ON t.team_id = c.team_id GROUP BY c.team_id, c.${sql.ref(name)} HAVING max(t.id) > c.${sql.ref(name)} LIMIT ${most}`,
        )),
      )
    found.push(
      ...(await rows(
        tx,
        sql<Finding>`SELECT 'counters' AS rule, c.team_id, 'contact_count is ' || c.contact_count || ', there are ' || count(t.id) AS found
          FROM team_counters c LEFT JOIN contacts t ON t.team_id = c.team_id GROUP BY c.team_id, c.contact_count HAVING count(t.id) <> c.contact_count LIMIT ${most}`,
      )),
      ...(await rows(
        tx,
        sql<Finding>`SELECT 'counters' AS rule, c.team_id, 'task_counts sum up to ' || n.sum || ', there are ' || coalesce(t.count, 0) AS found
          FROM team_counters c CROSS JOIN LATERAL (SELECT sum(x) AS sum FROM unnest(c.task_counts) x) n
          LEFT JOIN (SELECT team_id, count(*) FROM tasks GROUP BY team_id) t ON t.team_id = c.team_id WHERE n.sum <> coalesce(t.count, 0) LIMIT ${most}`,
      )),
      ...(await rows(
        tx,
        sql<Finding>`SELECT 'counters' AS rule, c.team_id, 'text_bytes is ' || c.text_bytes || ', the texts have ' || coalesce(t.bytes, 0) || ' bytes' AS found
          FROM team_counters c LEFT JOIN (SELECT team_id, sum(bytes) AS bytes FROM (
            SELECT team_id, octet_length(title) + coalesce(octet_length(description), 0) AS bytes FROM tasks
            UNION ALL SELECT team_id, octet_length(body) FROM comments) texts GROUP BY team_id) t ON t.team_id = c.team_id
          WHERE c.text_bytes <> coalesce(t.bytes, 0) LIMIT ${most}`,
      )),
    )
    return found
  },

  /** Events of mails, reminders, claims and evidence go after a week: what lacks behind a younger one was never deleted by the cloud. */
  events: (tx: Tx) =>
    rows(
      tx,
      sql<Finding>`SELECT 'events' AS rule, team_id, CASE WHEN next > head THEN 'event ' || seq + 1 || ' is missing at the end: the counter is at ' || head
          ELSE 'between ' || seq || ' and ' || next || ' events are missing' END AS found FROM (
        SELECT e.team_id, e.seq, e.created_at, c.events AS head, coalesce(lead(e.seq) OVER (PARTITION BY e.team_id ORDER BY e.seq), c.events + 1) AS next
        FROM event_queue e JOIN team_counters c ON c.team_id = e.team_id) s
        WHERE next <> seq + 1 AND created_at > now() - interval '6 days' OR seq > head ORDER BY team_id, seq LIMIT ${most}`,
    ),

  /** Long texts are put together from events before (journal/long-texts): each of them has to be there. */
  texts: (tx: Tx) =>
    rows(
      tx,
      sql<Finding>`SELECT 'texts' AS rule, e.team_id, 'event ' || e.seq || ' builds on ' || (k.value ->> 'base') || ', which is not there' AS found
        FROM event_queue e CROSS JOIN LATERAL jsonb_each(e.texts) k
        WHERE k.value ->> 'base' IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM event_queue b WHERE b.team_id = e.team_id AND b.seq = (k.value ->> 'base')::bigint AND jsonb_exists(b.after, k.key))
        ORDER BY e.team_id, e.seq LIMIT ${most}`,
    ),

  async orphans(tx: Tx): Promise<Finding[]> {
    const found: Finding[] = []
    for (const [child, parent, link] of parents)
      found.push(
        ...(await rows(
          tx,
          sql<Finding>`SELECT 'orphans' AS rule, c.team_id, count(*) || ' of ' || ${child}::text || ' belong to none of ' || ${parent}::text AS found FROM ${sql.table(child)} c
            WHERE NOT EXISTS (SELECT 1 FROM ${sql.table(parent)} p WHERE p.team_id = c.team_id AND ${link}) GROUP BY c.team_id LIMIT ${most}`,
        )),
      )
    return found
  },

  /** Teams that somebody began to move and did not end. */
  moves: (tx: Tx) =>
    rows(
      tx,
      sql<Finding>`SELECT 'moves' AS rule, team_id, 'on its way ' || CASE side WHEN 'from' THEN 'to ' ELSE 'here from ' END || cell || ' since ' || began_at AS found
        FROM team_moves WHERE step <> 'left' AND began_at < now() - interval '1 hour' ORDER BY began_at LIMIT ${most}`,
    ),

  /** Rows of teams that are gone. What the sweep of files has yet to delete is none. */
  async ofNoTeam(tx: Tx): Promise<Finding[]> {
    const found: Finding[] = []
    for (const { name } of await tablesOfTeams(tx)) {
      // Files that instances have yet to delete, and teams that went to another cell.
      const but = name === 'file_objects' ? sql`AND r.state <> 'gone'` : name === 'team_moves' ? sql`AND r.step <> 'left'` : sql``
      found.push(
        ...(await rows(
          tx,
          sql<Finding>`SELECT 'teams that are gone' AS rule, r.team_id, count(*) || ' rows in ' || ${name}::text AS found FROM ${sql.table(name)} r
            WHERE NOT EXISTS (SELECT 1 FROM teams t WHERE t.id = r.team_id) ${but} GROUP BY r.team_id LIMIT ${most}`,
        )),
      )
    }
    found.push(
      ...(await rows(
        tx,
        sql<Finding>`SELECT 'teams that are gone' AS rule, t.id AS team_id, 'it has no counters' AS found FROM teams t WHERE NOT EXISTS (SELECT 1 FROM team_counters c WHERE c.team_id = t.id)`,
      )),
    )
    return found
  },
}
