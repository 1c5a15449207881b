import { type Static, Type } from 'typebox'
import { object, oneOf, Timestamp } from './field.ts'

/** writes_lost: changes that had been acknowledged are gone · content_differs: what is stored is not what the history says. */
export const noticeKinds = ['writes_lost', 'content_differs'] as const

/** Something about the data itself that a person must know. */
export const Notice = object('Notice', {
  kind: oneOf(noticeKinds, 'writes_lost: changes that had been acknowledged are gone. content_differs: what is stored differs from what the journal says.'),
  at: Timestamp,
  count: Type.Integer({ description: 'How many changes, or rows.' }),
  detail: Type.String({ description: 'What happened, and what to do.' }),
})
export type Notice = Static<typeof Notice>
