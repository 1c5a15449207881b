// Events of the stream with all their texts, however history keeps them by now.
import type { Tx } from '../db/database.ts'
import type { Row } from '../../shared/domain/history/difference.ts'
import { withWholeTexts } from '../journal/long-texts/whole-texts.ts'
import type { QueuedEvent } from './event-store.ts'

type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

const parsed = (json: string | null) => (json === null ? null : (JSON.parse(json) as Row))
const text = (row: Row | null) => row && JSON.stringify(row)

export async function wholeEvents(teamId: string, read: Read, events: (tx: Tx) => Promise<QueuedEvent[]>): Promise<QueuedEvent[]> {
  const found = await read(events)
  // Nearly always: what is read is young.
  if (found.every(({ texts }) => texts === null)) return found
  const rows = found.map((event) =>
    event.texts === null ? { ...event, before: null, after: null } : { ...event, before: parsed(event.before), after: parsed(event.after) },
  )
  const whole = await withWholeTexts(rows, teamId, read)
  return found.map((event, n) =>
    event.texts === null ? event : { ...event, before: text(whole[n]?.before ?? null), after: text(whole[n]?.after ?? null), texts: null },
  )
}
