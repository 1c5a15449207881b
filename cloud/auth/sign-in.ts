// Signing in: password, then the second factor; then a new session in place of the one that the browser came with.
import { AppError } from '../../shared/domain/app-error.ts'
import type { SignedIn, SignIn } from '../../shared/schema/cloud/account.ts'
import type { Person } from '../context.ts'
import type { Database } from '../db/database.ts'
import { emailKeyOf } from './accounts.ts'
import { addressGroup } from './address-group.ts'
import { accountWide, type Attempts } from './attempts.ts'
import { verifyPassword } from './password.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Sessions } from './sessions.ts'
import { userStore } from './user-store.ts'

export interface SignInDeps {
  db: Database
  sessions: Sessions
  attempts: Attempts
  secondFactor: SecondFactor
  /** Must an address be confirmed before it may sign in? */
  requireVerified: boolean
  /** Takes up the invitations that wait for the person's proven address and need no other answer. */
  takeUpInvitations: (user: Person) => Promise<void>
}

export interface Caller {
  address: string
  userAgent: string | undefined
  /** The session that came with the call, if any. */
  presentToken: string | undefined
}

export function createSignIn({ db, sessions, attempts, secondFactor, requireVerified, takeUpInvitations }: SignInDeps) {
  return async ({ email, password, code }: SignIn, caller: Caller): Promise<SignedIn> => {
    const emailKey = emailKeyOf(email)
    const from = addressGroup(caller.address)
    await attempts.count(`sign-in address ${from}`, `sign-in account ${emailKey} from ${from}`, accountWide(`sign-in account ${emailKey}`))
    const row = await db.readIdentity({}, (tx) => userStore.byEmail(tx, emailKey))
    // Without an account the same work is done, and the same words are said.
    if (!(await verifyPassword(password, row?.password_hash ?? undefined)) || !row)
      throw new AppError('unauthenticated', 'The email address or password is incorrect.')
    if (requireVerified && row.email_verified_at === null)
      throw new AppError('forbidden', 'Confirm your email address first: open the link in our email, or request another with POST /api/auth/verify/resend.')
    if (row.totp_confirmed_at && code === undefined)
      throw new AppError('unauthenticated', 'This account uses two-factor authentication: also send the six digits (or a recovery code) as `code`.', {
        errors: [{ pointer: '/code', detail: 'code is required' }],
      })
    if (row.totp_confirmed_at) await secondFactor.countTry(row.id)
    const { token, expiresAt } = await db.asIdentity({}, async (tx) => {
      // Whoever set another password meanwhile, with a mailed link, ended all sessions: this one must not begin after that.
      if (!(await userStore.isPassword(tx, row.id, row.password_hash))) throw new AppError('unauthenticated', 'The email address or password is incorrect.')
      if (row.totp_confirmed_at) await secondFactor.use(tx, row.id, code as string)
      return sessions.begin(tx, row.id, caller.userAgent, caller.presentToken)
    })
    const user: Person = { id: row.id, email: row.email, name: row.name }
    if (row.email_verified_at !== null) await takeUpInvitations(user)
    return { user, token, expires_at: expiresAt }
  }
}
