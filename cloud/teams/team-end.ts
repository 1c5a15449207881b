// The end of a team: after some days, in which it can be kept, or at once.
import { AppError } from '../../shared/domain/app-error.ts'
import { teamGraceDays } from '../../shared/domain/people/team-grace.ts'
import type { Team } from '../../shared/schema/cloud/team.ts'
import type { Person, TeamContext } from '../context.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Journal, Writer } from '../journal/journal.ts'
import type { Mailer } from '../mail/mailer.ts'
import { messages } from '../mail/messages.ts'
import { type StoredTeam, teamStore } from './team-store.ts'

export interface TeamEndDeps {
  db: Database
  journal: Journal
  mailer: Pick<Mailer, 'queue' | 'wake'>
  baseUrl: () => string
  /** Looks at the mailboxes of a team; what it answers ends our access to them. */
  mailAccessOf: (teamId: string) => Promise<() => Promise<void>>
  /** Tells all instances. */
  removed: (teamId: string) => void
}

const system = { kind: 'system', name: 'Tandem' } as const

/** `existing`: throws `not_found` where there is none. */
export function createTeamEnd(
  { db, journal, mailer, baseUrl, mailAccessOf, removed }: TeamEndDeps,
  existing: (team: Promise<StoredTeam | undefined>, ctx: TeamContext) => Promise<Team>,
) {
  /** Its events go, too: nobody is left who may read them. `isStill`: asked once nobody else changes who is in it. False: it is there still. */
  async function removeTeam(who: Writer, isStill: (tx: Tx, team: StoredTeam) => boolean | Promise<boolean> = () => true): Promise<boolean> {
    const endMailAccess = await mailAccessOf(who.team.id)
    const isRemoved = await journal.write(who, async ({ tx, teamId, at, afterCommit }) => {
      const team = await teamStore.byIdForUpdate(tx, teamId)
      if (!team) throw new AppError('not_found', `There is no team ${teamId}.`)
      if (!(await isStill(tx, team))) return false
      await teamStore.remove(tx, teamId, at)
      afterCommit(() => removed(teamId))
      return true
    })
    if (isRemoved) await endMailAccess()
    return isRemoved
  }

  /** Everybody is told; asked for again, it stays with the first day. */
  async function endLater(who: Writer, by: Pick<Person, 'name' | 'email'>): Promise<void> {
    await journal.write(who, async ({ tx, teamId, at, record, afterCommit }) => {
      const team = await teamStore.byIdForUpdate(tx, teamId)
      if (!team) throw new AppError('not_found', `There is no team ${teamId}.`)
      if (team.deletes_at !== null) return
      const deletes_at = new Date(Date.parse(at) + teamGraceDays * 24 * 3_600_000).toISOString()
      await teamStore.setDeletion(tx, teamId, deletes_at, at)
      await record({ entity: 'team', entity_id: teamId, action: 'updated', before: { deletes_at: null }, after: { deletes_at } })
      for (const to of await teamStore.addresses(tx, teamId)) await mailer.queue(tx, messages.teamDeleted(to, baseUrl(), team.name, by, deletes_at))
      afterCommit(mailer.wake)
    })
  }

  return {
    endLater,

    restore: (ctx: TeamContext): Promise<Team> =>
      journal.write(ctx, async ({ tx, teamId, at, record, afterCommit }) => {
        const team = await existing(teamStore.byIdForUpdate(tx, teamId), ctx)
        if (team.deletes_at === null) return team
        await teamStore.setDeletion(tx, teamId, null, at)
        await record({ entity: 'team', entity_id: teamId, action: 'updated', before: { deletes_at: team.deletes_at }, after: { deletes_at: null } })
        for (const to of await teamStore.addresses(tx, teamId)) await mailer.queue(tx, messages.teamRestored(to, baseUrl(), team.name))
        afterCommit(mailer.wake)
        return { ...team, deletes_at: null, updated_at: at }
      }),

    removeTeam,

    /** Those that were deleted long enough ago. What an instance does not get done, the next look does. */
    async removeDue(): Promise<void> {
      const at = journal.now().toISOString()
      for (const id of await db.asCourier((tx) => teamStore.due(tx, at)))
        await removeTeam({ team: { id }, actor: system, principal: '' }, (_tx, { deletes_at }) => deletes_at !== null && deletes_at <= at).catch(
          (error: unknown) => {
            // Another instance was first.
            if (!(error instanceof AppError && error.code === 'not_found')) throw error
          },
        )
    },
  }
}
