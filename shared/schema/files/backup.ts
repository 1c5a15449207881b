import { type Static, Type } from 'typebox'
import { object } from '../field.ts'

/** A checked copy of the whole list. */
export const Backup = object('Backup', {
  day: Type.String({ description: 'YYYY-MM-DD, by the clock of this machine.' }),
  file: Type.String({ description: 'Where it lies. `npm start -- --restore FILE` goes back to it.' }),
  bytes: Type.Integer({ description: 'Of the database.' }),
  attachments: object('BackedUpFiles', {
    count: Type.Integer(),
    bytes: Type.Integer({ description: 'All backups share their files: on disks with hard links they take no room of their own.' }),
  }),
})
export type Backup = Static<typeof Backup>
