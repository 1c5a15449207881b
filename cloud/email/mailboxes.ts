// Connecting mailboxes with a team, and letting them go.
import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import { can } from '../../shared/domain/people/roles.ts'
import type { Mailbox, MailProviderName } from '../../shared/schema/cloud/mailbox.ts'
import { hashSecret, newLinkToken, seal, unseal } from '../auth/secrets.ts'
import { type Context, personOf, type TeamContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { AccessTokens } from './access-tokens.ts'
import { addressKeyOf, type MailboxRow, mailboxOf, mailboxStore } from './mailbox-store.ts'
import { challengeOf } from './oauth-client.ts'
import { type MailProvider, ProviderError } from './provider.ts'
import type { Providers } from './providers.ts'
import type { Watches } from './watches.ts'

const stateLasts = 10 * 60_000
const maxMailboxes = 20

export interface MailboxDeps {
  db: Database
  key: Buffer
  providers: Providers
  tokens: AccessTokens
  watches: Watches
  now: () => Date
  baseUrl: () => string
  onError: (error: unknown) => void
}

export type Mailboxes = ReturnType<typeof createMailboxes>

export function createMailboxes({ db, key, providers, tokens, watches, now, baseUrl, onError }: MailboxDeps) {
  const redirectUri = () => `${baseUrl()}/api/email/oauth/callback`
  const label = (team: string) => `oauth:${team}`

  function providerOf(name: MailProviderName): MailProvider {
    const provider = providers.get(name)
    if (!provider) throw new AppError('conflict', `The operator of this installation has not configured ${name} (cloud/README.md, E-mail).`)
    return provider
  }

  async function store(team: string, provider: MailProvider, userId: string, code: string, verifier: string): Promise<string> {
    const grant = await provider.exchange({ code, verifier, redirectUri: redirectUri() })
    const { address, historyId } = await provider.profile(grant.access)
    return db.inTeam(team, async (tx) => {
      const at = now().toISOString()
      const known = await mailboxStore.byAddress(tx, team, provider.name, addressKeyOf(address))
      const fields = { status: 'active' as const, connected_by: userId, renew_at: at, updated_at: at }
      if (known) {
        // Where it stood, it stands: what arrived while it was cut off is read as well.
        await mailboxStore.update(tx, team, known.id, { ...fields, ...tokens.sealed(team, known.id, grant) })
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
        address_key: addressKeyOf(address),
        history_id: historyId,
        ...fields,
        watch_id: null,
        watch_expires_at: null,
        watch_error: null,
        last_push_at: null,
        created_at: at,
        refresh_sealed: null,
        ...tokens.sealed(team, id, grant),
      })
      return id
    })
  }

  /** Whatever the provider says: what we have is removed. */
  async function endAtProvider(row: Parameters<AccessTokens['accessOf']>[0] & Pick<MailboxRow, 'provider' | 'watch_id'>): Promise<void> {
    const provider = providers.get(row.provider)
    try {
      await provider?.unwatch(tokens.accessOf(row), row.watch_id).catch(onError)
      await provider?.revoke({ refresh: tokens.refreshOf(row), access: tokens.accessOf(row) })
    } catch (error) {
      onError(error)
    }
  }

  return {
    list: async (ctx: TeamContext): Promise<Mailbox[]> => (await db.readTeam(ctx.team.id, (tx) => mailboxStore.list(tx, ctx.team.id))).map(mailboxOf),

    /** The address of the consent screen. What comes back is tied to this session and this team. */
    async authorize(name: MailProviderName, ctx: TeamContext): Promise<string> {
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
          verifier_sealed: seal(key, Buffer.from(verifier), label(team)),
          expires_at: new Date(now().getTime() + stateLasts).toISOString(),
        }),
      )
      return provider.authorizeUrl({ state, challenge: challengeOf(verifier), redirectUri: redirectUri() })
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
      const provider = providerOf(taken.provider)
      const verifier = unseal(key, taken.verifier_sealed, label(team)).toString()
      let id: string
      try {
        id = await store(team, provider, user.id, code, verifier)
      } catch (failure) {
        if (failure instanceof ProviderError && failure.status >= 400 && failure.status < 500)
          throw new AppError('invalid', `The provider did not accept its own answer (${failure.reason}). Start again.`, { cause: failure })
        throw failure
      }
      // It is connected, even if the provider cannot watch it at the moment: that is tried again, and /email/health says so.
      await watches.renew({ team_id: team, id })
      return `${baseUrl()}/connected`
    },

    async revoke(id: string | undefined, ctx: TeamContext): Promise<void> {
      const team = ctx.team.id
      const rows = await db.readTeam(team, async (tx) => (await mailboxStore.list(tx, team)).filter((row) => id === undefined || row.id === id.toLowerCase()))
      if (id !== undefined && rows.length === 0) throw new AppError('not_found', `The team has no mailbox ${id}.`)
      for (const row of rows) {
        await endAtProvider(row)
        await db.inTeam(team, (tx) => mailboxStore.remove(tx, team, row.id))
      }
    },

    /** For a team that is about to be deleted. What it answers ends the access at the providers, once the team is gone. */
    async ofTeam(team: string): Promise<() => Promise<void>> {
      const rows = await db.readTeam(team, (tx) => mailboxStore.list(tx, team))
      return async () => void (await Promise.all(rows.map(endAtProvider)))
    },
  }
}
