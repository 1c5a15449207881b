// Whom an issuer names for the first time. An address of theirs that nobody has makes an account. Where the issuer does not vouch for the address, or an
// account has it, the mailed link decides: it proves the address, and only the browser that was at the issuer can use it. So neither an issuer nor whoever
// had signed up with the address before gets anything that is somebody else's.
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Context, Person } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { messages } from '../../mail/messages.ts'
import { emailKeyOf, mailsTo, writtenEmail } from '../accounts.ts'
import { addressGroup } from '../address-group.ts'
import type { Attempts } from '../attempts.ts'
import { hashSecret, newLinkToken } from '../secrets.ts'
import { userStore } from '../user-store.ts'
import { wayStore } from '../ways/way-store.ts'
import { browserHash } from './flows.ts'
import { flowStore, type PendingLink } from './flow-store.ts'
import type { Claims } from './issuer.ts'
import { type Begun, createNewAccounts, type Named, type NewAccountDeps, voidLink } from './new-accounts.ts'
import { type OidcConfig, providerName } from './oidc-config.ts'

const linkLasts = 3_600_000

export interface NewcomerDeps extends NewAccountDeps {
  db: Database
  attempts: Attempts
  mailAllowance: Attempts
  mailer: Mailer
  baseUrl: () => string
  passwords: boolean
  providers: readonly OidcConfig[]
  endAccess: (userId: string, isSame: boolean) => Promise<void>
  takeUpInvitations: (user: Person) => Promise<void>
}

const needsCode = (provider: string) =>
  new AppError(
    'conflict',
    `This account has two-factor authentication. Sign in with your password and your code, then connect ${provider} under Settings, Account.`,
  )

export function createNewcomers(deps: NewcomerDeps) {
  const { db, sessions, attempts, mailAllowance, mailer, now, baseUrl, passwords, providers, endAccess, takeUpInvitations } = deps
  const nameOf = (issuer: string) => providerName(providers, issuer)

  const { identity, mayEnter, create, adopt } = createNewAccounts(deps)

  async function connect(link: PendingLink, account: { id: string; isProof: boolean }, ctx: Context): Promise<Begun> {
    const begun = await db.asIdentity({}, async (tx) => {
      const at = now().toISOString()
      if (!(await flowStore.useLink(tx, link.token_hash))) throw voidLink()
      const user = await wayStore.lock(tx, account.id)
      if (!user || (user.email_verified_at === null) !== account.isProof) throw voidLink()
      if (account.isProof) await adopt(tx, link, user.id, at)
      if ((await wayStore.insert(tx, identity(link, user.id, at))) === 0)
        throw new AppError('conflict', `This account is connected with another account at ${nameOf(link.issuer)}. Sign in with that one.`)
      if (!account.isProof) await mailer.queue(tx, messages.wayAdded(user.email, baseUrl(), nameOf(link.issuer)))
      const person: Person = { id: user.id, email: user.email, name: account.isProof ? link.name : user.name }
      return { user: person, token: (await sessions.begin(tx, user.id, ctx.userAgent, ctx.presentToken)).token }
    })
    mailer.wake()
    return begun
  }

  async function open(link: PendingLink, ctx: Context): Promise<Begun> {
    const known = await db.readIdentity({}, (tx) => userStore.byEmail(tx, link.email_key))
    if (known) {
      const isProof = known.email_verified_at === null
      // A second factor from before the proof is not the owner's, and ends with it.
      if (passwords && !isProof && known.totp_confirmed_at !== null) throw needsCode(nameOf(link.issuer))
      // Before: what could not be ended must not go with a proven address. After: what was made in between.
      if (isProof) await endAccess(known.id, false)
      const begun = await connect(link, { id: known.id, isProof }, ctx)
      if (isProof) await endAccess(known.id, false)
      return begun
    }
    const begun = await db.asIdentity({ emailKey: link.email_key }, async (tx) => {
      if (!(await mayEnter(tx, link.email_key, now().toISOString())))
        throw new AppError(
          'forbidden',
          'There is no account with this address, and this server makes none for it. Ask the people who run it, or to be invited.',
        )
      if (!(await flowStore.useLink(tx, link.token_hash))) throw voidLink()
      return create(tx, link, ctx)
    })
    if (!begun) throw voidLink()
    return begun
  }

  return {
    /** 'mailed': the link decides; 'closed': no account is made. Says whose session begins otherwise. */
    async meet(issuer: string, claims: Claims & { email: string }, returnTo: string, ctx: Context): Promise<Begun | 'mailed' | 'closed'> {
      const email = writtenEmail(claims.email)
      const emailKey = emailKeyOf(email)
      const named: Named = { issuer, subject: claims.subject, email, email_key: emailKey, name: claims.name ?? null }
      const known = claims.isVerified ? await db.readIdentity({}, (tx) => userStore.byEmail(tx, emailKey)) : undefined
      if (claims.isVerified && !known) {
        const begun = await db.asIdentity({ emailKey }, async (tx) =>
          (await mayEnter(tx, emailKey, now().toISOString())) ? create(tx, named, ctx) : ('closed' as const),
        )
        if (begun === 'closed') return 'closed'
        if (begun) {
          await takeUpInvitations(begun.user)
          return begun
        }
      }
      await mailAllowance.count(...mailsTo(emailKey))
      const token = newLinkToken()
      await db.asIdentity({}, async (tx) => {
        const expires_at = new Date(now().getTime() + linkLasts).toISOString()
        await flowStore.insertLink(tx, { ...named, token_hash: hashSecret(token), browser_hash: browserHash(ctx) as Buffer, return_to: returnTo, expires_at })
        await mailer.queue(tx, messages.connect(email, baseUrl(), token, nameOf(issuer)))
      })
      mailer.wake()
      return 'mailed'
    },

    /** With the mailed link. */
    async connect(token: string, ctx: Context): Promise<Begun & { returnTo: string }> {
      await attempts.count(`reset address ${addressGroup(ctx.address)}`)
      const browser = browserHash(ctx)
      const link = browser && (await db.readIdentity({}, (tx) => flowStore.link(tx, hashSecret(token), browser, now().toISOString())))
      if (!link) throw voidLink()
      const begun = await open(link, ctx)
      await takeUpInvitations(begun.user)
      return { ...begun, returnTo: link.return_to }
    },
  }
}
