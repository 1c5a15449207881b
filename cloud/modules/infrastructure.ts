// What every module stands on: the database, the journal, wake-ups, mail, and what is said when something fails.
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../app-options.ts'
import { createDatabase } from '../db/database.ts'
import { createServers } from '../db/server/servers.ts'
import { createLiveCalls } from '../events/live-calls.ts'
import { createReadiness } from '../http/readiness.ts'
import { shortenHistory } from '../journal/long-texts/shorten.ts'
import { createJournal } from '../journal/journal.ts'
import { createNatsWakeups } from '../journal/nats-wakeups.ts'
import { createPostgresWakeups } from '../journal/postgres-wakeups.ts'
import { createAccountMails } from '../auth/account-mails.ts'
import { createMailer } from '../mail/mailer.ts'
import { createTransport } from '../mail/transport.ts'
import { createPresence } from '../instances/presence.ts'
import { createMetrics } from '../metrics.ts'

export type Infrastructure = ReturnType<typeof createInfrastructure>

export function createInfrastructure(app: FastifyInstance, options: AppOptions) {
  const now = options.now ?? (() => new Date())
  let interrupted = () => {}
  let isClosing = false
  const failed = (what: string) => (error: unknown) => app.log.error({ err: error }, what)
  const warn = (facts: object, what: string) => app.log.warn(facts, what)
  const db = createDatabase({
    url: options.databaseUrl,
    pooling: options.databasePooling,
    poolSize: options.poolSize,
    statementTimeout: options.statementTimeout,
    acquireTimeout: options.acquireTimeout,
    replicas:
      options.replicaUrl === undefined ? undefined : { url: options.replicaUrl, poolSize: options.poolSize, onRead: (outcome) => metrics.replicaRead(outcome) },
    onError(error) {
      metrics.dbErrors.inc()
      app.log.warn({ err: error }, 'a database connection broke')
      interrupted()
    },
    onNewEpoch() {
      app.log.warn('the database has a new epoch: a standby was promoted, or it moved to another server')
      interrupted()
    },
  })
  const metrics = createMetrics(db.pool)
  const listenAt = options.databaseDirectUrl === undefined ? db.servers : createServers(options.databaseDirectUrl)
  const wakeupFailed = failed('telling instances of new events')
  const wakeups =
    options.natsUrl === undefined ? createPostgresWakeups(db, listenAt, wakeupFailed) : createNatsWakeups({ url: options.natsUrl, onError: wakeupFailed })
  const readiness = createReadiness(db, now)
  const journal = createJournal(db, now, (teamId) => {
    readiness.written()
    wakeups.changed(teamId)
  })
  const live = createLiveCalls({
    journal,
    db,
    now,
    wakeups,
    pollEvery: options.streams?.pollEvery ?? 5000,
    onError: failed('looking whether logins of open calls have ended'),
  })
  const baseUrl = () => options.publicUrl ?? options.ownUrl()
  const mailer = createMailer({
    db,
    key: options.key,
    transport: createTransport({ smtpUrl: options.smtpUrl, from: options.mailFrom, folder: options.mailFolder, log: app.log }),
    compose: createAccountMails({ now, baseUrl, signUps: options.signUps }),
    log: app.log,
    onError: failed('sending mails'),
  })
  const presence = createPresence({ db, instance: options.instance, onError: failed('saying that this instance runs') })
  return {
    now,
    failed,
    warn,
    db,
    metrics,
    wakeups,
    readiness,
    journal,
    live,
    mailer,
    baseUrl,
    /** Calls `work` when nobody knows whether the database still goes on from what it told: a connection broke, or its epoch is another. */
    onInterruption: (work: () => void) => void (interrupted = work),
    tidy: () => shortenHistory(db, now(), { onError: failed('shortening history'), isStopping: () => isClosing }),
    /** After everything that stands on it. */
    async close(): Promise<void> {
      isClosing = true
      live.close()
      await Promise.all([mailer.close(), wakeups.close(), presence.close()])
      await db.close()
    },
  }
}
