// Which mailbox of the team an event is of, and from where its step began.
import { AppError } from '../../shared/domain/app-error.ts'
import { addressKey } from '../../shared/domain/people/same-person.ts'
import { type MailProviderName, providerNames } from '../../shared/schema/cloud/mailbox.ts'
import type { TeamContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import { mailboxStore, type Selected } from './mailbox-store.ts'
import type { MailReader } from './provider.ts'
import type { Providers } from './providers.ts'

export interface Wanted {
  history_id: string
  mailbox?: string
  provider?: MailProviderName
}

export interface Found {
  row: Selected
  /** undefined: of no event of the last days. */
  since: string | undefined
  provider: MailReader
}

export type MailboxFinder = (wanted: Wanted, ctx: TeamContext) => Promise<Found>

export function createMailboxFinder(db: Database, providers: Providers): MailboxFinder {
  return async ({ history_id, mailbox, provider: name }, ctx) => {
    const team = ctx.team.id
    const { row, since } = await db.inTeam(team, async (tx) => {
      const rows = (await mailboxStore.list(tx, team)).filter(
        (one) => (mailbox === undefined || addressKey(one.address) === addressKey(mailbox)) && (name === undefined || one.provider === name),
      )
      if (rows.length > 1) throw new AppError('invalid', 'The team has several mailboxes: send the mailbox (and the provider) of the event.')
      const row = rows[0]
      if (!row) throw new AppError('not_found', mailbox === undefined ? 'The team has no mailbox.' : `The team has no mailbox ${mailbox}.`)
      return { row, since: await mailboxStore.step(tx, team, row.id, history_id) }
    })
    const provider = providers.readers.get(row.provider)
    if (!provider) throw new AppError('conflict', `The operator of this installation has not set up ${providerNames[row.provider]}.`)
    return { row, since, provider }
  }
}
