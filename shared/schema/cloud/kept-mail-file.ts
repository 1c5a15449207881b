import { type Static, Type } from 'typebox'
import { object } from '../field.ts'
import { provider } from './mailbox.ts'

/** Which file of which mail is to be kept. */
export const WantedMailFile = object('WantedMailFile', {
  history_id: Type.String({ minLength: 1, maxLength: 1000, description: 'From the event.' }),
  mailbox: Type.Optional(Type.String({ maxLength: 320, description: 'From the event. May be left out when the team has one mailbox only.' })),
  provider: Type.Optional(provider),
  ref: Type.String({ minLength: 1, maxLength: 2000, description: 'Of the email, from GET /email/messages.' }),
  part: Type.String({ minLength: 1, maxLength: 2000, description: 'Of the file, from there.' }),
})
export type WantedMailFile = Static<typeof WantedMailFile>

export const KeptMailFile = object('KeptMailFile', {
  hash: Type.String({ description: 'SHA-256 of its content: GET /attachments/HASH/NAME reads it.' }),
  media_type: Type.String({ description: 'By its content, as of any file.' }),
  bytes: Type.Integer(),
})
export type KeptMailFile = Static<typeof KeptMailFile>
