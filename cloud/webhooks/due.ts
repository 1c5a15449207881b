// Which deliveries are sent next: of the webhooks that have something queued, a stretch after the other (ADR 295).
import type { Database } from '../db/database.ts'
import { deliveryStore, type DueDelivery, type WebhookKey } from './delivery-store.ts'

/** Webhooks that are asked at once what is due: all of a cloud that has fewer with something queued. */
const stretch = 500
const nil = '00000000-0000-0000-0000-000000000000'
const beforeAll: WebhookKey = { team_id: nil, id: nil }

export interface DueOptions {
  db: Pick<Database, 'asCourier'>
  /** From when on, and until when, what is taken is nobody else's. */
  taking: () => readonly [at: string, until: string]
}

export function createDue({ db, taking }: DueOptions) {
  let after = beforeAll

  return {
    /** Takes up to `limit` deliveries of the next stretch that has any. */
    take: (limit: number): Promise<DueDelivery[]> =>
      db.asCourier(async (tx) => {
        for (;;) {
          const waiting = await deliveryStore.waitingAfter(tx, after, stretch)
          const last = waiting.length < stretch ? undefined : waiting.at(-1)
          after = last ?? beforeAll
          const taken = waiting.length === 0 ? [] : await deliveryStore.takeDue(tx, ...taking(), limit, waiting)
          if (taken.length > 0 || last === undefined) return taken
        }
      }),
  }
}
