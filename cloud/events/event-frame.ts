// An event as it goes over the wire. Written once for all who listen, around the JSON text that the database holds.
import { eventKinds } from '../../shared/schema/event.ts'
import type { QueuedEvent } from './event-store.ts'

const streamed: ReadonlySet<string> = new Set(eventKinds)

/** Tokens and the team's name are nobody's business but its admins'. */
export function isStreamed(event: QueuedEvent): boolean {
  return streamed.has(event.kind)
}

/** What it is about, as JSON. */
export function dataOf(event: QueuedEvent): string {
  // These are about nothing else that the event could name.
  if (event.entity === 'email' || event.entity === 'reminder') return event.after ?? '{}'
  const { actor_kind: kind, actor_name: name, entity_id, task_id, cause, run, undo_of } = event
  const more = `${run === null ? '' : `,"run":${JSON.stringify(run)}`}${undo_of === null ? '' : `,"undo_of":${undo_of}`}`
  return `{"actor":${JSON.stringify({ kind, name })},"entity_id":${JSON.stringify(entity_id)},"task_id":${task_id},"before":${event.before},"after":${event.after},"cause":${cause}${more}}`
}

/** JSON text holds no line break, as a frame must not. `withId`: false when it comes out of its turn and must not move the client's position. */
export function frameOf(teamId: string, event: QueuedEvent, withId = true): Buffer {
  const { seq, kind, created_at } = event
  return Buffer.from(
    `${withId ? `id: ${seq}\n` : ''}data: {"id":${seq},"kind":"${kind}","team_id":"${teamId}","created_at":"${created_at}","data":${dataOf(event)}}\n\n`,
  )
}
