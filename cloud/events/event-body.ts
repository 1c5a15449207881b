// Events as webhooks send them: the envelope of Standard Webhooks around what the stream tells.
import type { Database } from '../db/database.ts'
import { dataOf } from './event-frame.ts'
import { eventStore } from './event-store.ts'
import { wholeEvents } from './whole-events.ts'

/** One event as JSON text; undefined: it is not kept any more. */
export async function eventBody(db: Pick<Database, 'readTeam'>, teamId: string, seq: number): Promise<string | undefined> {
  const [event] = await wholeEvents(
    teamId,
    (work) => db.readTeam(teamId, work),
    (tx) => eventStore.some(tx, teamId, [seq]),
  )
  if (!event) return undefined
  const { kind, created_at } = event
  return `{"type":"${kind}","timestamp":"${created_at}","data":{"id":${seq},"team_id":"${teamId}",${dataOf(event).slice(1)}}`
}
