import { type Static, Type } from 'typebox'
import { TokenPolicy } from '../agent.ts'
import { nullable, object, Timestamp, visibleText } from '../field.ts'

const name = visibleText(200, 'What it is for.')

const agent = nullable(
  visibleText(
    200,
    "The one agent that it belongs to: whatever is written with it is that agent's. null: a desktop's or a script's, which says with X-Actor who works.",
  ),
)
const read_only = Type.Boolean({ description: 'It may read, and nothing else.' })
const expires_at = nullable(Type.String({ format: 'date-time', description: 'From then on it is 401, and its streams end. null: never.' }))

const metadata = {
  id: Type.String({ format: 'uuid' }),
  name,
  last_four: Type.String({ description: 'The end of its value, to recognise it by.' }),
  created_at: Timestamp,
  last_used_at: nullable(Timestamp),
  created_by: Type.String({ format: 'uuid', description: 'The user whose it is: who created it, or for whom. It ends when they leave the team.' }),
  made_by: nullable(Type.String({ format: 'uuid', description: 'Who created it for another member; null: they did themselves.' })),
  agent,
  read_only,
  expires_at,
  policy: TokenPolicy,
  may: nullable(
    Type.Object(TokenPolicy.properties, {
      title: 'EffectivePolicy',
      additionalProperties: false,
      description: 'What its agent may with it now, kind by kind: the stricter of `policy` and what is set for the agent. null: it belongs to no agent.',
    }),
  ),
}

/** What a listing shows: never the value. */
export const ApiToken = object('ApiToken', metadata)
export type ApiToken = Static<typeof ApiToken>

export const CreatedApiToken = object('CreatedApiToken', {
  ...metadata,
  token: Type.String({ description: 'The value, shown this once. Send it as "Authorization: Bearer TOKEN" with X-Team-Id.' }),
})
export type CreatedApiToken = Static<typeof CreatedApiToken>

export const NewApiToken = object('NewApiToken', {
  name,
  person: Type.Optional(
    nullable(
      Type.String({
        format: 'uuid',
        description:
          'The member whose desktop or script it is for, by user id: what comes from there is their work. Default: whoever creates it. Send it or agent, not both.',
      }),
    ),
  ),
  agent: Type.Optional(agent),
  read_only: Type.Optional(read_only),
  expires_at: Type.Optional(expires_at),
  policy: Type.Optional(TokenPolicy),
})
export type NewApiToken = Static<typeof NewApiToken>
