// What a quota says no with: which one, how much of it is used, and what to do.
import { AppError } from '../../shared/domain/app-error.ts'

export interface OverQuota {
  quota: 'tasks' | 'text_bytes' | 'members' | 'file_bytes' | 'daily_events' | 'teams' | 'tokens'
  used: number
  limit: number
  /** Seconds until there is room by itself. */
  retry_after?: number
}

const sizeOf = (bytes: number) => (bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} kB` : `${Math.round(bytes / 104_857.6) / 10} MB`)

const spanOf = (seconds: number) => (seconds > 5400 ? `${Math.round(seconds / 3600)} hours` : `${Math.ceil(seconds / 60)} minutes`)

const says: Record<OverQuota['quota'], (used: number, limit: number, retryAfter: number) => string> = {
  tasks: (used, limit) => `The team has ${used} of ${limit} tasks. Nothing was changed. Delete tasks that nobody needs`,
  text_bytes: (used, limit) =>
    `The texts of the team have ${sizeOf(used)} of ${sizeOf(limit)}, and this does not fit. Nothing was changed. Shorten or delete some`,
  members: (used, limit) => `The team has ${used} of ${limit} members, invitations included. Nothing was changed. Remove a member or an invitation`,
  file_bytes: (used, limit) => `The team’s files have ${sizeOf(used)} of ${sizeOf(limit)}. Nothing was changed. Remove files from texts`,
  daily_events: (used, limit, retryAfter) =>
    `The team has made ${used} of ${limit} changes today. Nothing was changed. Deleting and finishing tasks still works; for the rest, wait until 00:00 UTC (${spanOf(retryAfter)} from now)`,
  teams: (_, limit) => `One person may own ${limit} teams, and this would be one more. Nothing was changed. Delete a team or hand it over`,
  tokens: (_, limit) =>
    `One person may have ${limit} API tokens and connected agents, in all teams together, and this would be one more. Nothing was changed. Revoke some that nobody uses`,
}

/** Where there is nothing to give up, and no day on which it is other. */
const saysOfNone: Record<OverQuota['quota'], string> = {
  tasks: 'This team may have no tasks',
  text_bytes: 'This team may have no texts',
  members: 'This team may have no members',
  file_bytes: 'This team may have no files',
  daily_events: 'This team may change nothing but to delete and finish tasks',
  teams: 'A person may own no teams here',
  tokens: 'A person may have no API tokens or connected agents here',
}

const none = ({ quota, used, limit }: OverQuota, cause: unknown): AppError =>
  new AppError('quota_exceeded', `${saysOfNone[quota]}. Nothing was changed. Ask the operator for more.`, { extra: { quota, used, limit }, cause })

const full = ({ retry_after, ...over }: OverQuota, cause: unknown): AppError =>
  new AppError('quota_exceeded', `${says[over.quota](over.used, over.limit, retry_after ?? 0)}, or ask the operator for more.`, {
    extra: { ...over, ...(retry_after === undefined ? {} : { retry_after }) },
    cause,
  })

export const overQuota = (over: OverQuota, cause?: unknown): AppError => (over.limit === 0 ? none : full)(over, cause)

/** Of the database's own refusal (see quotas-migration.ts). */
export const overQuotaOf = (error: { detail?: unknown }): AppError => overQuota(JSON.parse(String(error.detail)) as OverQuota, error)
