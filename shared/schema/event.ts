import { type Static, Type } from 'typebox'
import { object } from './field.ts'

/** What the stream of a team carries. */
export const eventKinds = [
  ...(['task.created', 'task.updated', 'task.deleted', 'comment.created', 'comment.updated', 'comment.deleted'] as const),
  ...(['schedule.created', 'schedule.updated', 'schedule.deleted'] as const),
  ...(['contact.created', 'contact.updated', 'contact.deleted', 'member.created', 'member.updated', 'member.deleted'] as const),
  ...(['list.created', 'list.updated', 'list.deleted', 'claim.created', 'claim.deleted', 'evidence.created'] as const),
  ...(['agent.updated', 'proposal.created', 'proposal.updated', 'question.created', 'question.updated', 'pair.updated'] as const),
  ...(['reply.created', 'reply.updated'] as const),
  ...(['email.received', 'email.auth_expired', 'email.resync', 'reminder.due'] as const),
] as const

/** Work for one consumer at a time; everything else goes to all. */
export const leasedKinds: readonly string[] = ['email.received']

const eventId = (description: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })
const eventIds = (description: string) => Type.Array(eventId('The id of an event.'), { maxItems: 1000, uniqueItems: true, description })

export const EventAck = object('EventAck', {
  id: Type.Optional(eventId('Everything up to this event is done: the cursor moves here, and leases of yours up to here end.')),
  done: Type.Optional(eventIds('These leased events are done.')),
  extend: Type.Optional(eventIds('These leased events take longer: hold them for another minute.')),
})
export type EventAck = Static<typeof EventAck>

export const EventPosition = object('EventPosition', {
  cursor: Type.Integer({ description: 'Where the stream begins when you connect without Last-Event-ID.' }),
  done: Type.Array(Type.Integer(), { description: 'Leases that ended with this call.' }),
  extended: Type.Array(Type.Integer(), { description: 'Leases that you hold for longer. One that is missing is not yours any more.' }),
})
export type EventPosition = Static<typeof EventPosition>
