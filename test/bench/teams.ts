// Teams with a token each, put straight into the tables.
import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { uuidv7 } from 'uuidv7'
import { hashSecret } from '../../cloud/auth/secrets.ts'
import { tokenFrom } from '../../shared/domain/people/api-token.ts'

export interface Team {
  id: string
  headers: Record<string, string>
}

export async function makeUser(client: Client): Promise<string> {
  const id = uuidv7()
  await client.query("INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at) VALUES ($1, $2, $2, '-', now(), now())", [
    id,
    `${id}@example.org`,
  ])
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
