// What every team and every person may have at most, by the settings. It is kept in the database, which refuses what goes beyond.
import { Client } from 'pg'
import { defaultsStore } from './defaults-store.ts'

export interface Quotas {
  tasks: number
  /** Bytes of titles, descriptions and comments. */
  textBytes: number
  /** Invitations included. */
  members: number
  /** What is written in a day, in UTC. */
  dailyEvents: number
  /** That one person owns. */
  personTeams: number
  /** API tokens of one person, and agents that they have connected, in all teams. */
  personTokens: number
}

/** Of the instance that starts last: all instances have the same settings. */
export async function enterQuotas(url: string, quotas: Quotas, fileBytes: number): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'tandem-cloud start' })
  await client.connect()
  try {
    await defaultsStore.set(client, {
      tasks: quotas.tasks,
      text_bytes: quotas.textBytes,
      members: quotas.members,
      file_bytes: fileBytes,
      daily_events: quotas.dailyEvents,
      person_teams: quotas.personTeams,
      person_tokens: quotas.personTokens,
    })
  } finally {
    await client.end()
  }
}
