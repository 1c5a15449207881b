import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import type { NewTeam, Team, TeamPatch } from '../../shared/schema/cloud/team.ts'
import { type QuotaUsage, teamQuotas } from '../../shared/schema/cloud/usage.ts'
import { type Attempts, often, seldom } from '../auth/attempts.ts'
import { type Context, type Person, personOf, type TeamContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Write } from '../journal/journal.ts'
import { requireSameProof } from '../members/account-access.ts'
import { usageIn, usageList } from '../quotas/usage.ts'
import { createTeamEnd, type TeamEndDeps } from './team-end.ts'
import { teamStore } from './team-store.ts'

export interface TeamDeps extends TeamEndDeps {
  /** Enters the first owner of a new team. */
  enterOwner: (write: Write, user: Person) => Promise<void>
  /** Counts mails. */
  mailAllowance: Pick<Attempts, 'count'>
}

const missing = (id: string) => new AppError('not_found', `There is no team ${id}.`)

export type Teams = ReturnType<typeof createTeams>

export function createTeams(deps: TeamDeps) {
  const { db, journal, enterOwner, mailAllowance } = deps
  const roleOf = (ctx: TeamContext) => (ctx.team.capacity === 'token' ? 'member' : ctx.team.capacity)
  const ofUser = (user: Pick<Person, 'id'>): Promise<Team[]> => db.readIdentity({ userId: user.id }, (tx) => teamStore.ofUser(tx, user.id))

  async function existing(team: Promise<Omit<Team, 'role'> | undefined>, ctx: TeamContext): Promise<Team> {
    const found = await team
    if (!found) throw missing(ctx.team.id)
    return { ...found, role: roleOf(ctx) }
  }
  const end = createTeamEnd(deps, existing)
  const read = (tx: Tx, ctx: TeamContext) => existing(teamStore.byId(tx, ctx.team.id), ctx)

  return {
    ofUser,
    /** A token knows its own team only. */
    list: async (ctx: Context): Promise<Team[]> =>
      ctx.caller?.kind === 'token' ? [await journal.read(ctx.team as { id: string }, (tx) => read(tx, ctx as TeamContext))] : ofUser(personOf(ctx).user),

    get: (ctx: TeamContext): Promise<Team> => journal.read(ctx.team, (tx) => read(tx, ctx)),

    usage: async (ctx: TeamContext): Promise<QuotaUsage[]> => {
      const found = await journal.read(ctx.team, (tx) => usageIn(tx, ctx.team.id))
      if (!found) throw missing(ctx.team.id)
      return usageList(teamQuotas, found.quotas, { daily_events: found.resetsAt })
    },

    async create({ name }: NewTeam, ctx: Context): Promise<Team> {
      const { user } = personOf(ctx)
      const id = uuidv7()
      return journal.write({ ...ctx, team: { id } }, async (write) => {
        const { tx, at, record } = write
        const team = { id, name, created_at: at, updated_at: at, deletes_at: null }
        await teamStore.insert(tx, team)
        await record({ entity: 'team', entity_id: id, action: 'created', before: null, after: { name } })
        await enterOwner(write, user)
        // Last: a proof that comes after it finds this team, and ends what has to end.
        await requireSameProof(tx, ctx)
        return { ...team, role: 'owner' as const }
      })
    },

    update: (patch: TeamPatch, ctx: TeamContext): Promise<Team> =>
      journal.write(ctx, async ({ tx, teamId, at, record }) => {
        const team = await existing(teamStore.byIdForUpdate(tx, teamId), ctx)
        const name = patch.name ?? team.name
        if (name === team.name) return team
        await Promise.all([
          teamStore.rename(tx, teamId, name, at),
          record({ entity: 'team', entity_id: teamId, action: 'updated', before: { name: team.name }, after: { name } }),
        ])
        return { ...team, name, updated_at: at }
      }),

    ...end,

    async deleteLater(ctx: TeamContext): Promise<void> {
      const { user } = personOf(ctx)
      // Deleted and kept in turns, a team of many would fill everybody's mailbox, and the queue that all mails wait in.
      await mailAllowance.count(seldom(`end of ${ctx.team.id}`), often(`ends by ${user.id}`))
      await end.endLater(ctx, user)
    },
  }
}
