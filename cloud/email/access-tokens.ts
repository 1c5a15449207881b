// Valid access tokens for mailboxes. The tokens are kept encrypted for their team, and leave only towards the provider.
import { AppError } from '../../shared/domain/app-error.ts'
import { type Keys, seal, unseal } from '../auth/secrets.ts'
import type { Database } from '../db/database.ts'
import { createConcurrencyLimit, createLimitByKey } from '../concurrency-limit.ts'
import type { Journal } from '../journal/journal.ts'
import { mailboxStore, type MailboxRow } from './mailbox-store.ts'
import { type Grant, type MailReader, ProviderError } from './provider.ts'
import type { Providers } from './providers.ts'

/** A token that ends while we use it helps nobody. */
const early = 60_000

type Sealed = Pick<MailboxRow, 'team_id' | 'id' | 'access_sealed' | 'refresh_sealed'>

export interface AccessTokenDeps {
  db: Database
  journal: Journal
  key: Keys
  providers: Providers
  now: () => Date
  /** Refreshes at the same time, at issuers of one kind: each keeps a database connection while the provider answers. */
  max: number
}

/** Each team's come one after the other, so that an issuer that hangs keeps no other team waiting. */
function createTurns(max: number) {
  const ofTeam = createLimitByKey(1)
  const limited = createConcurrencyLimit(max)
  return <T>(team: string, work: () => Promise<T>): Promise<T> => ofTeam(team, () => limited(work))
}

export type AccessTokens = ReturnType<typeof createAccessTokens>

export const mailboxLabel = (team: string, mailbox: string, what: 'access' | 'refresh'): string => `mailbox:${team}:${mailbox}:${what}`

export function createAccessTokens({ db, journal, key, providers, now, max }: AccessTokenDeps) {
  // Issuers that teams name for their mailboxes over IMAP may be of any kind: Google and Microsoft do not wait for them.
  const turns = { named: createTurns(max), known: createTurns(max) }
  const underWay = new Map<string, Promise<string>>()

  const sealed = (team: string, mailbox: string, { access, accessExpiresAt, refresh, scopes }: Grant) => ({
    access_sealed: seal(key, Buffer.from(access), mailboxLabel(team, mailbox, 'access')),
    access_expires_at: accessExpiresAt.toISOString(),
    ...(refresh === undefined ? {} : { refresh_sealed: seal(key, Buffer.from(refresh), mailboxLabel(team, mailbox, 'refresh')) }),
    scopes,
  })
  const accessOf = (row: Sealed) => unseal(key, row.access_sealed, mailboxLabel(row.team_id, row.id, 'access')).toString()
  const refreshOf = (row: Sealed) =>
    row.refresh_sealed === null ? undefined : unseal(key, row.refresh_sealed, mailboxLabel(row.team_id, row.id, 'refresh')).toString()

  const expired = (address: string) =>
    new AppError(
      'conflict',
      `${address} must be reconnected: the provider no longer gives Tandem access (GET /api/email/oauth/authorize, or POST /api/email/imap).`,
    )

  /** Nobody but a person can mend it: the team is told. */
  async function giveUp(team: string, mailbox: string): Promise<void> {
    const writer = { team: { id: team }, actor: { kind: 'email' as const, name: 'email' }, principal: 'email' }
    await journal.write(writer, async ({ tx, at, record }) => {
      const row = await mailboxStore.byIdForUpdate(tx, team, mailbox)
      if (row?.status !== 'active') return
      await mailboxStore.update(tx, team, mailbox, { status: 'auth_expired', updated_at: at })
      const after = { provider: row.provider, mailbox: row.address }
      await record({ entity: 'email', entity_id: mailbox, action: 'auth_expired', before: null, after })
    })
  }

  /** `stale`: the access token that turned out to be void. */
  async function refresh(team: string, mailbox: string, stale: string | undefined): Promise<string> {
    try {
      return await db.inTeam(team, async (tx) => {
        // One at a time, on all instances: providers that change the refresh token with each use would take two of them for a theft.
        await mailboxStore.lockTokens(tx, mailbox)
        const row = await mailboxStore.byId(tx, team, mailbox)
        if (!row) throw new AppError('not_found', 'This mailbox is no longer connected.')
        if (row.status !== 'active') throw expired(row.address)
        const current = accessOf(row)
        // Somebody did it while we waited.
        if (Date.parse(row.access_expires_at) - early > now().getTime() && current !== stale) return current
        const token = refreshOf(row)
        if (token === undefined) throw new ProviderError(400, 'invalid_grant')
        const grant = await (providers.readers.get(row.provider) as MailReader).refresh(token)
        await mailboxStore.update(tx, team, mailbox, { ...sealed(team, mailbox, grant), updated_at: now().toISOString() })
        return grant.access
      })
    } catch (error) {
      if (!(error instanceof ProviderError) || error.reason !== 'invalid_grant') throw error
      await giveUp(team, mailbox)
      throw expired('The mailbox')
    }
  }

  return {
    sealed,
    accessOf,
    refreshOf,
    giveUp,

    /** Runs `work` with a token that the provider accepts. */
    async use<T>(row: Sealed & Pick<MailboxRow, 'provider' | 'status' | 'address' | 'access_expires_at'>, call: (access: string) => Promise<T>): Promise<T> {
      if (row.status !== 'active') throw expired(row.address)
      const fresh = (stale?: string) => {
        const known = underWay.get(row.id)
        if (known) return known
        const inTurn = row.provider === 'imap' ? turns.named : turns.known
        const mine = inTurn(row.team_id, () => refresh(row.team_id, row.id, stale)).finally(() => underWay.delete(row.id))
        underWay.set(row.id, mine)
        return mine
      }
      const access = Date.parse(row.access_expires_at) - early > now().getTime() ? accessOf(row) : await fresh()
      try {
        return await call(access)
      } catch (error) {
        // It was revoked before its time.
        if (!(error instanceof ProviderError) || error.status !== 401) throw error
        return call(await fresh(access))
      }
    },
  }
}
