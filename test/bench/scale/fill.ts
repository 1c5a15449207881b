// Databases of so many teams, whose rows the database makes by itself. Each team has two people, one of them signed in, twelve tasks, and what they left in the journal.
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { hashPassword } from '../../../cloud/auth/password.ts'
import { hashSecret, newSessionToken } from '../../../cloud/auth/secrets.ts'
import { tokenFrom } from '../../../shared/domain/people/api-token.ts'

export interface SampleTeam {
  id: string
  email: string
  token: Record<string, string>
  session: Record<string, string>
}

export const password = 'correct horse battery'
/** Teams that are called, spread over all. */
const samples = 100

const statements = (teams: number): [string, string][] => [
  [
    'teams',
    `CREATE UNLOGGED TABLE made AS SELECT n, uuidv7() AS id, uuidv7() AS owner, uuidv7() AS other FROM generate_series(1, ${teams}) n; CREATE UNIQUE INDEX ON made (n); ANALYZE made`,
  ],
  [
    'users',
    `INSERT INTO users (id, email, email_key, name, password_hash, email_verified_at, created_at, updated_at)
      SELECT p.id, p.kind || m.n || '@example.org', p.kind || m.n || '@example.org', 'Person ' || m.n, '-', now(), now(), now() FROM made m, LATERAL (VALUES (m.owner, 'owner'), (m.other, 'other')) p (id, kind)`,
  ],
  [
    'sessions',
    `INSERT INTO sessions (token_hash, id, user_id, created_at, last_used_at, expires_at) SELECT sha256(('session' || n)::bytea), gen_random_uuid(), owner, now(), now(), now() + interval '30 days' FROM made`,
  ],
  ['teams', `INSERT INTO teams (id, name, created_at, updated_at) SELECT id, 'Team ' || n, now(), now() FROM made`],
  [
    'counters',
    `INSERT INTO team_counters (team_id, changed_at, tasks, comments, contacts, contact_count, events, task_counts)
      SELECT id, now(), 12, 4, 2, 2, 18, ARRAY[0,4,0,0,4,0,0,4,0,0,0,0,0,0,0] FROM made`,
  ],
  [
    'members',
    `INSERT INTO members (team_id, id, user_id, email, email_key, role, status, created_at, updated_at)
      SELECT m.id, gen_random_uuid(), p.id, p.kind || m.n || '@example.org', p.kind || m.n || '@example.org', CASE p.kind WHEN 'owner' THEN 'owner' ELSE 'member' END, 'active', now(), now()
      FROM made m, LATERAL (VALUES (m.owner, 'owner'), (m.other, 'other')) p (id, kind)`,
  ],
  [
    'tokens',
    `INSERT INTO api_tokens (team_id, id, name, token_hash, last_four, created_by, created_at) SELECT id, gen_random_uuid(), 'desktop', sha256(('token' || n)::bytea), 'last', owner, now() FROM made`,
  ],
  [
    'tasks',
    `INSERT INTO tasks (team_id, id, uid, title, description, status, priority, labels, requesters, version, created_at, updated_at, due)
      SELECT m.id, t, gen_random_uuid(), 'Task ' || t || ' of the customer ' || (m.n * 7 + t) % 9973, repeat('What has to be done about it, and why it matters. ', 4 + t % 5),
        (ARRAY['backlog','todo','in_progress'])[1 + t % 3], 'medium', ARRAY['label' || t % 4], '{}', 1, now() - t * interval '1 day', now(), CASE WHEN t % 3 = 0 THEN '2026-12-1' || t % 10 END
      FROM made m, generate_series(1, 12) t`,
  ],
  [
    'comments',
    `INSERT INTO comments (team_id, id, task_id, uid, body, author_kind, author_name, version, created_at, updated_at)
      SELECT m.id, t, t, gen_random_uuid(), 'Somebody asked about it again.', 'person', 'Person ' || m.n, 1, now(), now() FROM made m, generate_series(1, 4) t`,
  ],
  [
    'contacts',
    `INSERT INTO contacts (team_id, id, uid, slug, name, version, created_at, updated_at) SELECT m.id, t, gen_random_uuid(), 'contact-' || t, 'Contact ' || t, 1, now(), now() FROM made m, generate_series(1, 2) t`,
  ],
  [
    'events',
    `INSERT INTO event_queue (team_id, seq, kind, created_at, actor_kind, actor_name, principal, entity, entity_id, task_id, after)
      SELECT m.id, e, CASE WHEN e <= 12 THEN 'task.created' ELSE 'comment.created' END, now() - (18 - e) * interval '1 hour', 'person', 'Person ' || m.n, 'user:' || m.owner,
        CASE WHEN e <= 12 THEN 'task' ELSE 'comment' END, (1 + (e - 1) % 12)::text, 1 + (e - 1) % 12, jsonb_build_object('title', 'Task ' || e, 'description', repeat('What has to be done about it. ', 6))
      FROM made m, generate_series(1, 18) e`,
  ],
  [
    'webhooks',
    `INSERT INTO webhooks (team_id, id, url, kinds, secret_sealed, created_by, created_at, updated_at, position) SELECT id, gen_random_uuid(), 'https://example.org/', '{task.deleted}', '', owner, now(), now(), 18 FROM made WHERE n % 10 = 0`,
  ],
  [
    'deliveries',
    `INSERT INTO notification_log (team_id, notification_id, device_id, id, user_id, platform, event, task_id, status, attempts, expires_at, created_at, updated_at)
      SELECT m.id, gen_random_uuid(), gen_random_uuid(), t, m.owner, 'web', 'task.assigned', t, 'sent', 1, now(), now() - interval '1 day', now() FROM made m, generate_series(1, 3) t`,
  ],
  [
    'remembered answers',
    `INSERT INTO idempotency (team_id, principal, key, fingerprint, status, headers, body, created_at) SELECT m.id, 'user:' || m.owner, 'k' || t, 'f', 201, '{}', '{}', now() FROM made m, generate_series(1, 2) t`,
  ],
  ['positions', `INSERT INTO stream_cursors (team_id, consumer, position, updated_at) SELECT id, 'user:' || owner, 18, now() FROM made`],
]

/** Returns those that are called. The database must hold the cloud's empty tables. */
export async function fill(url: string, teams: number, say: (line: string) => void): Promise<SampleTeam[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    // What is filled in has no one who could lose it.
    await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '512MB'; SET session_replication_role = replica")
    for (const [what, text] of statements(teams)) {
      const began = performance.now()
      await client.query(text)
      if (performance.now() - began > 20_000) say(`${teams} teams, ${what}: ${Math.round((performance.now() - began) / 1000)} s`)
    }
    await client.query(
      'UPDATE team_counters c SET text_bytes = (SELECT sum(octet_length(title) + octet_length(description)) FROM tasks t WHERE t.team_id = c.team_id) + (SELECT sum(octet_length(body)) FROM comments t WHERE t.team_id = c.team_id)',
    )
    await client.query('VACUUM ANALYZE')
    const passwordHash = await hashPassword(password)
    const chosen: SampleTeam[] = []
    for (let place = 0; place < Math.min(samples, teams); place++) {
      const n = 1 + Math.floor((place * teams) / Math.min(samples, teams))
      const [token, session] = [tokenFrom(randomBytes(64)), newSessionToken()]
      const { rows } = await client.query<{ id: string; owner: string }>('SELECT id, owner FROM made WHERE n = $1', [n])
      const { id, owner } = rows[0] as { id: string; owner: string }
      await client.query('UPDATE api_tokens SET token_hash = $2 WHERE team_id = $1', [id, hashSecret(token)])
      await client.query('UPDATE sessions SET token_hash = $2 WHERE user_id = $1', [owner, hashSecret(session)])
      await client.query('UPDATE users SET password_hash = $2 WHERE id = $1', [owner, passwordHash])
      chosen.push({
        id,
        email: `owner${n}@example.org`,
        token: { authorization: `Bearer ${token}`, 'x-team-id': id },
        session: { authorization: `Bearer ${session}`, 'x-team-id': id },
      })
    }
    await client.query('DROP TABLE made')
    await client.query('CHECKPOINT')
    return chosen
  } finally {
    await client.end()
  }
}
