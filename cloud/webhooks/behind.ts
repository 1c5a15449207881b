// Which webhooks have events before them: those of teams that this instance heard of, and a stretch of all others with each look, for what it did not
// hear (ADR 295).
import type { Database, Tx } from '../db/database.ts'
import { type Among, type WebhookKey, deliveryStore } from './delivery-store.ts'

/** Webhooks that are looked through with one look: all of a cloud that has fewer. */
const stretch = 1000
const [beforeAll, afterAll] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
const isTeam = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

type Take = (among: Among, limit: number) => Promise<WebhookKey[]>

interface BehindOptions {
  db: Pick<Database, 'asCourier'>
  /** From when on, and until when, what is taken is nobody else's. */
  taking: () => readonly [at: string, until: string]
  /** Milliseconds between two looks through a stretch. */
  lookEvery: number
  /** Calls `heard` with teams that have new events, and with names of something else, see wakeups.ts. */
  listen?: (heard: (names: readonly string[]) => void) => void
}

export function createBehind({ db, taking, lookEvery, listen }: BehindOptions) {
  let heardOf = new Set<string>()
  let after = beforeAll
  let lookedAt = Number.NEGATIVE_INFINITY

  function heard(names: readonly string[]): void {
    for (const name of names) if (isTeam.test(name)) heardOf.add(name)
  }
  listen?.(heard)

  /** Comes back to the same teams where there were more than it could take. */
  async function takeHeardOf(take: Take, limit: number): Promise<WebhookKey[]> {
    const teams = [...heardOf]
    heardOf = new Set()
    if (teams.length === 0) return []
    const taken = await take({ teams }, limit)
    if (taken.length === limit) for (const team of teams) heardOf.add(team)
    return taken
  }

  async function takeOfStretch(tx: Tx, take: Take, limit: number): Promise<WebhookKey[]> {
    const last = (await deliveryStore.teamAhead(tx, after, stretch)) ?? afterAll
    const taken = await take({ after, last }, limit)
    if (taken.length === limit) return taken
    after = last === afterAll ? beforeAll : last
    lookedAt = performance.now()
    return taken
  }

  return {
    /** As by `listen`. */
    heard,

    /** Takes up to `limit` of them. */
    take: (limit: number): Promise<WebhookKey[]> =>
      db.asCourier(async (tx) => {
        const take: Take = (among, most) => deliveryStore.takeBehind(tx, ...taking(), most, among)
        const taken = await takeHeardOf(take, limit)
        // A timer may be a little early.
        if (taken.length === limit || performance.now() - lookedAt < lookEvery / 2) return taken
        return [...taken, ...(await takeOfStretch(tx, take, limit - taken.length))]
      }),
  }
}
