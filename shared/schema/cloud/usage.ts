import { type Static, Type } from 'typebox'
import { nullable, object, oneOf, Timestamp } from '../field.ts'

export const teamQuotas = ['tasks', 'text_bytes', 'members', 'file_bytes', 'daily_events'] as const
export type TeamQuota = (typeof teamQuotas)[number]

export const personQuotas = ['teams', 'tokens'] as const
export type PersonQuota = (typeof personQuotas)[number]

const amount = (description: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })

const facts = {
  used: amount('How much there is; more than the limit where the operator lowered that, or where what is always allowed came on top.'),
  limit: amount('How much there may be. Only the operator of the cloud changes it.'),
  resets_at: nullable({ ...Timestamp, description: 'When used begins again at 0; null: never.' }),
}

export const QuotaUsage = object('QuotaUsage', {
  quota: oneOf(teamQuotas, 'text_bytes: of titles, descriptions and comments. members: invitations included. daily_events: changes since 00:00 UTC.'),
  ...facts,
})
export type QuotaUsage = Static<typeof QuotaUsage>

/** The same of a person, in all their teams together. */
export const PersonQuotaUsage = object('PersonQuotaUsage', {
  quota: oneOf(
    personQuotas,
    'teams: that the person owns. tokens: API tokens and connected agents that the person made, also for other members of a team, and that have not expired.',
  ),
  ...facts,
})
export type PersonQuotaUsage = Static<typeof PersonQuotaUsage>
