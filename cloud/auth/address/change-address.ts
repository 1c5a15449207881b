// Another address for an account: asked for with password and second factor, changed by the link into the new mailbox, taken back for seven days by the
// one into the old. What teams say of the person follows (members/follow-address.ts).
import { randomBytes } from 'node:crypto'
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import type { AddressChange } from '../../../shared/schema/cloud/account.ts'
import { type Context, type Person, personOf } from '../../context.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { messages } from '../../mail/messages.ts'
import { emailKeyOf, writtenEmail } from '../accounts.ts'
import { addressGroup } from '../address-group.ts'
import { type Attempts, often } from '../attempts.ts'
import type { Proofs } from '../ways/proofs.ts'
import { wayStore } from '../ways/way-store.ts'
import { verifyPassword } from '../password.ts'
import { hashSecret, newLinkToken } from '../secrets.ts'
import type { Sessions } from '../sessions.ts'
import { factorStore, linkStore } from '../user-store.ts'
import { addressStore } from './address-store.ts'

const undoLasts = 7 * 24 * 3_600_000
/** Whoever means to take an account adds a way in first, and then changes the address: what is younger at that moment goes, too. */
const notYetTrusted = undoLasts
/** For what is being made at the very moment at which the address is taken back. */
const underWay = 60_000
/** As long as it takes: what is to follow has no end. */
const never = '9999-12-31T00:00:00.000Z'

export interface ChangeAddressDeps {
  db: Database
  proofs: Pick<Proofs, 'requireOwner'>
  sessions: Pick<Sessions, 'endOthers' | 'tellEnded'>
  attempts: Attempts
  mailAllowance: Attempts
  mailer: Mailer
  now: () => Date
  baseUrl: () => string
  /** Changes the address in the person's teams; doing it twice does no harm. */
  follow: (person: Person, from: string) => Promise<void>
  /** Ends what the person made in teams in that time; doing it twice does no harm. */
  endMade: (userId: string, made: { since: string; until: string }) => Promise<void>
}

export type ChangeAddress = ReturnType<typeof createChangeAddress>

const voidLink = () =>
  new AppError('invalid', 'This link was already used, has expired, or the address is in use by now.', {
    errors: [{ pointer: '/token', detail: 'not a valid link' }],
  })

const shifted = (moment: string, byMs: number) => new Date(Date.parse(moment) + byMs).toISOString()

interface Address {
  email: string
  email_key: string
}

/** Throws where another account has it, also one that was made in this very moment. */
async function take(tx: Tx, userId: string, { email, email_key }: Address, at: string): Promise<void> {
  const taken = await addressStore.take(tx, userId, { email, email_key }, at).catch((error: { code?: string }) => {
    if (error.code !== '23505') throw error
    return 0
  })
  if (taken === 0) throw voidLink()
}

/** Not lost with the instance that changed it: whoever tidies up goes on. */
async function willFollow(tx: Tx, userId: string, { email, email_key }: Address, at: string, ends?: { ends_since: string }): Promise<void> {
  const kept = { ...ends, token_hash: randomBytes(32), user_id: userId, purpose: 'follow' as const, session_id: null, created_at: at, expires_at: never }
  await addressStore.insert(tx, { ...kept, email, email_key })
}

/**
 * Whether a second factor of the week before the change ends with it. Somebody who was robbed did not turn it on, and is locked out by it; but one who
 * moved away from a mailbox that others read did. The first knows the password of before, and whoever reads that mailbox does not.
 */
async function endsFactor(
  { db, attempts, now }: Pick<ChangeAddressDeps, 'db' | 'attempts' | 'now'>,
  token: string,
  password: string | undefined,
): Promise<boolean> {
  const found = await db.readIdentity({}, (tx) => addressStore.back(tx, hashSecret(token), now().toISOString()))
  if (!found) throw voidLink()
  const { user_id, created_at, password_hash, totp_confirmed_at: turnedOn } = found
  if (turnedOn === null || turnedOn >= created_at || turnedOn < shifted(created_at, -notYetTrusted)) return false
  if (password === undefined)
    throw invalidField(
      '/password',
      'Two-factor authentication was turned on shortly before the address changed. To turn it off, send the password that you had then. To keep it, send an empty password.',
    )
  if (password === '') return false
  await attempts.count(`password ${user_id}`)
  if (!(await verifyPassword(password, password_hash ?? undefined)))
    throw new AppError('forbidden', 'This wasn’t the password when the address changed. Nothing was changed yet: try again, or send an empty password.')
  return true
}

export function createChangeAddress({ db, proofs, sessions, attempts, mailAllowance, mailer, now, baseUrl, follow, endMade }: ChangeAddressDeps) {
  async function followAll(): Promise<void> {
    for (const { token_hash, from, created_at, ends_since, id, email, name } of await db.readIdentity({}, (tx) => addressStore.unfollowed(tx))) {
      if (ends_since !== null) await endMade(id, { since: ends_since, until: shifted(created_at, underWay) })
      await follow({ id, email, name }, from)
      await db.asIdentity({}, (tx) => addressStore.followed(tx, token_hash))
    }
  }

  return {
    /** The answer is the same whether the address is free. */
    async request({ email, ...given }: AddressChange, ctx: Context): Promise<void> {
      const { user, verifiedAt, id: sessionId } = personOf(ctx)
      if (verifiedAt === null) throw new AppError('forbidden', 'Confirm your present address first, with the link in our email.')
      const emailKey = emailKeyOf(email)
      if (emailKey === emailKeyOf(user.email)) throw invalidField('/email', 'This is your address already.')
      await proofs.requireOwner(ctx, given)
      await mailAllowance.count(`mail ${emailKey}`, often(`mail by the hour ${emailKey}`), often(`address changes by ${user.id}`))
      await db.asIdentity({}, (tx) => mailer.queue(tx, { about: 'address', email: writtenEmail(email), emailKey, by: { userId: user.id, sessionId } }))
      mailer.wake()
    },

    /** Sessions elsewhere end, with their devices. The mailbox of before is told, with the way back. */
    async confirm(token: string, address: string): Promise<void> {
      await attempts.count(`reset address ${addressGroup(address)}`)
      const ended = await db.asIdentity({}, async (tx) => {
        const at = now()
        const change = await addressStore.use(tx, hashSecret(token), 'confirm', at.toISOString())
        const user = change && (await addressStore.lockUser(tx, change.user_id))
        if (!change || !user) throw voidLink()
        const { email, email_key } = user
        await take(tx, user.id, change, at.toISOString())
        await sessions.endOthers(tx, user.id, change.session_id ?? undefined)
        await linkStore.removeOf(tx, user.id)
        await willFollow(tx, user.id, user, at.toISOString())
        const undo = newLinkToken()
        await addressStore.insert(tx, {
          token_hash: hashSecret(undo),
          user_id: user.id,
          purpose: 'undo',
          email,
          email_key,
          session_id: null,
          created_at: at.toISOString(),
          expires_at: new Date(at.getTime() + undoLasts).toISOString(),
          password_hash: user.password_hash,
        })
        await mailer.queue(tx, messages.addressChanged(email, baseUrl(), undo, change.email))
        return user.id
      })
      sessions.tellEnded(ended)
      mailer.wake()
      await followAll()
    },

    /**
     * For whoever reads the mailbox of before, and did not ask for it: somebody else knows the password. So that is void, all sessions end, a second
     * factor of since then is off, other ways to sign in and what opens teams of since the week before are gone, and a link for a new password is mailed.
     */
    async undo(token: string, password: string | undefined, address: string): Promise<void> {
      await attempts.count(`reset address ${addressGroup(address)}`)
      const endsYoung = await endsFactor({ db, attempts, now }, token, password)
      const ended = await db.asIdentity({}, async (tx) => {
        const at = now().toISOString()
        const change = await addressStore.use(tx, hashSecret(token), 'undo', at)
        const user = change && (await addressStore.lockUser(tx, change.user_id))
        if (!change || !user) throw voidLink()
        await take(tx, user.id, change, at)
        await addressStore.voidPassword(tx, user.id)
        const since = shifted(change.created_at, -notYetTrusted)
        if (user.totp_confirmed_at !== null && user.totp_confirmed_at >= (endsYoung ? since : change.created_at)) await factorStore.remove(tx, user.id)
        await wayStore.removeAdded(tx, user.id, since)
        await sessions.endOthers(tx, user.id)
        await linkStore.removeOf(tx, user.id)
        await addressStore.removeSince(tx, user.id, change.created_at)
        await willFollow(tx, user.id, user, at, { ends_since: since })
        await mailer.queue(tx, { about: 'reset', email: change.email, emailKey: change.email_key })
        return user.id
      })
      sessions.tellEnded(ended)
      mailer.wake()
      await followAll()
    },

    followAll,
  }
}
