// GET /email/messages: the mails behind an event, read from the provider for the desktop, which never sees a token.
import { AppError } from '../../shared/domain/app-error.ts'
import type { MailBatch, MailMessage } from '../../shared/schema/cloud/mailbox.ts'
import type { TeamContext } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { AccessTokens } from './access-tokens.ts'
import { recent } from './arrivals.ts'
import type { MailboxFinder, Wanted } from './mailbox-finder.ts'
import type { Place, Selected } from './mailbox-store.ts'
import { HistoryGone, type ProviderMail } from './provider.ts'

export interface MessageDeps {
  find: MailboxFinder
  journal: Journal
  tokens: AccessTokens
  /** Tests of ours make no task. */
  withoutTests: (place: Place, messages: readonly ProviderMail[]) => Promise<ProviderMail[]>
  /** Nor do answers of ours, and what came back of them. */
  sorted: (row: Selected, messages: readonly ProviderMail[]) => Promise<MailMessage[]>
}

export function createMessages({ find, journal, tokens, withoutTests, sorted }: MessageDeps) {
  return async (wanted: Wanted, ctx: TeamContext): Promise<MailBatch> => {
    const { history_id } = wanted
    const { row, since, provider } = await find(wanted, ctx)
    const batch = async (messages: ProviderMail[], resync: boolean): Promise<MailBatch> => ({
      provider: row.provider,
      mailbox: row.address,
      history_id,
      resync,
      messages: await sorted(row, await withoutTests(row, messages)),
    })
    const latest = async () => batch(await tokens.use(row, (access) => provider.listRecent(access)), true)
    if (history_id.startsWith(recent)) return latest()
    if (row.provider === 'gmail' && !/^\d{1,20}$/.test(history_id)) throw new AppError('invalid', `history_id must come from an event; got '${history_id}'.`)
    // It names a folder: only those are read that were watched when the event was made.
    if (row.provider === 'imap' && since === undefined)
      throw new AppError('invalid', `history_id must come from an event of the last seven days; got '${history_id.slice(0, 100)}'.`)
    try {
      // Of an event: exactly what is its part. Else: all that arrived since.
      return await batch(
        await tokens.use(row, (access) =>
          since === undefined ? provider.listMessages(access, history_id, undefined) : provider.listMessages(access, since, history_id),
        ),
        false,
      )
    } catch (error) {
      if (!(error instanceof HistoryGone)) throw error
      await journal.write({ ...ctx, actor: { kind: 'email', name: row.provider } }, ({ record }) =>
        record({ entity: 'email', entity_id: row.id, action: 'resync', before: null, after: { provider: row.provider, mailbox: row.address } }),
      )
      return latest()
    }
  }
}
