// Teams with a token each, put straight into the tables.
import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { uuidv7 } from 'uuidv7'
import { hashSecret } from '../../cloud/auth/secrets.ts'
import { tokenFrom } from '../../shared/domain/people/api-token.ts'
import { tasksFromReports } from './reports.ts'

export interface Team {
  id: string
  headers: Record<string, string>
}

export async function makeUser(client: Client): Promise<string> {
  const id = uuidv7()
  await client.query(
    "INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at, quota_tokens) VALUES ($1, $2, $2, '-', now(), now(), 1000000)",
    [id, `${id}@example.org`],
  )
  return id
}

export async function makeTeams(client: Client, count: number): Promise<Team[]> {
  const user = await makeUser(client)
  const teams: Team[] = []
  await client.query('BEGIN')
  for (let i = 0; i < count; i++) {
    const id = uuidv7()
    const token = tokenFrom(randomBytes(64))
    await client.query("INSERT INTO teams VALUES ($1, 'bench', now(), now())", [id])
    await client.query('INSERT INTO team_counters (team_id, changed_at) VALUES ($1, now())', [id])
    await client.query("INSERT INTO api_tokens VALUES ($1, $2, 'bench', $3, 'last', $4, now(), now())", [id, uuidv7(), hashSecret(token), user])
    teams.push({ id, headers: { authorization: `Bearer ${token}`, 'x-team-id': id } })
  }
  await client.query('COMMIT')
  return teams
}

/** Tasks of a team, with the counters as the program would have left them. `more`: what else is made of each batch. */
export async function fillTeam(
  client: Client,
  team: Team,
  count: number,
  more: (rows: string, columns: string, from: string) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const source = [...tasksFromReports(count)].map((task, i) => ({ ...task, id: i + 1, uid: uuidv7() }))
  for (let first = 0; first < count; first += 2000) {
    const rows = JSON.stringify(source.slice(first, first + 2000))
    const columns = 'uid, title, description, status, priority, labels, requesters'
    const from = `jsonb_to_recordset($1::jsonb) AS r (id bigint, uid uuid, title text, description text, status text, priority text, labels text[], requesters text[])`
    await client.query(`INSERT INTO tasks (team_id, id, ${columns}, version, created_at, updated_at) SELECT $2, id, ${columns}, 1, now(), now() FROM ${from}`, [
      rows,
      team.id,
    ])
    await more(rows, columns, from)
  }
  await client.query(
    `UPDATE team_counters SET tasks = $2, task_counts = (
       SELECT array_agg((SELECT count(*) FROM tasks t WHERE t.team_id = $1 AND t.status = s AND t.priority = p) ORDER BY si, pi)
       FROM unnest(ARRAY['backlog','todo','in_progress','in_review','done']) WITH ORDINALITY a(s, si), unnest(ARRAY['low','medium','high']) WITH ORDINALITY b(p, pi))
     WHERE team_id = $1`,
    [team.id, count],
  )
}
