// What is kept of an account, for its owner.
import type { Team } from '../../shared/schema/cloud/team.ts'
import type { Database } from '../db/database.ts'
import { accountRecordStore } from './account-record-store.ts'

export type AccountRecord = Awaited<ReturnType<ReturnType<typeof createAccountRecord>>>

export function createAccountRecord(db: Database, teamsOf: (user: { id: string }) => Promise<Team[]>) {
  return async (userId: string) => {
    const [kept, teams] = await Promise.all([db.readIdentity({ userId }, (tx) => accountRecordStore.read(tx, userId)), teamsOf({ id: userId })])
    return { ...kept, teams }
  }
}
