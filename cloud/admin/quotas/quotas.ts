// What one team or one person may have, other than what the settings give to all.
import type { Tx } from '../../db/database.ts'
import type { Usage } from '../../quotas/usage.ts'
import { AdminError } from '../admin-error.ts'
import type { Command, Given } from '../command.ts'
import type { AdminContext } from '../context.ts'
import { theTeam, theUser } from '../directory.ts'
import { quotaStore } from './quota-store.ts'
import { usageOf, usageOfPerson, usageTable } from './usage.ts'

const megabyte = 1_048_576
/** By option. */
type Kinds<C extends string> = Readonly<Record<string, readonly [column: C, says: string, unit?: number]>>

/** `default` takes away what is its own. Throws AdminError `usage`. */
function ownOf<C extends string>(given: Given, kinds: Kinds<C>): Partial<Record<C, number | null>> {
  const own: Partial<Record<C, number | null>> = {}
  for (const [option, [column, , unit = 1]] of Object.entries(kinds)) {
    const text = given[option]
    if (text === undefined) continue
    if (text !== 'default' && (typeof text !== 'string' || !/^\d{1,9}$/.test(text)))
      throw new AdminError('usage', `--${option} must be a whole number from 0 to 999999999, or 'default'; got '${String(text)}'.`)
    own[column] = text === 'default' ? null : Number(text) * unit
  }
  return own
}

interface Whose<R, C extends string> {
  find: (ctx: AdminContext, which: string) => Promise<R>
  nameOf: (row: R) => string
  usageOf: (ctx: AdminContext, id: string) => Promise<Readonly<Record<string, Usage>>>
  set: (tx: Tx, id: string, own: Partial<Record<C, number | null>>) => Promise<unknown>
}

const quotaCommand = <R extends { id: string }, C extends string>(of: 'team' | 'user', takes: string, kinds: Kinds<C>, whose: Whose<R, C>): Command => ({
  name: `${of}s quota`,
  takes,
  says: `Gives one ${of} more or less than the settings give to all; 'default' takes that back. Without an option it shows what there is. What is there already stays.`,
  options: Object.fromEntries(Object.entries(kinds).map(([option, [, says]]) => [option, { takes: 'NUMBER', says }])),
  async run(ctx, given, which) {
    const row = await whose.find(ctx, which)
    const own = ownOf(given, kinds)
    if (Object.keys(own).length > 0)
      await ctx.audit.within({ act: `${of}s quota`, target: { kind: of, id: row.id, name: whose.nameOf(row) }, arguments: { ...own } }, (tx) =>
        whose.set(tx, row.id, own),
      )
    const usage = await whose.usageOf(ctx, row.id)
    return { data: { [of]: await whose.find(ctx, row.id), usage }, text: usageTable(usage, of) }
  },
})

const ofPeople = {
  teams: ['quota_teams', 'teams that they own'],
  tokens: ['quota_tokens', 'API tokens and connected agents, in all teams together'],
} as const
const ofTeams = {
  tasks: ['quota_tasks', 'tasks at most'],
  'text-mb': ['quota_text_bytes', 'megabytes of titles, descriptions and comments', megabyte],
  members: ['quota_members', 'members at most, invitations included'],
  'file-mb': ['quota_file_bytes', 'megabytes of files', megabyte],
  'events-a-day': ['quota_daily_events', 'changes in a day, in UTC'],
} as const

export const quotaCommands: readonly Command[] = [
  quotaCommand('user', 'WHO', ofPeople, { find: theUser, nameOf: ({ email }) => email, usageOf: usageOfPerson, set: quotaStore.setOfPerson }),
  quotaCommand('team', 'WHICH', ofTeams, { find: theTeam, nameOf: ({ name }) => name, usageOf, set: quotaStore.set }),
]
