import { type Static, Type } from 'typebox'
import { object, oneOf, Timestamp } from './field.ts'

/** writes_lost: changes that had been acknowledged are gone · content_differs: what is stored is not what the history says · files_lost: attachments are missing or damaged ·
 * cloud_went_back: the team's cloud lacks what it had acknowledged. */
export const noticeKinds = ['writes_lost', 'content_differs', 'files_lost', 'cloud_went_back'] as const

/** Something about the data itself that a person must know. */
export const Notice = object('Notice', {
  kind: oneOf(
    noticeKinds,
    'writes_lost: changes that had been acknowledged are gone. content_differs: what is stored differs from what the journal says. files_lost: attachments that texts name are missing or damaged. cloud_went_back: the team’s cloud goes on without its last moments, or from a backup.',
  ),
  at: Timestamp,
  count: Type.Integer({ description: 'How many changes, rows or files; 0 where nobody can know.' }),
  detail: Type.String({ description: 'What happened, and what to do.' }),
})
export type Notice = Static<typeof Notice>
