// Keeps the providers telling us: each watch is renewed every day, though it would last for a week. What arrived while nobody told us shows in
// the answer, and becomes an event like any other.
import type { Database } from '../db/database.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { Arrivals } from './arrivals.ts'
import { mailboxStore, type Place } from './mailbox-store.ts'
import { ProviderError } from './provider.ts'
import type { Providers } from './providers.ts'

const day = 24 * 3_600_000
const claimFor = 5 * 60_000
const retryAfter = 10 * 60_000
/** Somebody should look: six renewals have failed. */
const alarmBefore = 2 * day
const maxAtOnce = 20

export interface WatchDeps {
  db: Database
  tokens: AccessTokens
  arrivals: Arrivals
  providers: Providers
  now: () => Date
  onError: (error: unknown) => void
  /** A watch is about to end, and with it the mails. */
  /** Milliseconds between two looks for what is due. */
  lookEvery?: number
  alarm: (facts: { team: string; mailbox: string; ends: string | null }) => void
}

export type Watches = ReturnType<typeof createWatches>

export function createWatches({ db, tokens, arrivals, providers, now, onError, alarm, lookEvery = 60_000 }: WatchDeps) {
  /** Never throws: what fails is noted, and tried again. */
  async function renew({ team_id, id }: Place): Promise<void> {
    const row = await db.readTeam(team_id, (tx) => mailboxStore.byId(tx, team_id, id))
    const provider = row && providers.telling.get(row.provider)
    if (!provider) return
    const fromNow = (ms: number) => new Date(now().getTime() + ms).toISOString()
    try {
      const watch = await tokens.use(row, (access) => (row.watch_expires_at === null ? provider.watch(access) : provider.renew(access, row.watch_id)))
      const fields = { watch_id: watch.id, watch_expires_at: watch.expiresAt.toISOString(), watch_error: null, renew_at: fromNow(day) }
      await db.inTeam(team_id, (tx) => mailboxStore.update(tx, team_id, id, fields))
      const wasCutOff = row.watch_expires_at !== null && Date.parse(row.watch_expires_at) < now().getTime()
      if (watch.historyId !== undefined || wasCutOff) await arrivals.note({ team_id, id }, provider, watch.historyId, false)
    } catch (error) {
      onError(error)
      const problem = error instanceof ProviderError ? error.reason : 'internal error'
      await db.inTeam(team_id, (tx) => mailboxStore.update(tx, team_id, id, { watch_error: problem, renew_at: fromNow(retryAfter) }))
      if (row.watch_expires_at === null || Date.parse(row.watch_expires_at) - now().getTime() < alarmBefore)
        alarm({ team: team_id, mailbox: id, ends: row.watch_expires_at })
    }
  }

  async function renewDue(): Promise<void> {
    for (;;) {
      const at = now()
      const due = await db.asCourier((tx) => mailboxStore.takeDue(tx, at.toISOString(), new Date(at.getTime() + claimFor).toISOString(), maxAtOnce))
      for (const place of due) await renew(place)
      if (due.length < maxAtOnce) return
    }
  }

  let running: Promise<void> | undefined
  const look = () => {
    running ??= renewDue()
      .catch(onError)
      .finally(() => (running = undefined))
    return running
  }
  const timer = providers.telling.size > 0 ? setInterval(() => void look(), lookEvery).unref() : undefined

  return {
    renew,
    /** Renews what is due now. */
    look,
    /** Seconds until the first watch ends, of all teams. */
    async secondsLeft(): Promise<number | undefined> {
      const end = await db.asCourier((tx) => mailboxStore.soonestEnd(tx))
      return end === undefined ? undefined : Math.round((Date.parse(end) - now().getTime()) / 1000)
    },
    async close(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}
