// How much of their quotas a team and a person use: for themselves, and for operators.
import { type PersonQuota, type PersonQuotaUsage, personQuotas, type TeamQuota } from '../../shared/schema/cloud/usage.ts'
import type { Database, Tx } from '../db/database.ts'
import { usageStore } from './usage-store.ts'

export interface Usage {
  used: number
  /** null: no instance has entered the settings yet. */
  limit: number | null
  /** An operator gave it to this one. */
  own: boolean
}

/** `resetsAt`: when the day ends (RFC 3339), by the database's clock. Undefined: there is no such team. */
export async function usageIn(tx: Tx, team: string): Promise<{ quotas: Record<TeamQuota, Usage>; resetsAt: string } | undefined> {
  const row = await usageStore.ofTeam(tx, team)
  if (!row) return undefined
  return {
    quotas: {
      tasks: { used: row.task_counts.reduce((sum, n) => sum + n, 0), limit: row.tasks, own: row.quota_tasks !== null },
      text_bytes: { used: row.used_text_bytes, limit: row.text_bytes, own: row.quota_text_bytes !== null },
      members: { used: row.used_members ?? 0, limit: row.members, own: row.quota_members !== null },
      file_bytes: { used: row.used_file_bytes ?? 0, limit: row.file_bytes, own: row.quota_file_bytes !== null },
      daily_events: { used: row.used_daily_events, limit: row.daily_events, own: row.quota_daily_events !== null },
    },
    resetsAt: row.resets_at,
  }
}

/** In all their teams together. Undefined: there is no such account. */
export async function personUsageIn(tx: Tx, user: string): Promise<Record<PersonQuota, Usage> | undefined> {
  const row = await usageStore.ofPerson(tx, user)
  if (!row) return undefined
  return {
    teams: { used: row.used_teams, limit: row.teams, own: row.quota_teams !== null },
    tokens: { used: row.used_tokens, limit: row.tokens, own: row.quota_tokens !== null },
  }
}

/** As those are told whom the quotas are for; what nothing limits is left out. `resetsAt`: of those that begin again (RFC 3339). */
export const usageList = <Q extends string>(names: readonly Q[], quotas: Readonly<Record<Q, Usage>>, resetsAt: Partial<Record<Q, string>> = {}) =>
  names.flatMap((quota) => {
    const { used, limit } = quotas[quota]
    return limit === null ? [] : [{ quota, used, limit, resets_at: resetsAt[quota] ?? null }]
  })

/** The person's own; none once the account is gone. */
export async function usageOfPerson(db: Pick<Database, 'readIdentity'>, userId: string): Promise<PersonQuotaUsage[]> {
  const quotas = await db.readIdentity({ userId }, (tx) => personUsageIn(tx, userId))
  return quotas ? usageList(personQuotas, quotas) : []
}
