// GET /email/health: do mails arrive, and does somebody work them off?
import type { MailHealth } from '../../shared/schema/cloud/mailbox.ts'
import type { TeamContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import { work } from '../events/work.ts'
import { mailboxStore } from './mailbox-store.ts'

const day = 24 * 3_600_000
const longestLag = 10 * 60_000

export function createHealth(db: Database, now: () => Date) {
  return async (ctx: TeamContext): Promise<MailHealth[]> => {
    const team = ctx.team.id
    const [rows, waiting] = await db.readTeam(team, (tx) => Promise.all([mailboxStore.list(tx, team), work.waiting(tx, team)]))
    const at = now().getTime()
    return rows.map((row) => {
      const { count = 0, oldest } = waiting.find((one) => one.entity_id === row.id) ?? {}
      const lag = oldest === undefined ? 0 : Math.max(0, at - Date.parse(oldest))
      const left = row.watch_expires_at === null ? -1 : Date.parse(row.watch_expires_at) - at
      const problem =
        row.status === 'auth_expired'
          ? 'The provider no longer gives Tandem access. Reconnect the mailbox.'
          : left <= 0
            ? `The provider does not notify us of new emails${row.watch_error === null ? '' : ` (${row.watch_error})`}. We retry every ten minutes.`
            : left < day
              ? `The provider will stop notifying us of new emails at ${row.watch_expires_at}: renewing fails (${row.watch_error ?? 'unknown'}).`
              : lag > longestLag
                ? 'Emails are waiting, but no desktop of the team is processing them. Is one running and connected with an API token?'
                : null
      return {
        id: row.id,
        provider: row.provider,
        mailbox: row.address,
        status: row.status,
        healthy: problem === null,
        problem,
        last_push_at: row.last_push_at,
        watch_expires_at: row.watch_expires_at,
        waiting: count,
        lag_seconds: Math.round(lag / 1000),
      }
    })
  }
}
