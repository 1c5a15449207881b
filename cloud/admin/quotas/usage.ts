// How much a team or a person has, and may have.
import type { PersonQuota, TeamQuota } from '../../../shared/schema/cloud/usage.ts'
import { personUsageIn, type Usage, usageIn } from '../../quotas/usage.ts'
import { AdminError } from '../admin-error.ts'
import type { AdminContext } from '../context.ts'
import { sizeOf, table } from '../table.ts'

export async function usageOf({ owner }: Pick<AdminContext, 'owner'>, team: string): Promise<Record<TeamQuota, Usage>> {
  const found = await owner.tx((tx) => usageIn(tx, team), 'reading')
  if (!found) throw new AdminError('not_found', `The team ${team} is gone.`)
  return found.quotas
}

export async function usageOfPerson({ owner }: Pick<AdminContext, 'owner'>, user: string): Promise<Record<PersonQuota, Usage>> {
  const found = await owner.tx((tx) => personUsageIn(tx, user), 'reading')
  if (!found) throw new AdminError('not_found', `The account ${user} is gone.`)
  return found
}

/** `one`: whose own it is that is not everybody's. */
export function usageTable(usage: Readonly<Record<string, Usage>>, one: 'team' | 'user'): string {
  const shown = (name: string, n: number | null) => (n === null ? null : name.endsWith('_bytes') ? sizeOf(n) : String(n))
  return table(
    ['QUOTA', 'USED', 'LIMIT', 'OF'],
    Object.entries(usage).map(([name, { used, limit, own }]) => [name, shown(name, used), shown(name, limit), own ? `this ${one}` : `all ${one}s`]),
  )
}
