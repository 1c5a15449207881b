// How much a team or a person has, and may have.
import { AdminError } from '../admin-error.ts'
import type { AdminContext } from '../context.ts'
import { sizeOf, table } from '../table.ts'
import { quotaStore } from './quota-store.ts'

export async function usageOf({ owner }: Pick<AdminContext, 'owner'>, team: string) {
  const row = await owner.tx((tx) => quotaStore.usage(tx, team), 'reading')
  if (!row) throw new AdminError('not_found', `The team ${team} is gone.`)
  return {
    tasks: { used: row.task_counts.reduce((sum, n) => sum + n, 0), limit: row.tasks, own: row.quota_tasks !== null },
    text_bytes: { used: row.used_text_bytes, limit: row.text_bytes, own: row.quota_text_bytes !== null },
    members: { used: row.used_members ?? 0, limit: row.members, own: row.quota_members !== null },
    file_bytes: { used: row.used_file_bytes ?? 0, limit: row.file_bytes, own: row.quota_file_bytes !== null },
    daily_events: { used: row.used_daily_events, limit: row.daily_events, own: row.quota_daily_events !== null },
  }
}

export async function usageOfPerson({ owner }: Pick<AdminContext, 'owner'>, user: string) {
  const row = await owner.tx((tx) => quotaStore.usageOfPerson(tx, user), 'reading')
  if (!row) throw new AdminError('not_found', `The account ${user} is gone.`)
  return {
    teams: { used: row.used_teams, limit: row.teams, own: row.quota_teams !== null },
    tokens: { used: row.used_tokens, limit: row.tokens, own: row.quota_tokens !== null },
  }
}

type Usage = Record<string, { used: number; limit: number | null; own: boolean }>

/** `one`: whose own it is that is not everybody's. */
export function usageTable(usage: Usage, one: 'team' | 'person'): string {
  const shown = (name: string, n: number | null) => (n === null ? null : name.endsWith('_bytes') ? sizeOf(n) : String(n))
  return table(
    ['QUOTA', 'USED', 'LIMIT', 'OF'],
    Object.entries(usage).map(([name, { used, limit, own }]) => [name, shown(name, used), shown(name, limit), own ? `this ${one}` : one === 'team' ? 'all teams' : 'everybody']),
  )
}
