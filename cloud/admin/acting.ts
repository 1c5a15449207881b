// The cloud's own rules, for what an operator does by them, and how running instances are told. Beside them: nothing here answers calls.
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { loginsOf, sessionsOf, type Wakeups } from '../journal/wakeups.ts'

export interface ActingDeps {
  config: Config
  db: Database
  wakeups: Wakeups
  say: (line: string) => void
}

export type Acting = ReturnType<typeof createActing>

export function createActing({ wakeups }: ActingDeps) {
  return {
    /** On all instances, calls and streams of these people and teams that stay open look whether they still may. */
    loginsEnded({ users, teams }: { users: readonly string[]; teams: readonly string[] }): void {
      for (const id of users) wakeups.changed(sessionsOf(id))
      for (const id of teams) wakeups.changed(loginsOf(id))
    },
  }
}
