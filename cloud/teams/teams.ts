import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import type { NewTeam, Team, TeamPatch } from '../../shared/schema/cloud/team.ts'
import { type Context, type Person, personOf, type TeamContext } from '../context.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Journal, Write } from '../journal/journal.ts'
import { requireSameProof } from '../members/account-access.ts'
import { teamStore } from './team-store.ts'

/** Somebody who makes more than this is a program gone wild. */
const maxTeams = 100

export interface TeamDeps {
  db: Database
  journal: Journal
  /** Enters the first owner of a new team. */
  enterOwner: (write: Write, user: Person) => Promise<void>
  /** Looks at the mailboxes of a team; what it answers ends our access to them. */
  mailAccessOf: (teamId: string) => Promise<() => Promise<void>>
}

export type Teams = ReturnType<typeof createTeams>

export function createTeams({ db, journal, enterOwner, mailAccessOf }: TeamDeps) {
  const roleOf = (ctx: TeamContext) => (ctx.team.capacity === 'token' ? 'member' : ctx.team.capacity)
  const ofUser = (user: Person): Promise<Team[]> => db.readIdentity({ userId: user.id }, (tx) => teamStore.ofUser(tx, user.id))

  async function existing(team: Promise<Omit<Team, 'role'> | undefined>, ctx: TeamContext): Promise<Team> {
    const found = await team
    if (!found) throw new AppError('not_found', `There is no team ${ctx.team.id}.`)
    return { ...found, role: roleOf(ctx) }
  }
  const read = (tx: Tx, ctx: TeamContext) => existing(teamStore.byId(tx, ctx.team.id), ctx)

  return {
    ofUser,
    /** A token knows its own team only. */
    list: async (ctx: Context): Promise<Team[]> =>
      ctx.caller?.kind === 'token' ? [await journal.read(ctx.team as { id: string }, (tx) => read(tx, ctx as TeamContext))] : ofUser(personOf(ctx).user),

    get: (ctx: TeamContext): Promise<Team> => journal.read(ctx.team, (tx) => read(tx, ctx)),

    async create({ name }: NewTeam, ctx: Context): Promise<Team> {
      const { user } = personOf(ctx)
      if ((await ofUser(user)).length >= maxTeams) throw new AppError('conflict', `You are on ${maxTeams} teams, the maximum. Leave or delete one first.`)
      const id = uuidv7()
      return journal.write({ ...ctx, team: { id } }, async (write) => {
        const { tx, at, record } = write
        const team = { id, name, created_at: at, updated_at: at }
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

    /** Its events go, too: nobody is left who may read them. */
    async remove(ctx: TeamContext): Promise<void> {
      const endMailAccess = await mailAccessOf(ctx.team.id)
      await journal.write(ctx, async ({ tx, teamId }) => {
        await existing(teamStore.byIdForUpdate(tx, teamId), ctx)
        await teamStore.remove(tx, teamId)
      })
      await endMailAccess()
    },
  }
}
