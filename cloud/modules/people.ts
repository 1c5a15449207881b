// Who there is: accounts, sessions, teams, members, tokens.
import type { FastifyInstance } from 'fastify'
import { authContract } from '../../shared/contract/cloud/auth.ts'
import { memberContract } from '../../shared/contract/cloud/members.ts'
import { teamContract } from '../../shared/contract/cloud/teams.ts'
import { tokenContract } from '../../shared/contract/cloud/tokens.ts'
import { mount } from '../../shared/http/mount.ts'
import type { AppOptions } from '../app-options.ts'
import type { Tx } from '../db/database.ts'
import { createAccountRecord } from '../auth/account-record.ts'
import { createAccounts } from '../auth/accounts.ts'
import { createAttempts } from '../auth/attempts.ts'
import { authRoutes } from '../auth/auth-routes.ts'
import { createLastUsed } from '../auth/last-used.ts'
import { createLogins } from '../auth/logins.ts'
import { createSecondFactor } from '../auth/second-factor.ts'
import { createSessions } from '../auth/sessions.ts'
import { createSignIn } from '../auth/sign-in.ts'
import { createChangeAddress } from '../auth/address/change-address.ts'
import { createDeleteAccount } from '../auth/delete-account.ts'
import { createAccountAccess } from '../members/account-access.ts'
import { createEndMade, type Span } from '../members/end-made.ts'
import { createFollowAddress, type FollowDeps } from '../members/follow-address.ts'
import { createInvitations, isInvited } from '../members/invitations.ts'
import { createShowInvitation } from '../members/show-invitation.ts'
import { createLeaving } from '../members/leaving.ts'
import { memberRoutes } from '../members/member-routes.ts'
import { createMembers } from '../members/members.ts'
import { teamRoutes } from '../teams/team-routes.ts'
import { createTeams, type TeamDeps } from '../teams/teams.ts'
import { tokenRoutes } from '../tokens/token-routes.ts'
import { createTokens, type TokenDeps } from '../tokens/tokens.ts'
import type { Write } from '../journal/journal.ts'
import { sessionsOf, teamGone } from '../journal/wakeups.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Mounting } from './mounting.ts'
import { createWaysIn } from './ways-in.ts'

export type PeopleDeps = Pick<TeamDeps, 'mailAccessOf'> &
  Pick<TokenDeps, 'endClaimsOf' | 'policyOf'> &
  Pick<FollowDeps, 'renameInTasks'> & { endCalendarsOf: (write: Write, userId: string, made?: Span) => Promise<unknown> }

export function createPeople(
  infrastructure: Infrastructure,
  options: AppOptions,
  { mailAccessOf, endClaimsOf, policyOf, renameInTasks, endCalendarsOf }: PeopleDeps,
) {
  const { db, journal, mailer, now, baseUrl, wakeups, failed } = infrastructure
  const attempts = createAttempts(db, now, options.signInsPerMinute)
  const mailAllowance = createAttempts(db, now, options.mailsPerMinute)
  const sessions = createSessions(db, now, (userId) => wakeups.changed(sessionsOf(userId)))
  const tokens = createTokens({ journal, endClaimsOf, policyOf })
  /** What a person made for themselves in a team, and what opens it. */
  async function endTokensOf(write: Write, userId: string): Promise<void> {
    await tokens.revokeOf(write, userId)
    await endCalendarsOf(write, userId)
  }
  const endAccess = createAccountAccess({ db, journal, endTokensOf })
  const accounts = createAccounts({
    db,
    sessions,
    attempts,
    mailAllowance,
    mailer,
    now,
    baseUrl,
    endAccess,
    signUps: options.signUps,
    isInvited,
  })
  const secondFactor = createSecondFactor({ db, accounts, attempts, now, key: options.key })
  const lastUsed = createLastUsed(db, now, failed('noting a use'))
  const members = createMembers({ journal, mailer, baseUrl, mailAllowance, endTokensOf })
  const teams = createTeams({ db, journal, mailer, baseUrl, mailAllowance, enterOwner: members.enterOwner, mailAccessOf, removed: teamGone(wakeups) })
  const invitations = createInvitations({ db, journal, teamsOf: teams.ofUser })
  const signIn = createSignIn({ db, sessions, attempts, secondFactor, requireVerified: options.requireVerified, takeUpInvitations: invitations.takeUpAll })
  const waysIn = createWaysIn(infrastructure, options, {
    sessions,
    attempts,
    mailAllowance,
    secondFactor,
    endAccess,
    isInvited,
    takeUpInvitations: invitations.takeUpAll,
  })
  const { proofs } = waysIn
  const leaving = createLeaving({ db, journal, endTokensOf, renameInTasks })
  const deleteAccount = createDeleteAccount({ db, proofs, mailer, baseUrl, leaving, removeTeam: teams.removeTeam })
  const follow = createFollowAddress({ db, journal, renameInTasks })
  const endMade = createEndMade({
    db,
    journal,
    teamsMadeIn: tokens.teamsMadeIn,
    async endMadeIn(write, userId, made) {
      await tokens.revokeMade(write, userId, made)
      await endCalendarsOf(write, userId, made)
    },
  })
  const changeAddress = createChangeAddress({ db, proofs, sessions, attempts, mailAllowance, mailer, now, baseUrl, follow, endMade })
  const recordOf = createAccountRecord(db, teams.ofUser)
  return {
    recordOf,
    tokensOf: tokens.madeBy,
    tokens,
    logins: createLogins(db, now),
    used: lastUsed.used,
    members,
    membersIn: (tx: Tx, teamId: string) => members.known({ tx, teamId }),
    /** What time makes: deleted teams go, and what was cut off goes on. */
    tidy: async (): Promise<void> => {
      await teams.removeDue()
      await changeAddress.followAll()
    },
    mount(app: FastifyInstance, { open }: Mounting): void {
      const account = { db, accounts, sessions, secondFactor, signIn, changeAddress, deleteAccount, ...waysIn.ofRoutes }
      mount(app, authContract, authRoutes({ ...account, teamsOf: teams.ofUser, signUps: options.signUps }), open)
      waysIn.mount(app, open)
      mount(app, teamContract, teamRoutes(teams), open)
      mount(app, memberContract, memberRoutes(members, invitations, createShowInvitation({ journal, attempts })), open)
      mount(app, tokenContract, tokenRoutes(tokens), open)
    },
    close: (): Promise<void> => lastUsed.close(),
  }
}
