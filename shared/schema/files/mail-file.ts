import { type Static, Type } from 'typebox'
import { nullable, object, oneOf } from '../field.ts'

/** A terabyte: whatever a mail says of itself. */
const maxTold = 1_099_511_627_776

const contentId = Type.String({ maxLength: 1000, description: 'Its Content-ID, without angle brackets: the text may name it as cid:ID. null: it has none.' })

export const leftOutReasons = ['too_large', 'mail_too_large', 'too_many', 'no_room', 'elsewhere', 'empty', 'gone'] as const
export type LeftOut = (typeof leftOutReasons)[number]

/** A file of a mail as its provider tells of it, before anybody has read it. Nothing here is believed: type and size are what arrives. */
export const MailFile = object('MailFile', {
  part: Type.String({ maxLength: 2000, description: 'What the provider calls it within its mail.' }),
  name: Type.String({ maxLength: 1000, description: 'As the mail has it.' }),
  bytes: nullable(Type.Integer({ minimum: 0, maximum: maxTold, description: 'About how large it is. null: the provider does not say.' })),
  content_id: nullable(contentId),
  left_out: Type.Optional(oneOf(leftOutReasons, 'Why nobody can ask for it: elsewhere is a link to a file that its sender keeps, say.')),
})
export type MailFile = Static<typeof MailFile>

/** A file of a message that comes in. */
export const MessageFile = object('MessageFile', {
  hash: nullable(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'Of a file that POST /attachments took. null: it was left out, because it was too large, say.',
      'x-hint': 'must be 64 hexadecimal digits, in small letters, as POST /attachments answers them',
    }),
  ),
  name: Type.String({ minLength: 1, maxLength: 1000 }),
  bytes: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: maxTold }))),
  content_id: Type.Optional(nullable(contentId)),
  left_out: Type.Optional(oneOf(leftOutReasons, 'Why it was left out. The text says so beside its name.')),
})
export type MessageFile = Static<typeof MessageFile>
