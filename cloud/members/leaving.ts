// Leaving all teams for good: what somebody wrote stays there under their name, without the address.
import { keepWhole } from '../journal/long-texts/keep-whole.ts'
import type { Person } from '../context.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Journal, Write, Writer } from '../journal/journal.ts'
import { leaveStore, stretch } from './leave-store.ts'
import { requireAnotherOwner } from './member-rules.ts'
import { memberStore } from './member-store.ts'

export interface LeavingDeps {
  db: Database
  journal: Journal
  /** Ends the API tokens that a person made. */
  endTokensOf: (write: Write, userId: string) => Promise<void>
  /** In whom tasks are assigned to, and who asked for them. */
  renameInTasks: (write: Write, from: string, to: string) => Promise<void>
}

export interface TeamStanding {
  team_id: string
  name: string
  isLastOwner: boolean
  /** How many others are in it. */
  others: number
  /** By an operator. */
  isLocked: boolean
}

export type Leaving = ReturnType<typeof createLeaving>

/** What somebody without a name is called afterwards. */
const nameless = 'Former member'

export function createLeaving({ db, journal, endTokensOf, renameInTasks }: LeavingDeps) {
  return {
    /** In each of the person's teams. */
    async standings(userId: string): Promise<TeamStanding[]> {
      const teams = await db.readIdentity({ userId }, (tx) => memberStore.activeOf(tx, userId))
      const found = teams.map(async ({ team_id }) => {
        const standing = await journal.read({ id: team_id }, (tx) => leaveStore.standing(tx, team_id, userId))
        return standing ? [{ team_id, ...standing }] : []
      })
      return (await Promise.all(found)).flat()
    },

    /** May the team end with this person? */
    async isAlone(tx: Tx, teamId: string, userId: string): Promise<boolean> {
      const standing = await leaveStore.standing(tx, teamId, userId)
      return standing?.others === 0 && !standing.isLocked
    },
    isSomewhere: async (tx: Tx, userId: string): Promise<boolean> => (await memberStore.activeOf(tx, userId)).length > 0,

    /** Throws `conflict` for the last owner; does nothing where they are gone already. */
    async leave(teamId: string, user: Person, principal: string): Promise<void> {
      const name = user.name ?? nameless
      const who: Writer = { team: { id: teamId }, actor: { kind: 'person', name }, principal }
      // Not the bare name: another member may have it, and would be taken for them.
      const inTasks = user.name === null ? nameless : `${user.name.slice(0, 180)} (former member)`
      // Before: cut off in between, it is done again, as they are in the team still.
      await journal.write(who, (write) => renameInTasks(write, user.email, inTasks))
      for (let next: number | undefined = 1; next !== undefined; ) {
        const first: number = next
        next = await journal.write(who, async ({ tx }) => {
          await keepWhole(tx, teamId, { first, end: first + stretch, length: user.email.length })
          return leaveStore.forgetInEvents(tx, teamId, first, user.email, inTasks)
        })
      }
      await journal.write(who, async (write) => {
        const { tx, record } = write
        await memberStore.lockTeam(tx, teamId)
        const me = await memberStore.byUser(tx, teamId, user.id)
        if (!me) return
        if (me.role === 'owner') await requireAnotherOwner(tx, teamId)
        await endTokensOf(write, user.id)
        await leaveStore.handOverMailboxes(tx, teamId, user.id)
        await memberStore.remove(tx, teamId, me.id)
        await record({ entity: 'member', entity_id: me.id, action: 'deleted', before: { role: me.role, status: me.status, user_id: user.id }, after: null })
        await leaveStore.forgetInProposals(tx, teamId, user.email, inTasks)
        await leaveStore.forgetAddress(tx, teamId, { id: user.id, email: user.email, memberId: me.id }, name)
      })
    },
  }
}
