// What one team or one person may have, other than what the settings give to all.
import { AdminError } from '../admin-error.ts'
import type { Command, Given } from '../command.ts'
import { theTeam, theUser } from '../directory.ts'
import { quotaStore } from './quota-store.ts'
import { usageOf, usageOfPerson, usageTable } from './usage.ts'

const megabyte = 1_048_576
const ofTeams = [
  ['tasks', 'quota_tasks', 1],
  ['text-mb', 'quota_text_bytes', megabyte],
  ['members', 'quota_members', 1],
  ['file-mb', 'quota_file_bytes', megabyte],
  ['events-a-day', 'quota_daily_events', 1],
] as const
const ofPeople = [
  ['teams', 'quota_teams', 1],
  ['tokens', 'quota_tokens', 1],
] as const

/** `default` takes the team's own away. Throws AdminError `usage`. */
function ownOf<C extends string>(given: Given, kinds: readonly (readonly [option: string, column: C, unit: number])[]): Partial<Record<C, number | null>> {
  const own: Partial<Record<C, number | null>> = {}
  for (const [option, column, unit] of kinds) {
    const text = given[option]
    if (text === undefined) continue
    if (text !== 'default' && (typeof text !== 'string' || !/^\d{1,9}$/.test(text)))
      throw new AdminError('usage', `--${option} must be a whole number from 0 to 999999999, or 'default'; got '${String(text)}'.`)
    own[column] = text === 'default' ? null : Number(text) * unit
  }
  return own
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
    const own = ownOf(given, ofTeams)
    if (Object.keys(own).length > 0)
      await ctx.audit.within({ act: 'teams quota', target: { kind: 'team', id: team.id, name: team.name }, arguments: { ...own } }, (tx) =>
        quotaStore.set(tx, team.id, own),
      )
    const usage = await usageOf(ctx, team.id)
    return { data: { team: await theTeam(ctx, team.id), usage }, text: usageTable(usage, 'team') }
  },
}

const personQuota: Command = {
  name: 'users quota',
  takes: 'WHO',
  says: "Gives one person more or less than the settings give to all; 'default' takes that back. Without an option it shows what there is. What is there already stays.",
  options: {
    teams: { takes: 'NUMBER', says: 'teams that they own' },
    tokens: { takes: 'NUMBER', says: 'API tokens and connected agents, in all teams together' },
  },
  async run(ctx, given, who) {
    const user = await theUser(ctx, who)
    const own = ownOf(given, ofPeople)
    if (Object.keys(own).length > 0)
      await ctx.audit.within({ act: 'users quota', target: { kind: 'user', id: user.id, name: user.email }, arguments: { ...own } }, (tx) =>
        quotaStore.setOfPerson(tx, user.id, own),
      )
    const usage = await usageOfPerson(ctx, user.id)
    return { data: { user: await theUser(ctx, user.id), usage }, text: usageTable(usage, 'person') }
  },
}

export const quotaCommands: readonly Command[] = [personQuota, quota]
