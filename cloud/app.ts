// Puts the rooms together: use-cases on one database, routes on the use-cases, the door before all.
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { authContract } from '../shared/contract/auth.ts'
import { cloudHistoryContract, cloudPrefix, cloudTaskContract } from '../shared/contract/cloud.ts'
import { commentContract } from '../shared/contract/comments.ts'
import { contactContract } from '../shared/contract/contacts.ts'
import { deviceContract } from '../shared/contract/devices.ts'
import { emailContract } from '../shared/contract/email.ts'
import { memberContract } from '../shared/contract/members.ts'
import { scheduleContract } from '../shared/contract/schedules.ts'
import { syncContract } from '../shared/contract/sync.ts'
import { teamContract } from '../shared/contract/teams.ts'
import { tokenContract } from '../shared/contract/tokens.ts'
import { AppError } from '../shared/domain/app-error.ts'
import { mount, prepare } from '../shared/http/mount.ts'
import { sendProblem, useProblems } from '../shared/http/problem.ts'
import { isWindow, serveWindow } from '../shared/http/serve-window.ts'
import type { Platform } from '../shared/schema/device.ts'
import { createAccounts } from './auth/accounts.ts'
import { createAttempts } from './auth/attempts.ts'
import { authRoutes } from './auth/auth-routes.ts'
import { createLastUsed } from './auth/last-used.ts'
import { createLogins } from './auth/logins.ts'
import { createSecondFactor } from './auth/second-factor.ts'
import { createSessions } from './auth/sessions.ts'
import { createSignIn } from './auth/sign-in.ts'
import { commentRoutes } from './comments/comment-routes.ts'
import { createComments } from './comments/comments.ts'
import type { Config } from './config.ts'
import { contactRoutes } from './contacts/contact-routes.ts'
import { createContacts } from './contacts/contacts.ts'
import { type Context, teamOf } from './context.ts'
import { createDatabase } from './db/database.ts'
import { deviceRoutes } from './devices/device-routes.ts'
import { createDevices } from './devices/devices.ts'
import { keepTidy } from './db/janitor.ts'
import { storageError } from './db/storage-error.ts'
import { createAccessTokens } from './email/access-tokens.ts'
import { createArrivals } from './email/arrivals.ts'
import { emailRoutes, verifyProvider } from './email/email-routes.ts'
import { createHealth } from './email/health.ts'
import { createMailboxes } from './email/mailboxes.ts'
import { createMessages } from './email/messages.ts'
import { providerProblem } from './email/provider-problem.ts'
import { createProviders } from './email/providers.ts'
import { createWatches } from './email/watches.ts'
import { createAcks } from './events/acks.ts'
import { mountEvents } from './events/event-routes.ts'
import { createStreams, type StreamOptions } from './events/streams.ts'
import { createDoor } from './http/door.ts'
import { mountLinkPages } from './http/link-pages.ts'
import { mountOperations } from './http/operations.ts'
import { createRequestLimit } from './http/request-limit.ts'
import { createHistory } from './journal/history.ts'
import { createIdempotency } from './journal/idempotency.ts'
import { createJournal } from './journal/journal.ts'
import { createNatsWakeups } from './journal/nats-wakeups.ts'
import { createPostgresWakeups } from './journal/postgres-wakeups.ts'
import { createMailer } from './mail/mailer.ts'
import { createInvitations } from './members/invitations.ts'
import { memberRoutes } from './members/member-routes.ts'
import { createMembers } from './members/members.ts'
import { createMetrics } from './metrics.ts'
import { type CourierOptions, createCourier } from './notifications/courier.ts'
import { personNotificationContract, personNotificationRoutes, teamNotificationContract, teamNotificationRoutes } from './notifications/notification-routes.ts'
import { createNotifications, unconfigured } from './notifications/notifications.ts'
import { createEndpointGuard } from './push/endpoint-guard.ts'
import { createSenders } from './push/senders.ts'
import type { VapidKeys } from './push/vapid.ts'
import { scheduleRoutes } from './schedules/schedule-routes.ts'
import { createSchedules } from './schedules/schedules.ts'
import { createSync } from './sync/sync.ts'
import { syncRoutes } from './sync/sync-routes.ts'
import { historyRoutes, taskRoutes } from './tasks/task-routes.ts'
import { createTasks, type Tasks } from './tasks/tasks.ts'
import { teamRoutes } from './teams/team-routes.ts'
import { createTeams } from './teams/teams.ts'
import { tokenRoutes } from './tokens/token-routes.ts'
import { createTokens } from './tokens/tokens.ts'

export interface AppOptions extends Omit<Config, 'databaseUrl' | 'key' | 'port' | 'host' | 'dataDir'> {
  databaseUrl: string
  key: Buffer
  vapid: VapidKeys
  /** Where mails go that nobody delivers. */
  mailFolder: string
  version: string
  /** The built window; without it `/` says how to build it. */
  windowDir?: string
  /** Our own address, once we listen. */
  ownUrl: () => string
  now?: () => Date
  /** Other times, for tests. */
  watches?: { lookEvery?: number }
  courier?: Partial<Pick<CourierOptions, 'takeFor' | 'lookEvery' | 'random'>>
  streams?: Partial<Pick<StreamOptions, 'pollEvery' | 'heartbeatEvery' | 'leaseFor'>>
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const now = options.now ?? (() => new Date())
  const baseUrl = () => options.publicUrl ?? options.ownUrl()
  let stopping = false
  const app = Fastify({
    bodyLimit: options.bodyLimit,
    routerOptions: { maxParamLength: 1000 },
    ...(options.trustProxy === undefined ? {} : { trustProxy: options.trustProxy }),
    logger: {
      level: options.logLevel,
      stream: process.stderr,
      redact: ['req.headers.authorization', 'req.headers.cookie', 'headers.authorization', 'headers.cookie', '*.password', '*.token'],
    },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    frameworkErrors: (error, request, reply) => {
      sendProblem(request, reply, new AppError('invalid', `The address is not valid: ${error.message}`))
    },
  })

  const failed = (what: string) => (error: unknown) => app.log.error({ err: error }, what)
  const db = createDatabase({
    url: options.databaseUrl,
    poolSize: options.poolSize,
    statementTimeout: options.statementTimeout,
    acquireTimeout: options.acquireTimeout,
    onError(error) {
      metrics.dbErrors.inc()
      app.log.warn({ err: error }, 'a database connection broke')
    },
  })
  const metrics = createMetrics(db.pool)
  const wakeupFailed = failed('telling instances of new events')
  const wakeups =
    options.natsUrl === undefined
      ? createPostgresWakeups(db.pool, options.databaseUrl, wakeupFailed)
      : createNatsWakeups({ url: options.natsUrl, onError: wakeupFailed })
  const journal = createJournal(db, now, wakeups.changed)
  const mailer = createMailer({ smtpUrl: options.smtpUrl, from: options.mailFrom, folder: options.mailFolder, log: app.log })

  const attempts = createAttempts(db, now, options.signInsPerMinute)
  const sessions = createSessions(db, now)
  const accounts = createAccounts({ db, sessions, attempts, mailer, now, baseUrl, onError: failed('after an answer') })
  const secondFactor = createSecondFactor({ db, accounts, attempts, now, key: options.key })
  const lastUsed = createLastUsed(db, now, failed('noting a use'))

  const tokens = createTokens({ journal })
  const members = createMembers({ journal, mailer, baseUrl, requireVerified: options.requireVerified, endTokensOf: tokens.revokeOf })
  const teams = createTeams({ db, journal, enterOwner: members.enterOwner, mailAccessOf: (team) => mailboxes.ofTeam(team) })
  const invitations = createInvitations({ db, journal, teamsOf: teams.ofUser })
  const signIn = createSignIn({ db, sessions, attempts, secondFactor, requireVerified: options.requireVerified, takeUpInvitations: invitations.takeUpAll })

  const requireTask: Tasks['require'] = (...args) => tasks.require(...args)
  const comments = createComments({ journal, requireTask })
  const schedules = createSchedules({ journal, requireTask })
  const tasks = createTasks({ journal, removeDependents: [comments.removeOfTask, schedules.removeOfTask] })
  const contacts = createContacts({ journal })
  const idempotency = createIdempotency(journal)
  const streams = createStreams({
    db,
    wakeups,
    now,
    most: options.streamsPerLogin,
    mostReads: Math.max(1, Math.floor(options.poolSize / 2)),
    pollEvery: 5000,
    heartbeatEvery: 25_000,
    onError: failed('a stream of events'),
    ...options.streams,
  })
  const mailFailed = failed('working with a mail provider')
  const providers = createProviders(options.email, options.key, () => `${baseUrl()}/api/email/webhook`, now)
  const accessTokens = createAccessTokens({ db, journal, key: options.key, providers, now, most: Math.max(1, Math.floor(options.poolSize / 4)) })
  const arrivals = createArrivals({ db, journal, now })
  const watches = createWatches({
    db,
    tokens: accessTokens,
    arrivals,
    providers,
    now,
    onError: mailFailed,
    ...options.watches,
    alarm: (facts) => app.log.error(facts, 'the watch of a mailbox is about to end: mails will not arrive'),
  })
  const mailboxes = createMailboxes({ db, key: options.key, providers, tokens: accessTokens, watches, now, baseUrl, onError: mailFailed })
  const guard = createEndpointGuard(options.push.hosts)
  const senders = await createSenders(options.push, options.vapid, guard, now)
  const isConfigured = (platform: Platform) => senders.has(platform)
  const off = unconfigured(isConfigured)
  if (off.length > 0) app.log.warn({ platforms: off }, 'push is not configured for these platforms; see cloud/README.md')
  const courier = createCourier({
    db,
    senders,
    key: options.key,
    now,
    onError: failed('delivering notifications'),
    count: metrics.delivered,
    takeFor: options.pushLease * 1000,
    ...options.courier,
  })
  const devices = createDevices({ db, key: options.key, guard, now, most: options.devicesPerUser, isConfigured })
  const notifications = createNotifications({
    db,
    journal,
    key: options.key,
    isConfigured,
    requireTask,
    queued: courier.wake,
    limit: createRequestLimit(options.sendsPerMinute, now),
    webPushKey: options.vapid.publicKey,
  })
  metrics.state('tandem_event_streams', 'Open streams of events.', streams.count)

  prepare(app)
  // Microsoft checks an address with an empty text.
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (bytes.length === 0) done(null, undefined)
    else done(new AppError('unsupported_media_type', 'Send the body as JSON, with the header Content-Type: application/json.'))
  })
  useProblems(app, (error) => storageError(error) ?? providerProblem(error))
  metrics.watch(app)
  const door = createDoor({
    logins: createLogins(db, now),
    limit: createRequestLimit(options.requestsPerMinute, now),
    publicUrl: options.publicUrl,
    verifyProvider: verifyProvider(providers),
    used: lastUsed.used,
  })
  door.guard(app)
  logCalls(app, options.logLevel)

  const open = { prefix: cloudPrefix, context: (request: Parameters<typeof door.context>[0]): Context => door.context(request) }
  const inTeam = {
    prefix: cloudPrefix,
    context: (request: Parameters<typeof door.context>[0]) => teamOf(door.context(request)),
    revision: (ctx: ReturnType<typeof teamOf>) => `${ctx.team.id.slice(-12)}.${options.version}.${ctx.team.revision}`,
    onceAsync: idempotency.once,
  }
  mount(app, authContract, authRoutes({ db, accounts, sessions, secondFactor, signIn, teamsOf: teams.ofUser }), open)
  mount(app, teamContract, teamRoutes(teams), open)
  mount(app, memberContract, memberRoutes(members, invitations), open)
  mount(app, tokenContract, tokenRoutes(tokens), open)
  mount(app, cloudTaskContract, taskRoutes(tasks), inTeam)
  mount(app, cloudHistoryContract, historyRoutes(createHistory(journal)), inTeam)
  mount(app, commentContract, commentRoutes(comments), inTeam)
  // What is due next moves on without a write; a list that is known is asked for anew every minute.
  const revision = (ctx: ReturnType<typeof teamOf>) => `${inTeam.revision(ctx)}.${Math.floor(now().getTime() / 60_000)}`
  mount(app, scheduleContract, scheduleRoutes(schedules), { ...inTeam, revision })
  mount(app, contactContract, contactRoutes(contacts), inTeam)
  mount(app, syncContract, syncRoutes(createSync({ journal, tasks, comments, schedules, contacts })), inTeam)
  mount(app, deviceContract, deviceRoutes(devices), open)
  mount(app, personNotificationContract, personNotificationRoutes(notifications), open)
  mount(app, teamNotificationContract, teamNotificationRoutes(notifications), inTeam)
  const email = {
    mailboxes,
    arrivals,
    providers,
    readHealth: createHealth(db, now),
    readMessages: createMessages({ db, journal, tokens: accessTokens, providers }),
  }
  mount(app, emailContract, emailRoutes(email), open)
  mountEvents(app, streams, createAcks({ db, wakeups, now, leaseUntil: streams.leaseUntil }), inTeam)
  await mountOperations(app, { db, metrics, metricsToken: options.metricsToken, version: options.version, isStopping: () => stopping })

  mountLinkPages(app)
  await serveHere(app, options.windowDir)

  const tidying = keepTidy(db, now, failed('tidying up'))
  app.addHook('preClose', async () => {
    stopping = true
    streams.close()
    tidying.stop()
  })
  app.addHook('onClose', async () => {
    await Promise.all([accounts.close(), lastUsed.close(), courier.close(), watches.close()])
    await Promise.all([mailer.close(), wakeups.close()])
    await db.close()
  })
  return app
}

/** The window, for everybody: what it shows it must ask for below /api. */
async function serveHere(app: FastifyInstance, windowDir: string | undefined): Promise<void> {
  const isCall = (url: string) => url === cloudPrefix || url.startsWith(`${cloudPrefix}/`)
  if (isWindow(windowDir, 'cloud.html')) return serveWindow(app, { root: windowDir, page: 'cloud.html', config: { quiet: true }, isCall })
  app.get('/', (_request, reply) => reply.type('text/plain').send('Tandem Cloud is running. The window is not built: run `npm run build`, or read /docs.\n'))
}

/** One line for each call: who and what, never a body or a secret. */
function logCalls(app: FastifyInstance, level: string): void {
  if (!['trace', 'debug', 'info'].includes(level)) return
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.quiet) return
    const { caller, team } = request.login ?? {}
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        address: request.ip,
        ...(team ? { team: team.id } : {}),
        ...(caller ? { [caller.kind]: caller.id } : {}),
      },
      'call',
    )
  })
}
