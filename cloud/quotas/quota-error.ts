// What a quota says no with: which one, how much of it is used, and what to do.
import { AppError } from '../../shared/domain/app-error.ts'

export interface OverQuota {
  quota: 'tasks' | 'text_bytes' | 'members' | 'file_bytes'
  used: number
  limit: number
}

const sizeOf = (bytes: number) => (bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} kB` : `${Math.round(bytes / 104_857.6) / 10} MB`)

const says: Record<OverQuota['quota'], (used: number, limit: number) => string> = {
  tasks: (used, limit) => `The team has ${used} of ${limit} tasks. Nothing was changed. Delete tasks that nobody needs`,
  text_bytes: (used, limit) =>
    `The texts of the team have ${sizeOf(used)} of ${sizeOf(limit)}, and this does not fit. Nothing was changed. Shorten or delete some`,
  members: (used, limit) => `The team has ${used} of ${limit} members, invitations included. Nothing was changed. Remove a member or an invitation`,
  file_bytes: (used, limit) => `The team’s files have ${sizeOf(used)} of ${sizeOf(limit)}. Nothing was changed. Remove files from texts`,
}

export const overQuota = ({ quota, used, limit }: OverQuota, cause?: unknown): AppError =>
  new AppError('quota_exceeded', `${says[quota](used, limit)}, or ask the operator for more.`, { extra: { quota, used, limit }, cause })

/** Of the database's own refusal (see quotas-migration.ts). */
export const overQuotaOf = (error: { detail?: unknown }): AppError => overQuota(JSON.parse(String(error.detail)) as OverQuota, error)
