// Connecting a mailbox: the consent screen of its provider, and what comes back from there.
import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import { can } from '../../shared/domain/people/roles.ts'
import { providerNames } from '../../shared/schema/cloud/mailbox.ts'
import { addressKey } from '../../shared/domain/people/same-person.ts'
import { hashSecret, type Keys, newLinkToken, seal, unseal } from '../auth/secrets.ts'
import { type Context, personOf, type TeamContext } from '../context.ts'
import type { Database, Tx } from '../db/database.ts'
import type { AccessTokens } from './access-tokens.ts'
import { mailboxStore } from './mailbox-store.ts'
import { challengeOf } from './oauth-client.ts'
import { type ConsentProviderName, type Grant, type MailProvider, type MailReader, ProviderError } from './provider.ts'
import type { Providers } from './providers.ts'
import type { Watches } from './watches.ts'

const stateLasts = 10 * 60_000
const maxMailboxes = 20

export interface ConsentDeps {
  db: Database
  key: Keys
  providers: Providers
  tokens: AccessTokens
  watches: Watches
  now: () => Date
  baseUrl: () => string
}

/** What the provider granted, and for which mailbox. */
export interface Connection {
  team: string
  userId: string
  provider: Pick<MailReader, 'name'>
  grant: Grant
  profile: { address: string; historyId: string | null }
}

const noFault = { fault: null, fault_said: null, fault_since: null }

export const consentLabel = (team: string): string => `oauth:${team}`

/** Answers the id of the mailbox. `more`: what else belongs to it, in the same transaction. */
export function storeConnection(
  { db, tokens, now }: Pick<ConsentDeps, 'db' | 'tokens' | 'now'>,
  { team, userId, provider, grant, profile }: Connection,
  more: (tx: Tx, id: string, at: string) => Promise<void> = async () => undefined,
): Promise<string> {
  const { address, historyId } = profile
  return db.inTeam(team, async (tx) => {
    const at = now().toISOString()
    const known = await mailboxStore.byAddress(tx, team, provider.name, addressKey(address))
    const fields = { status: 'active' as const, connected_by: userId, renew_at: at, updated_at: at }
    if (known) {
      // Where it stood, it stands: what arrived while it was cut off is read as well.
      await mailboxStore.update(tx, team, known.id, { ...fields, ...noFault, ...tokens.sealed(team, known.id, grant) })
      await more(tx, known.id, at)
      return known.id
    }
    if ((await mailboxStore.list(tx, team)).length >= maxMailboxes)
      throw new AppError('conflict', `The team has ${maxMailboxes} mailboxes, the maximum. Disconnect one first.`)
    const id = uuidv7()
    await mailboxStore.insert(tx, {
      team_id: team,
      id,
      provider: provider.name,
      address,
      address_key: addressKey(address),
      history_id: historyId,
      ...fields,
      watch_id: null,
      watch_expires_at: null,
      watch_error: null,
      last_push_at: null,
      created_at: at,
      refresh_sealed: null,
      watched_by: null,
      last_mail_at: null,
      looked_at: null,
      sends: false,
      answers: {},
      ...noFault,
      ...tokens.sealed(team, id, grant),
    })
    await more(tx, id, at)
    return id
  })
}

export function createConsent(deps: ConsentDeps) {
  const { db, key, providers, watches, now, baseUrl } = deps
  const redirectUri = () => `${baseUrl()}/api/email/oauth/callback`

  function providerOf(name: ConsentProviderName): MailProvider {
    const provider = providers.telling.get(name)
    if (!provider) throw new AppError('conflict', `The operator of this installation has not set up ${providerNames[name]} (see "Email" in cloud/README.md).`)
    return provider
  }

  async function connect(team: string, provider: MailProvider, userId: string, code: string, verifier: string, sends: boolean): Promise<string> {
    try {
      const grant = await provider.exchange({ code, verifier, redirectUri: redirectUri() })
      const connection = { team, userId, provider, grant, profile: await provider.profile(grant.access) }
      // Whoever consented to it has switched it on; what was not granted, is not.
      const may = grant.scopes.includes(provider.sendScope)
      return await storeConnection(deps, connection, async (tx, id) => {
        if (sends || !may) await mailboxStore.update(tx, team, id, { sends: sends && may })
      })
    } catch (failure) {
      if (failure instanceof ProviderError && failure.status >= 400 && failure.status < 500)
        throw new AppError('invalid', `The provider did not complete the connection (${failure.reason}). Connect the mailbox again.`, { cause: failure })
      throw failure
    }
  }

  return {
    /** The address of the consent screen. What comes back is tied to this session and this team. */
    async authorize(name: ConsentProviderName, sends: boolean, ctx: TeamContext): Promise<string> {
      const provider = providerOf(name)
      const team = ctx.team.id
      const state = `${team}.${newLinkToken()}`
      const verifier = randomBytes(48).toString('base64url')
      await db.inTeam(team, (tx) =>
        mailboxStore.addState(tx, {
          team_id: team,
          state_hash: hashSecret(state),
          session_id: personOf(ctx).id,
          provider: name,
          verifier_sealed: seal(key, Buffer.from(verifier), consentLabel(team)),
          expires_at: new Date(now().getTime() + stateLasts).toISOString(),
          sends,
        }),
      )
      return provider.authorizeUrl({ state, challenge: challengeOf(verifier), redirectUri: redirectUri(), sends })
    },

    /** Answers where the browser goes next. */
    async finish({ code, state = '', error }: { code?: string; state?: string; error?: string }, ctx: Context): Promise<string> {
      const { user, id: session } = personOf(ctx)
      const void_ = new AppError(
        'invalid',
        'This answer of the provider was used already, is older than ten minutes, or belongs to another session. Begin again.',
      )
      const team = /^([0-9a-f-]{36})\./.exec(state)?.[1]
      if (!team) throw void_
      const { taken, role } = await db.inTeam(team, async (tx) => ({
        taken: await mailboxStore.takeState(tx, team, hashSecret(state), session, now().toISOString()),
        role: await mailboxStore.roleOf(tx, team, user.id),
      }))
      if (!taken) throw void_
      if (!role || !can(role, 'manage_email')) throw new AppError('forbidden', 'You may no longer connect mailboxes to this team.')
      if (error !== undefined || code === undefined) return `${baseUrl()}/connected?problem=${encodeURIComponent(error ?? 'no code')}`
      const provider = providerOf(taken.provider as ConsentProviderName)
      const verifier = unseal(key, taken.verifier_sealed, consentLabel(team)).toString()
      const id = await connect(team, provider, user.id, code, verifier, taken.sends)
      // It is connected, even if the provider cannot watch it at the moment: that is tried again, and /email/health says so.
      await watches.renew({ team_id: team, id })
      return `${baseUrl()}/connected`
    },
  }
}
