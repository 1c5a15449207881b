// What providers tell us becomes events of the team: each stretch of a mailbox's history once, as work for one desktop.
import { uuidv7 } from 'uuidv7'
import type { MailProviderName } from '../../shared/schema/cloud/mailbox.ts'
import { addressKey } from '../../shared/domain/people/same-person.ts'
import type { Database } from '../db/database.ts'
import { work } from '../events/work.ts'
import type { Journal } from '../journal/journal.ts'
import { mailboxStore, type Place } from './mailbox-store.ts'
import type { MailProvider, Push } from './provider.ts'

export interface ArrivalDeps {
  db: Database
  journal: Journal
  now: () => Date
}

export type Arrivals = ReturnType<typeof createArrivals>

/** Instead of a place in the provider's history: the latest mails, whatever is known of them. */
export const recent = 'recent:'

export function createArrivals({ db, journal, now }: ArrivalDeps) {
  /** `historyId` undefined: nobody knows what arrived. `pushed`: the provider told us by itself. */
  function note({ team_id, id }: Place, provider: MailProvider, historyId: string | undefined, pushed: boolean): Promise<void> {
    const writer = { team: { id: team_id }, actor: { kind: 'email' as const, name: provider.name }, principal: `provider:${provider.name}` }
    return journal.write(writer, async (write) => {
      const { tx, at } = write
      const row = await mailboxStore.byIdForUpdate(tx, team_id, id)
      if (!row) return
      if (pushed) await mailboxStore.update(tx, team_id, id, { last_push_at: at })
      const known = row.history_id
      // Messages of a provider may come twice, and in any order: what we have passed we have seen.
      if (historyId !== undefined && known !== null && !provider.isNews(known, historyId)) return
      const until = historyId ?? `${recent}${uuidv7()}`
      if (!(await mailboxStore.addStep(tx, { team_id, mailbox_id: id, history_id: until, since: known ?? until, created_at: at }))) return
      await mailboxStore.update(tx, team_id, id, { last_mail_at: at, ...(historyId === undefined ? {} : { history_id: historyId }) })
      await work.offer(write, {
        entity: 'email',
        entity_id: id,
        action: 'received',
        before: null,
        after: { provider: provider.name, mailbox: row.address, history_id: until },
      })
    })
  }

  return {
    note,

    /** What a provider's call says. Of mailboxes that we do not know it may say what it likes. */
    async receive(provider: MailProvider, body: unknown): Promise<void> {
      for (const push of provider.readPush(body)) {
        const places = await placesOf(provider.name, push)
        for (const place of places) {
          if (push.renew) await db.asCourier((tx) => mailboxStore.makeDue(tx, place, now().toISOString()))
          else await note(place, provider, push.historyId, true)
        }
      }
    },
  }

  async function placesOf(name: MailProviderName, { address, watchId }: Push): Promise<Place[]> {
    if (address !== undefined) return db.asCourier((tx) => mailboxStore.anywhere(tx, name, { key: addressKey(address) }))
    return watchId === undefined ? [] : db.asCourier((tx) => mailboxStore.anywhere(tx, name, { watchId }))
  }
}
