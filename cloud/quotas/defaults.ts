// What every team may have at most, by the settings. It is kept in the database, which refuses what goes beyond.
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
}

/** Of the instance that starts last: all instances have the same settings. */
export async function enterQuotas(url: string, { tasks, textBytes, members, dailyEvents }: Quotas, fileBytes: number): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'tandem-cloud start' })
  await client.connect()
  try {
    await defaultsStore.set(client, { tasks, text_bytes: textBytes, members, file_bytes: fileBytes, daily_events: dailyEvents })
  } finally {
    await client.end()
  }
}
