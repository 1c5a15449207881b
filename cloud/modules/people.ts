// Who there is: accounts, sessions, teams, members, tokens.
import type { FastifyInstance } from 'fastify'
import { authContract } from '../../shared/contract/cloud/auth.ts'
import { memberContract } from '../../shared/contract/cloud/members.ts'
import { teamContract } from '../../shared/contract/cloud/teams.ts'
import { tokenContract } from '../../shared/contract/cloud/tokens.ts'
import { mount } from '../../shared/http/mount.ts'
import type { AppOptions } from '../app-options.ts'
import { createAccounts } from '../auth/accounts.ts'
import { createAttempts } from '../auth/attempts.ts'
import { authRoutes } from '../auth/auth-routes.ts'
import { createLastUsed } from '../auth/last-used.ts'
import { createLogins } from '../auth/logins.ts'
import { createSecondFactor } from '../auth/second-factor.ts'
import { createSessions } from '../auth/sessions.ts'
import { createSignIn } from '../auth/sign-in.ts'
import { createAccountAccess } from '../members/account-access.ts'
import { createInvitations } from '../members/invitations.ts'
import { memberRoutes } from '../members/member-routes.ts'
import { createMembers } from '../members/members.ts'
import { teamRoutes } from '../teams/team-routes.ts'
import { createTeams, type TeamDeps } from '../teams/teams.ts'
import { tokenRoutes } from '../tokens/token-routes.ts'
import { createTokens } from '../tokens/tokens.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Mounting } from './mounting.ts'

export function createPeople(
  { db, journal, mailer, now, baseUrl, failed }: Infrastructure,
  options: AppOptions,
  { mailAccessOf }: Pick<TeamDeps, 'mailAccessOf'>,
) {
  const attempts = createAttempts(db, now, options.signInsPerMinute)
  const mailAllowance = createAttempts(db, now, options.mailsPerMinute)
  const sessions = createSessions(db, now)
  const tokens = createTokens({ journal })
  const endAccess = createAccountAccess({ db, journal, endTokensOf: tokens.revokeOf })
  const accounts = createAccounts({ db, sessions, attempts, mailAllowance, mailer, now, baseUrl, endAccess })
  const secondFactor = createSecondFactor({ db, accounts, attempts, now, key: options.key })
  const lastUsed = createLastUsed(db, now, failed('noting a use'))
  const members = createMembers({ journal, mailer, baseUrl, mailAllowance, endTokensOf: tokens.revokeOf })
  const teams = createTeams({ db, journal, enterOwner: members.enterOwner, mailAccessOf })
  const invitations = createInvitations({ db, journal, teamsOf: teams.ofUser })
  const signIn = createSignIn({ db, sessions, attempts, secondFactor, requireVerified: options.requireVerified, takeUpInvitations: invitations.takeUpAll })
  return {
    logins: createLogins(db, now),
    used: lastUsed.used,
    members,
    mount(app: FastifyInstance, { open }: Mounting): void {
      mount(app, authContract, authRoutes({ db, accounts, sessions, secondFactor, signIn, teamsOf: teams.ofUser }), open)
      mount(app, teamContract, teamRoutes(teams), open)
      mount(app, memberContract, memberRoutes(members, invitations), open)
      mount(app, tokenContract, tokenRoutes(tokens), open)
    },
    close: (): Promise<void> => lastUsed.close(),
  }
}
