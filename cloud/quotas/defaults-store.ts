// SQL for what every team may have, and nothing else.
import type { Client } from 'pg'

export interface Defaults {
  tasks: number
  text_bytes: number
  members: number
  file_bytes: number
  daily_events: number
  person_teams: number
  person_tokens: number
}

export const defaultsStore = {
  async set(client: Client, defaults: Defaults): Promise<void> {
    const names = Object.keys(defaults)
    const values = names.map((_, nth) => `$${nth + 1}`)
    await client.query(
      `INSERT INTO quotas (${names.join(', ')}) VALUES (${values.join(', ')})
       ON CONFLICT (id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      Object.values(defaults),
    )
  },
}
