// A person has another address: their teams know them by it from now on, as members and where tasks name them.
import { emailKeyOf } from '../auth/accounts.ts'
import type { Person } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { Journal, Write, Writer } from '../journal/journal.ts'
import { memberSnapshot } from './member-rules.ts'
import { memberStore } from './member-store.ts'

export interface FollowDeps {
  db: Database
  journal: Journal
  /** In whom tasks are assigned to, and who asked for them. */
  renameInTasks: (write: Write, from: string, to: string) => Promise<void>
}

export function createFollowAddress({ db, journal, renameInTasks }: FollowDeps) {
  async function changeMember(write: Write, memberId: string, { id, email }: Person): Promise<void> {
    const { tx, teamId, at, record } = write
    await memberStore.lockTeam(tx, teamId)
    const member = await memberStore.byId(tx, teamId, memberId)
    if (member?.user_id !== id || member.email === email) return
    const email_key = emailKeyOf(email)
    // Somebody invited that address: it is the same person.
    const invited = await memberStore.byEmail(tx, teamId, email_key)
    if (invited && invited.id !== memberId) {
      await memberStore.remove(tx, teamId, invited.id)
      await record({ entity: 'member', entity_id: invited.id, action: 'deleted', before: memberSnapshot(invited), after: null })
    }
    await memberStore.update(tx, teamId, memberId, { email, email_key, updated_at: at })
    await record({ entity: 'member', entity_id: memberId, action: 'updated', before: { email: member.email }, after: { email } })
  }

  /** Doing it twice does no harm. */
  return async (person: Person, from: string): Promise<void> => {
    const teams = await db.readIdentity({ userId: person.id }, (tx) => memberStore.activeOf(tx, person.id))
    for (const { team_id, id } of teams) {
      const who: Writer = {
        team: { id: team_id },
        actor: { kind: 'person', name: (person.name ?? person.email).slice(0, 200) },
        principal: `user:${person.id}`,
      }
      await journal.write(who, (write) => changeMember(write, id, person))
      await journal.write(who, (write) => renameInTasks(write, from, person.email))
    }
  }
}
