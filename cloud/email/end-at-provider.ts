// Our access to mailboxes ends at their provider, too, when a team lets go of them.
import type { Database } from '../db/database.ts'
import type { AccessTokens } from './access-tokens.ts'
import { type MailboxRow, mailboxStore } from './mailbox-store.ts'
import type { Providers } from './providers.ts'

interface EndDeps {
  db: Database
  providers: Providers
  tokens: Pick<AccessTokens, 'accessOf' | 'refreshOf'>
  onError: (error: unknown) => void
}

export function createEndAtProvider({ db, providers, tokens, onError }: EndDeps) {
  /** Whatever the provider says: what we have is removed. */
  async function endAtProvider(row: Parameters<AccessTokens['accessOf']>[0] & Pick<MailboxRow, 'provider' | 'watch_id'>): Promise<void> {
    const provider = providers.telling.get(row.provider)
    // Of a password nobody has to be told that we forget it.
    if (!provider) return
    try {
      await provider.unwatch(tokens.accessOf(row), row.watch_id).catch(onError)
      await provider.revoke({ refresh: tokens.refreshOf(row), access: tokens.accessOf(row) })
    } catch (error) {
      onError(error)
    }
  }

  return {
    endAtProvider,

    /** For a team that is about to be deleted. What it answers ends the access at the providers, once the team is gone. */
    async ofTeam(team: string): Promise<() => Promise<void>> {
      const rows = await db.readTeam(team, (tx) => mailboxStore.list(tx, team))
      return async () => void (await Promise.all(rows.map(endAtProvider)))
    },
  }
}
