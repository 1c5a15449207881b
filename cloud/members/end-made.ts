// What somebody made in teams with an account that was not theirs ends when its owner takes it back.
import { AppError } from '../../shared/domain/app-error.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Journal, Write } from '../journal/journal.ts'
import { memberStore } from './member-store.ts'

/** RFC 3339. */
export interface Span {
  since: string
  until: string
}

export interface EndMadeDeps {
  db: Database
  journal: Journal
  /** Teams in which the person made API tokens in that time, also for others, and whether or not they are still there. */
  teamsMadeIn: (tx: Tx, userId: string, made: Span) => Promise<string[]>
  /** Ends what the person made in that time and what opens the team. */
  endMadeIn: (write: Write, userId: string, made: Span) => Promise<void>
}

const system = { kind: 'system' as const, name: 'Tandem' }

/** Doing it twice does no harm. */
export function createEndMade({ db, journal, teamsMadeIn, endMadeIn }: EndMadeDeps) {
  return async (userId: string, made: Span): Promise<void> => {
    const memberships = await db.readIdentity({ userId }, (tx) => memberStore.activeOf(tx, userId))
    const others = await db.asCourier((tx) => teamsMadeIn(tx, userId, made))
    for (const id of new Set([...memberships.map(({ team_id }) => team_id), ...others])) {
      const work = journal.write({ team: { id }, actor: system, principal: `user:${userId}` }, async (write) => {
        // What is being made at this moment is waited for.
        await memberStore.lockTeam(write.tx, id)
        await endMadeIn(write, userId, made)
      })
      await work.catch((error: unknown) => {
        // The team went meanwhile, and all of it with that.
        if (!(error instanceof AppError && error.code === 'not_found')) throw error
      })
    }
  }
}
