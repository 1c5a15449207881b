// How much of its quotas a team uses: for its members, and for operators.
import type { TeamQuota } from '../../shared/schema/cloud/usage.ts'
import type { Tx } from '../db/database.ts'
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
