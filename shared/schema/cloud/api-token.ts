import { type Static, Type } from 'typebox'
import { nullable, object, Timestamp, visibleText } from '../field.ts'

const name = visibleText(200, 'What it is for.')

const metadata = {
  id: Type.String({ format: 'uuid' }),
  name,
  last_four: Type.String({ description: 'The end of its value, to recognise it by.' }),
  created_at: Timestamp,
  last_used_at: nullable(Timestamp),
  created_by: Type.String({ format: 'uuid', description: 'The user who created it. It ends when they leave the team.' }),
}

/** What a listing shows: never the value. */
export const ApiToken = object('ApiToken', metadata)
export type ApiToken = Static<typeof ApiToken>

export const CreatedApiToken = object('CreatedApiToken', {
  ...metadata,
  token: Type.String({ description: 'The value, shown this once. Send it as "Authorization: Bearer TOKEN" with X-Team-Id.' }),
})
export type CreatedApiToken = Static<typeof CreatedApiToken>

export const NewApiToken = object('NewApiToken', { name })
export type NewApiToken = Static<typeof NewApiToken>
