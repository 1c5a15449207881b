import { type Static, Type } from 'typebox'
import { object, oneOf } from './field.ts'

export const actorKinds = ['person', 'agent', 'email', 'sync', 'system'] as const
export type ActorKind = (typeof actorKinds)[number]

/** Who wrote something. An agent's name is its client's name; `system` is Tandem itself, when a reminder fires. */
export const Actor = object('Actor', {
  kind: oneOf(actorKinds, 'What kind of writer.'),
  name: Type.String({ maxLength: 200 }),
})
export type Actor = Static<typeof Actor>
