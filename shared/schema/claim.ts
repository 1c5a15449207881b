import { type Static, Type } from 'typebox'
import { Actor } from './actor.ts'
import { Id, object, Timestamp, visibleText } from './field.ts'

export const defaultLeaseMinutes = 15

/** A lease on a task: who works on it, until when. It is no content: it ends by itself, and undo does not know it. */
export const Claim = object('Claim', {
  task_id: Id,
  holder: Actor,
  claimed_at: Timestamp,
  expires_at: Timestamp,
  unconfirmed: Type.Optional(Type.Literal(true, { description: 'Granted here while the team could not be reached: somebody else may have it, too.' })),
})
export type Claim = Static<typeof Claim>

export const ClaimKey = Type.String({ minLength: 1, maxLength: 64, description: 'From your own claim: proves that it is yours.' })

/** Several agents can share one session: each says who it is, and is given what the others do not hold. */
export const Worker = visibleText(100, 'Your own name, where several agents share a run: each has a task of its own.')

export const NewClaim = object('NewClaim', {
  ttl_minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1440, description: `How long without a sign of life. Default: ${defaultLeaseMinutes}.` })),
  key: Type.Optional(ClaimKey),
  new_key: Type.Optional(
    Type.String({ minLength: 7, maxLength: 64, description: 'The key that a new claim is to have, where it began elsewhere: on a desktop of the team.' }),
  ),
  begin: Type.Optional(Type.Literal(true, { description: 'Also sets the task in progress; that goes back when the claim ends without a finish.' })),
})
export type NewClaim = Static<typeof NewClaim>

export const ClaimGrant = object('ClaimGrant', { ...Claim.properties, key: ClaimKey })
export type ClaimGrant = Static<typeof ClaimGrant>
