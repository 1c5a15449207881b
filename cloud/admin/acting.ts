// The cloud's own rules, for what an operator does by them, and how running instances are told. Beside them: nothing here answers calls or sends anything.
import { createCalendars } from '../calendars/calendars.ts'
import { createClaims } from '../claims/claims.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { createEndAccount } from '../auth/delete-account.ts'
import { createAccessTokens } from '../email/access-tokens.ts'
import { createEndAtProvider } from '../email/end-at-provider.ts'
import { createProviders } from '../email/providers.ts'
import { createJournal } from '../journal/journal.ts'
import { loginsOf, sessionsOf, teamGone, type Wakeups } from '../journal/wakeups.ts'
import type { Keys } from '../auth/secrets.ts'
import { createMailQueue } from '../mail/mailer.ts'
import { createEndMade } from '../members/end-made.ts'
import { createLeaving } from '../members/leaving.ts'
import { createTasks, type Tasks } from '../tasks/tasks.ts'
import { createTeamEnd } from '../teams/team-end.ts'
import { createTokens } from '../tokens/tokens.ts'

export interface ActingDeps {
  config: Config
  db: Database
  key: Keys
  wakeups: Wakeups
  say: (line: string) => void
}

export type Acting = ReturnType<typeof createActing>

const ever = { since: '0001-01-01T00:00:00.000Z', until: '9999-12-31T00:00:00.000Z' }

const unused = (): never => {
  throw new Error('An operator’s command does not come this way.')
}
const nothing = async (): Promise<void> => undefined

/** Where people reach the cloud, for links in mails. */
export const addressOf = ({ publicUrl, port }: Config): string => publicUrl ?? `http://127.0.0.1:${port}`

export function createActing({ config, db, key, wakeups, say }: ActingDeps) {
  const now = () => new Date()
  const onError = (error: unknown) => say(error instanceof Error ? error.message : String(error))
  const baseUrl = () => addressOf(config)
  const journal = createJournal(db, now, wakeups.changed)
  const claims = createClaims({
    db,
    journal,
    lockTask: (...args) => tasks.lock(...args),
    setStatus: (...args) => tasks.setStatus(...args),
    onError,
  })
  const tasks: Tasks = createTasks({
    journal,
    tellMentioned: nothing,
    tellAssigned: nothing,
    removeDependents: [],
    taskDone: nothing,
    gate: { allowed: unused, held: unused, require: unused },
  })
  const calendars = createCalendars({ journal, baseUrl, requireList: unused })
  const tokens = createTokens({ journal, endClaimsOf: (...ended) => claims.endOf(...ended), policyOf: unused })
  const providers = createProviders(config.email, [], key, () => `${baseUrl()}/api/email/webhook`, now)
  const mailAccessOf = createEndAtProvider({ db, providers, tokens: createAccessTokens({ db, journal, key, providers, now, max: 1 }), onError }).ofTeam
  // Instances look for mails that wait once a second.
  const mailer = { queue: createMailQueue(key), wake: () => undefined }
  const { removeTeam, endLater } = createTeamEnd({ db, journal, mailer, baseUrl, mailAccessOf, removed: teamGone(wakeups) }, unused)
  const leaving = createLeaving({
    db,
    journal,
    async endTokensOf(write, userId) {
      await tokens.revokeOf(write, userId)
      await calendars.endOf(write, userId)
    },
    renameInTasks: (...renamed) => tasks.rename(...renamed),
  })
  return {
    mailer,
    leaving,
    removeTeam,
    endTeamLater: endLater,
    endAccount: createEndAccount({ db, mailer, baseUrl, leaving, removeTeam }),
    /** Ends the API tokens, connected agents and calendar addresses of a person, in all teams, and what they made for others. */
    async endMade(userId: string): Promise<void> {
      const endMade = createEndMade({
        db,
        journal,
        teamsMadeIn: tokens.teamsMadeIn,
        async endMadeIn(write, id, made) {
          await tokens.revokeOf(write, id)
          await tokens.revokeMade(write, id, made)
          await calendars.endOf(write, id, made)
        },
      })
      await endMade(userId, ever)
    },
    /** On all instances, calls and streams of these people and teams that stay open look whether they still may. */
    loginsEnded({ users, teams }: { users: readonly string[]; teams: readonly string[] }): void {
      for (const id of users) wakeups.changed(sessionsOf(id))
      for (const id of teams) wakeups.changed(loginsOf(id))
    },
  }
}
