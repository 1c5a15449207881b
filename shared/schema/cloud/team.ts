import { type Static, Type } from 'typebox'
import { nullable, object, oneOf, Timestamp, visibleText } from '../field.ts'

export const roles = ['owner', 'admin', 'member'] as const
export type Role = (typeof roles)[number]

export const TeamId = Type.String({ format: 'uuid', description: 'The team.' })
export const RoleField = oneOf(roles, 'What a member may do. Default: member.')
const name = visibleText(200, 'What people call the team.')

export const Team = object('Team', {
  id: TeamId,
  name,
  role: oneOf(roles, "The caller's own role; an API token counts as a member."),
  created_at: Timestamp,
  updated_at: Timestamp,
  deletes_at: nullable({ ...Timestamp, description: 'When it is gone for good; until then an owner can restore it. null: nobody has deleted it.' }),
})
export type Team = Static<typeof Team>

export const TeamDeletion = object('TeamDeletion', {
  now: Type.Optional(Type.Boolean({ description: 'true: at once and for good. Default: false.' })),
})

export const NewTeam = object('NewTeam', { name })
export type NewTeam = Static<typeof NewTeam>

export const TeamPatch = object('TeamPatch', { name: Type.Optional(name) })
export type TeamPatch = Static<typeof TeamPatch>
