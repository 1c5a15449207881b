// The account of somebody whom an issuer names for the first time: a new one, or one that nobody had proven to be theirs.
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { SignUps } from '../../../shared/schema/cloud/account.ts'
import type { Context, Person } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { addressStore } from '../address/address-store.ts'
import type { Sessions } from '../sessions.ts'
import { linkStore, userStore } from '../user-store.ts'
import { wayStore } from '../ways/way-store.ts'
import type { PendingLink } from './flow-store.ts'

export interface NewAccountDeps {
  sessions: Sessions
  now: () => Date
  signUps: SignUps
  /** Whether a team waits for whoever owns this address. */
  isInvited: (tx: Tx, emailKey: string, at: string) => Promise<boolean>
}

/** Whom an issuer names. */
export type Named = Pick<PendingLink, 'issuer' | 'subject' | 'email' | 'email_key' | 'name'>
/** Whose session begins. */
export interface Begun {
  token: string
  user: Person
}

export const voidLink = () =>
  new AppError('invalid', 'This link was already used, has expired, or was opened in another browser. Sign in again in this browser.', {
    errors: [{ pointer: '/token', detail: 'not a valid link' }],
  })

export function createNewAccounts({ sessions, now, signUps, isInvited }: NewAccountDeps) {
  const identity = ({ issuer, subject, email }: Named, userId: string, at: string) => ({
    issuer,
    subject,
    id: uuidv7(),
    user_id: userId,
    email,
    created_at: at,
    last_used_at: at,
  })

  /** Whether this server makes an account for that address. */
  async function mayEnter(tx: Tx, emailKey: string, at: string): Promise<boolean> {
    if (signUps === 'closed' || (await addressStore.isKept(tx, emailKey, at))) return false
    return signUps === 'open' || isInvited(tx, emailKey, at)
  }

  /** Undefined: somebody else was faster. */
  async function create(tx: Tx, named: Named, ctx: Context): Promise<Begun | undefined> {
    const at = now().toISOString()
    const id = uuidv7()
    const user = { id, email: named.email, name: named.name }
    const made = await userStore.insert(tx, { ...user, email_key: named.email_key, password_hash: null, email_verified_at: at, created_at: at, updated_at: at })
    if (made === 0) return undefined
    if ((await wayStore.insert(tx, identity(named, id, at))) === 0) throw voidLink()
    return { user, token: (await sessions.begin(tx, id, ctx.userAgent, ctx.presentToken)).token }
  }

  /** Whatever an account was given before its address was proven ends with the proof (ADR 101). */
  async function adopt(tx: Tx, named: Named, userId: string, at: string): Promise<void> {
    if (!(await userStore.setPassword(tx, userId, true, { password_hash: null, name: named.name }, at))) throw voidLink()
    // First: a sign-in with one of them that is under way is waited for, and its session ends with the others.
    await wayStore.removeOf(tx, userId)
    await sessions.endOthers(tx, userId)
    await linkStore.removeOf(tx, userId)
    await userStore.forgetPreferences(tx, userId)
  }

  return { identity, mayEnter, create, adopt }
}
