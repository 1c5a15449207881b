import type { authContract } from '../../shared/contract/cloud/auth.ts'
import { Answer, type Handlers } from '../../shared/http/mount.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Provider } from '../../shared/schema/cloud/ways.ts'
import type { AccountDeletion, SignUps } from '../../shared/schema/cloud/account.ts'
import type { Team } from '../../shared/schema/cloud/team.ts'
import { type Context, type Person, personOf } from '../context.ts'
import type { Database } from '../db/database.ts'
import { usageOfPerson } from '../quotas/usage.ts'
import { clearCookie, sessionCookie } from '../http/session-cookie.ts'
import type { Accounts } from './accounts.ts'
import type { ChangeAddress } from './address/change-address.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Sessions } from './sessions.ts'
import type { createSignIn } from './sign-in.ts'
import { userStore } from './user-store.ts'

export interface AuthRouteDeps {
  db: Database
  accounts: Accounts
  sessions: Sessions
  secondFactor: SecondFactor
  signIn: ReturnType<typeof createSignIn>
  teamsOf: (user: Person) => Promise<Team[]>
  changeAddress: ChangeAddress
  deleteAccount: (deletion: AccountDeletion, ctx: Context) => Promise<void>
  signUps: SignUps
  /** Whether passwords open anything here. */
  passwords: boolean
  providers: readonly Provider[]
  hasPasskeys: () => boolean
  requireRecent: (ctx: Context) => Promise<void>
}

const mailed = { detail: 'If possible, we’ve sent an email.' }

export function authRoutes(deps: AuthRouteDeps): Handlers<typeof authContract, Context> {
  const { db, accounts, sessions, secondFactor, signIn, teamsOf, changeAddress, deleteAccount, signUps, passwords, providers, hasPasskeys, requireRecent } =
    deps
  const requirePasswords = () => {
    if (!passwords) throw new AppError('forbidden', `This server signs people in with ${providers.map(({ name }) => name).join(' or ')} only.`)
  }
  return {
    getEntrance: async () => ({ sign_ups: signUps, passwords, providers: [...providers], passkeys: hasPasskeys() }),
    async signUp({ body }, ctx) {
      requirePasswords()
      await accounts.signUp(body, ctx.address)
      return { detail: 'Check your email to confirm the address.' }
    },
    async verifyAddress({ body }, ctx) {
      requirePasswords()
      await accounts.verifyAddress(body, ctx.address)
    },
    async resendVerification({ body }, ctx) {
      requirePasswords()
      await accounts.resendVerification(body.email, ctx.address)
      return mailed
    },
    async signIn({ body }, ctx) {
      requirePasswords()
      const signedIn = await signIn(body, { address: ctx.address, userAgent: ctx.userAgent, presentToken: ctx.presentToken })
      return new Answer(signedIn, { headers: { 'Set-Cookie': sessionCookie(signedIn.token, ctx.secure), 'Cache-Control': 'no-store' } })
    },
    async signOut(_, ctx) {
      const { user, id } = personOf(ctx)
      await sessions.end(user.id, id)
      return new Answer<void>(undefined, { headers: { 'Set-Cookie': clearCookie(ctx.secure) } })
    },
    async getSession(_, ctx) {
      const { user } = personOf(ctx)
      const [row, teams] = await Promise.all([db.readIdentity({}, (tx) => userStore.proofs(tx, user.id)), teamsOf(user)])
      return { user: { ...user, email_verified: row?.email_verified_at !== null, totp_enabled: row?.totp_confirmed_at !== null }, teams }
    },
    getAccountUsage: (_, ctx) => usageOfPerson(db, personOf(ctx).user.id),
    listSessions(_, ctx) {
      const { user, id } = personOf(ctx)
      return sessions.list(user.id, id)
    },
    endSession: ({ params }, ctx) => sessions.end(personOf(ctx).user.id, params.sessionId),
    async endOtherSessions(_, ctx) {
      const { user, id } = personOf(ctx)
      await db.asIdentity({}, (tx) => sessions.endOthers(tx, user.id, id))
      sessions.tellEnded(user.id)
    },
    async requestReset({ body }, ctx) {
      requirePasswords()
      await accounts.requestReset(body.email, ctx.address)
      return mailed
    },
    async resetPassword({ body }, ctx) {
      requirePasswords()
      await accounts.resetPassword(body, ctx.address)
    },
    async changePassword({ body }, ctx) {
      requirePasswords()
      const { user, id } = personOf(ctx)
      await accounts.changePassword(user, id, body, () => requireRecent(ctx))
    },
    async changeAddress({ body }, ctx) {
      await changeAddress.request(body, ctx)
      return mailed
    },
    confirmNewAddress: ({ body }, ctx) => changeAddress.confirm(body.token, ctx.address),
    undoNewAddress: ({ body }, ctx) => changeAddress.undo(body.token, body.password, ctx.address),
    async startTotp({ body }, ctx) {
      requirePasswords()
      return secondFactor.start(personOf(ctx).user, body.password)
    },
    confirmTotp: ({ body }, ctx) => secondFactor.confirm(personOf(ctx).user, body.code),
    async deleteAccount({ body }, ctx) {
      await deleteAccount(body, ctx)
      return new Answer<void>(undefined, { headers: { 'Set-Cookie': clearCookie(ctx.secure) } })
    },
    disableTotp: ({ body }, ctx) => secondFactor.disable(personOf(ctx).user, body.password, body.code),
  }
}
