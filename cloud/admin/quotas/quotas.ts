// What one team may have, other than what the settings give to all.
import { AdminError } from '../admin-error.ts'
import type { Command, Given } from '../command.ts'
import type { AdminContext } from '../context.ts'
import { theTeam } from '../directory.ts'
import { type OwnQuotas, quotaStore } from './quota-store.ts'
import { sizeOf, table } from '../table.ts'

const megabyte = 1_048_576
const kinds = [
  ['tasks', 'quota_tasks', 1],
  ['text-mb', 'quota_text_bytes', megabyte],
  ['members', 'quota_members', 1],
  ['file-mb', 'quota_file_bytes', megabyte],
  ['events-a-day', 'quota_daily_events', 1],
] as const

/** `default` takes the team's own away. Throws AdminError `usage`. */
function ownOf(given: Given): OwnQuotas {
  const own: OwnQuotas = {}
  for (const [option, column, unit] of kinds) {
    const text = given[option]
    if (text === undefined) continue
    if (text !== 'default' && (typeof text !== 'string' || !/^\d{1,9}$/.test(text)))
      throw new AdminError('usage', `--${option} must be a whole number from 0 to 999999999, or 'default'; got '${String(text)}'.`)
    own[column] = text === 'default' ? null : Number(text) * unit
  }
  return own
}

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

export function usageTable(usage: Awaited<ReturnType<typeof usageOf>>): string {
  const shown = (name: string, n: number | null) => (n === null ? null : name.endsWith('_bytes') ? sizeOf(n) : String(n))
  return table(
    ['QUOTA', 'USED', 'LIMIT', 'OF'],
    Object.entries(usage).map(([name, { used, limit, own }]) => [name, shown(name, used), shown(name, limit), own ? 'this team' : 'all teams']),
  )
}

const quota: Command = {
  name: 'teams quota',
  takes: 'WHICH',
  says: "Gives one team more or less than the settings give to all; 'default' takes that back. Without an option it shows what there is. What is there already stays.",
  options: {
    tasks: { takes: 'NUMBER', says: 'tasks at most' },
    'text-mb': { takes: 'NUMBER', says: 'megabytes of titles, descriptions and comments' },
    members: { takes: 'NUMBER', says: 'members at most, invitations included' },
    'file-mb': { takes: 'NUMBER', says: 'megabytes of files' },
    'events-a-day': { takes: 'NUMBER', says: 'changes in a day, in UTC' },
  },
  async run(ctx, given, which) {
    const team = await theTeam(ctx, which)
    const own = ownOf(given)
    if (Object.keys(own).length > 0)
      await ctx.audit.within({ act: 'teams quota', target: { kind: 'team', id: team.id, name: team.name }, arguments: { ...own } }, (tx) =>
        quotaStore.set(tx, team.id, own),
      )
    const usage = await usageOf(ctx, team.id)
    return { data: { team: await theTeam(ctx, team.id), usage }, text: usageTable(usage) }
  },
}

export const quotaCommands: readonly Command[] = [quota]
