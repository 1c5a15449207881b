import { Type } from 'typebox'
import { EventAck, EventPosition } from '../schema/event.ts'
import { object } from '../schema/field.ts'
import { inTeam } from './paging.ts'
import { defineContract } from './route.ts'

const tag = 'Events'

export const eventContract = defineContract({
  streamTeamEvents: {
    method: 'GET',
    path: '/events/stream',
    tag,
    summary:
      'Server-sent events of the team, {id, kind, team_id, created_at, data}. Resumes after Last-Event-ID (or ?after=), else where this login stood. `event: hello` says where the stream begins: `head`, the last event, and `at`, when the event with its id was (after a restore of the cloud another one), and `epoch`, which names the history that these numbers belong to: after a failover of the database it is another one. `event: reset`: too much is gone; read everything again.',
    query: object('TeamEventsQuery', {
      after: Type.Optional(
        Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Like Last-Event-ID, for programs that cannot send headers.' }),
      ),
      lease: Type.Optional(
        Type.Boolean({ description: 'false: only watch; email.received goes to others. Default: true for API tokens. Sessions never get any.' }),
      ),
      ...inTeam,
    }),
    status: 200,
    stream: true,
  },
  ackEvents: {
    method: 'POST',
    path: '/events/ack',
    tag,
    summary: 'Acknowledge events. Leased events are delivered again, to you or another reader, until acknowledged.',
    body: EventAck,
    reply: EventPosition,
    status: 200,
  },
})
