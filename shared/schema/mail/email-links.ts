// Which tasks came of mails of a team: said by the desktop that took them in.
import { type Static, Type } from 'typebox'
import { provider } from '../cloud/mailbox.ts'
import { object } from '../field.ts'

export const EmailLinks = object('EmailLinks', {
  mailbox: Type.String({ minLength: 1, maxLength: 320 }),
  provider,
  links: Type.Array(
    object('EmailLink', {
      message_id: Type.String({ minLength: 1, maxLength: 1000, description: 'external_id of the email.' }),
      task_uid: Type.String({ format: 'uuid' }),
      made: Type.Boolean({ description: 'The task was made of it.' }),
    }),
    { minItems: 1, maxItems: 500 },
  ),
})
export type EmailLinks = Static<typeof EmailLinks>
