import { type Static, Type } from 'typebox'
import { object } from '../field.ts'

/** A file in the data folder that texts may name. */
export const Attachment = object('Attachment', {
  hash: Type.String({ description: 'SHA-256 of the content.' }),
  name: Type.String({ description: 'As it was sent, without what a file name cannot have.' }),
  media_type: Type.String({
    description: 'image/png, image/jpeg, image/gif, image/webp or image/avif by its content; anything else is application/octet-stream.',
  }),
  bytes: Type.Integer(),
  path: Type.String({ description: 'Where it is read.' }),
  markdown: Type.String({ description: 'Put this into a description or a comment: a file belongs to the tasks whose texts name it.' }),
})
export type Attachment = Static<typeof Attachment>
