import { type Static, Type } from 'typebox'
import { nullable, object, oneOf, Timestamp, visibleText } from '../field.ts'
import { TeamId } from './team.ts'

/** What a connected agent may: read; write what a person then accepts; write. */
export const connectionAccesses = ['read', 'propose', 'write'] as const
export type ConnectionAccess = (typeof connectionAccesses)[number]

/** What clients ask for, as scopes of OAuth. How a write is done (at once, or after a person's yes) is the person's to say. */
export const readScope = 'tasks:read'
export const writeScope = 'tasks:write'

const clientName = Type.String({ description: 'What the client calls itself. Anybody can call themselves anything.' })
const clientHost = nullable(
  Type.String({
    description: 'The website that vouches for the client: where its description was read (client ID metadata document). null: it registered itself.',
  }),
)

export const ConnectionRequest = object('ConnectionRequest', {
  client: object('ConnectingClient', { name: clientName, host: clientHost }),
  returns_to: object('ReturnsTo', {
    kind: oneOf(
      ['website', 'this_device', 'app'],
      'Where the browser goes with the answer: a website, a program on this device (loopback), or an app by its own scheme.',
    ),
    host: Type.String({ description: 'The host, or the scheme of the app.' }),
  }),
  agent: Type.String({ description: 'A name for the agent, from the name of the client.' }),
  asks_for: oneOf(['read', 'write'], 'What the client asked for. It is given no more than that.'),
})
export type ConnectionRequest = Static<typeof ConnectionRequest>

export const NewConnection = object('NewConnection', {
  team_id: TeamId,
  agent: visibleText(200, 'The name under which the agent works. It cannot be changed later.'),
  access: oneOf(connectionAccesses, 'read: only read; propose: what it writes waits for a person; write: at once, as far as the policy of the agent allows.'),
})
export type NewConnection = Static<typeof NewConnection>

export const ConnectionAnswer = object('ConnectionAnswer', { to: Type.String({ description: 'Where the browser goes next: the client waits there.' }) })

/** An agent that a person connected: an API token whose value nobody has. */
export const Connection = object('Connection', {
  id: Type.String({ format: 'uuid', description: 'Also the id of the token that history names.' }),
  client: object('ConnectedClient', { name: clientName, host: clientHost }),
  agent: Type.String({ description: 'What it writes is by this agent.' }),
  access: oneOf(connectionAccesses, 'What it was given.'),
  created_at: Timestamp,
  last_used_at: nullable(Timestamp),
  created_by: Type.String({ format: 'uuid', description: 'The user who connected it. It ends when they leave the team.' }),
})
export type Connection = Static<typeof Connection>
