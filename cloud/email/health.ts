// GET /email/health: do mails arrive, and does somebody work them off? Each problem has a word, and a sentence that says what to do.
import { faultWords } from '../../shared/domain/mail/fault-words.ts'
import type { MailCause, MailHealth } from '../../shared/schema/cloud/mailbox.ts'
import type { TeamContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import { work } from '../events/work.ts'
import { testOf } from './imap/mailbox-tests.ts'
import { testStore } from './imap/test-store.ts'
import { mailboxStore, type Selected } from './mailbox-store.ts'

const minute = 60_000
const day = 24 * 3_600_000
const longestLag = 10 * minute
/** Whoever watches writes down every five minutes that it has looked. */
const longestUnwatched = 15 * minute

interface Problem {
  cause: MailCause
  problem: string
  since: string | null
}

const iso = (ms: number) => new Date(ms).toISOString()

/** Of a mailbox that we watch ourselves. */
function watchProblem({ fault, fault_said, fault_since, looked_at, updated_at }: Selected, at: number): Problem | undefined {
  if (fault !== null) return { cause: fault, problem: faultWords(fault, fault_said), since: fault_since }
  const looked = Date.parse(looked_at ?? updated_at)
  if (at - looked < longestUnwatched) return undefined
  return {
    cause: 'not_watched',
    problem: 'No instance of the cloud watches this mailbox. Ask the operator whether TANDEM_MAIL_WATCHED is too small, or an instance is down.',
    since: iso(looked),
  }
}

/** Of a mailbox whose provider tells us. */
function tellingProblem({ watch_expires_at, watch_error }: Selected, at: number): Problem | undefined {
  const left = watch_expires_at === null ? -1 : Date.parse(watch_expires_at) - at
  if (left <= 0) {
    const problem = `The provider does not notify us of new emails${watch_error === null ? '' : ` (${watch_error})`}. We retry every ten minutes.`
    return { cause: 'not_told', problem, since: watch_expires_at }
  }
  if (left >= day) return undefined
  const problem = `The provider will stop notifying us of new emails at ${watch_expires_at}: renewing fails (${watch_error ?? 'unknown'}).`
  return { cause: 'ends_soon', problem, since: null }
}

function problemOf(row: Selected, oldest: string | undefined, at: number): Problem | undefined {
  if (row.status === 'auth_expired')
    return { cause: 'expired', problem: 'The provider no longer gives Tandem access. Reconnect the mailbox.', since: row.updated_at }
  const own = row.provider === 'imap' ? watchProblem(row, at) : tellingProblem(row, at)
  if (own || oldest === undefined || at - Date.parse(oldest) <= longestLag) return own
  const problem = 'Emails are waiting, but no desktop of the team is processing them. Is one running and connected with an API token?'
  return { cause: 'no_desktop', problem, since: oldest }
}

export function createHealth(db: Database, now: () => Date) {
  return async (ctx: TeamContext): Promise<MailHealth[]> => {
    const team = ctx.team.id
    const [rows, waiting, tests] = await db.readTeam(team, (tx) =>
      Promise.all([mailboxStore.list(tx, team), work.waiting(tx, team), testStore.latest(tx, team)]),
    )
    const at = now().getTime()
    return rows.map((row) => {
      const { count = 0, oldest } = waiting.find((one) => one.entity_id === row.id) ?? {}
      const lag = oldest === undefined ? 0 : Math.max(0, at - Date.parse(oldest))
      const found = problemOf(row, oldest, at)
      const test = tests.find(({ mailbox_id }) => mailbox_id === row.id)
      return {
        id: row.id,
        provider: row.provider,
        mailbox: row.address,
        status: row.status,
        healthy: found === undefined,
        problem: found?.problem ?? null,
        cause: found?.cause ?? null,
        since: found?.since ?? null,
        last_mail_at: row.last_mail_at,
        looked_at: row.looked_at,
        test: test ? testOf(test) : null,
        last_push_at: row.last_push_at,
        watch_expires_at: row.watch_expires_at,
        waiting: count,
        lag_seconds: Math.round(lag / 1000),
      }
    })
  }
}
