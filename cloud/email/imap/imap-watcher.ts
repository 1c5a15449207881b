// What the watching of a mailbox reads and writes in the database: how to sign in, where its folders stand, that it was looked at, and what is wrong.
import type { ImapAccount } from '../../../shared/node/mail/imap-client.ts'
import { MailFault } from '../../../shared/node/mail/mail-fault.ts'
import type { MailNet } from '../../../shared/node/mail/mail-net.ts'
import { readArrivals } from '../../../shared/node/mail/read-mails.ts'
import type { MailboxWatcher } from '../../../shared/node/mail/watch-mailbox.ts'
import type { Database } from '../../db/database.ts'
import type { AccessTokens } from '../access-tokens.ts'
import { mailboxStore, type Place } from '../mailbox-store.ts'
import { ProviderError } from '../provider.ts'
import { imapOf, readAccess } from './imap-access.ts'
import type { ImapArrivals } from './imap-arrivals.ts'
import { imapStore, positionOf } from './imap-store.ts'

export interface ImapWatcherDeps {
  db: Database
  tokens: AccessTokens
  arrivals: ImapArrivals
  net: MailNet
  now: () => Date
}

/** How often it is written down that a mailbox was looked at. */
const writeEvery = 5 * 60_000

export function createImapWatchers({ db, tokens, arrivals, net, now }: ImapWatcherDeps) {
  async function account({ team_id, id }: Place): Promise<ImapAccount> {
    const row = await db.readTeam(team_id, (tx) => mailboxStore.byId(tx, team_id, id))
    if (!row) throw new Error('the mailbox was disconnected')
    try {
      return await tokens.use(row, async (access) => imapOf(readAccess(access)))
    } catch (error) {
      // Whoever gives access tokens is away.
      if (error instanceof ProviderError) throw new MailFault('unreachable', 'the issuer of the access tokens')
      throw error
    }
  }

  function watcherOf(place: Place, seen: { writtenAt: number }): MailboxWatcher {
    const { team_id, id } = place
    return {
      folders: async () => (await db.readTeam(team_id, (tx) => imapStore.folders(tx, place))).map((row) => ({ path: row.path, position: positionOf(row) })),
      keep: (path, position) => arrivals.keep(place, path, position),
      arrived: async ({ path, uids, position }, client) => arrivals.arrived(place, { path, position, mails: await readArrivals(client, net, uids) }),
      lost: (path, before, position) => arrivals.lost(place, path, before, position),
      async looked() {
        const at = now().getTime()
        if (at - seen.writtenAt < writeEvery) return
        seen.writtenAt = at
        const looked = { looked_at: new Date(at).toISOString(), fault: null, fault_said: null, fault_since: null }
        await db.inTeam(team_id, (tx) => mailboxStore.update(tx, team_id, id, looked))
      },
    }
  }

  /** Answers for how many milliseconds it has not worked. */
  async function failed({ team_id, id }: Place, fault: MailFault, givenUp: boolean): Promise<number> {
    const at = now()
    const since = await db.inTeam(team_id, async (tx) => {
      const row = await mailboxStore.byIdForUpdate(tx, team_id, id)
      const fault_since = row?.fault_since ?? at.toISOString()
      if (row) await mailboxStore.update(tx, team_id, id, { fault: fault.code, fault_said: fault.said, fault_since })
      return Date.parse(fault_since)
    })
    if (givenUp) await tokens.giveUp(team_id, id)
    return at.getTime() - since
  }

  return { account, watcherOf, failed }
}
