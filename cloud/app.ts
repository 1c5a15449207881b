// Puts the modules together on one database, with the auth guard before all of them.
import type { FastifyInstance } from 'fastify'
import { cloudPrefix } from '../shared/contract/cloud/cloud.ts'
import { installProblemHandler } from '../shared/http/problem.ts'
import { isWindow, serveWindow } from '../shared/http/serve-window.ts'
import type { AppOptions } from './app-options.ts'
import { teamOf } from './context.ts'
import { keepTidy } from './db/janitor.ts'
import { storageError } from './db/storage-error.ts'
import { providerProblem } from './email/provider-problem.ts'
import { createAcks } from './events/acks.ts'
import { mountEvents } from './events/event-routes.ts'
import { createStreams } from './events/streams.ts'
import { createAllowance } from './http/allowance.ts'
import { createAuthGuard } from './http/auth-guard.ts'
import { closeConnectionsOnShutdown } from './http/hang-up.ts'
import { mountLinkPages } from './http/link-pages.ts'
import { mountOperations } from './http/operations.ts'
import { createServer, logCalls } from './http/server.ts'
import { createIdempotency } from './journal/idempotency.ts'
import { createInfrastructure } from './modules/infrastructure.ts'
import { createMail } from './modules/mail.ts'
import type { Mounting } from './modules/mounting.ts'
import { createPeople } from './modules/people.ts'
import { createPush } from './modules/push.ts'
import { createWork } from './modules/work.ts'

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  let stopping = false
  const app = createServer(options)
  closeConnectionsOnShutdown(app)
  const infrastructure = createInfrastructure(app, options)
  const { db, journal, metrics, now, wakeups, failed } = infrastructure
  const mail = createMail(app, infrastructure, options)
  const people = createPeople(infrastructure, options, mail)
  const work = createWork(infrastructure, (...written) => push.tellMentioned(...written))
  const push = await createPush(app, infrastructure, options, { ...work, members: people.members })
  const streams = createStreams({
    db,
    wakeups,
    now,
    max: options.streamsPerLogin,
    maxReads: Math.max(1, Math.floor(options.poolSize / 2)),
    pollEvery: 5000,
    heartbeatEvery: 25_000,
    onError: failed('a stream of events'),
    ...options.streams,
  })
  infrastructure.onInterruption(streams.interrupt)
  metrics.state('tandem_event_streams', 'Open streams of events.', streams.count)

  installProblemHandler(app, (error) => storageError(error) ?? providerProblem(error))
  metrics.watch(app)
  const authGuard = createAuthGuard({
    logins: people.logins,
    allowance: createAllowance(options.requestsPerMinute, now),
    publicUrl: options.publicUrl,
    verifyProvider: mail.verifyProvider,
    used: people.used,
  })
  authGuard.guard(app)
  logCalls(app, options.logLevel)

  const mounting: Mounting = {
    open: { prefix: cloudPrefix, context: authGuard.context },
    inTeam: {
      prefix: cloudPrefix,
      context: (request) => teamOf(authGuard.context(request)),
      revision: (ctx) => `${ctx.team.id.slice(-12)}.${options.version}.${ctx.team.revision}`,
      onceAsync: createIdempotency(journal).once,
    },
  }
  people.mount(app, mounting)
  work.mount(app, mounting)
  push.mount(mounting)
  mail.mount(mounting)
  mountEvents(app, streams, createAcks({ db, wakeups, now, leaseUntil: streams.leaseUntil }), mounting.inTeam)
  await mountOperations(app, {
    ready: infrastructure.readiness.check,
    metrics,
    metricsToken: options.metricsToken,
    version: options.version,
    isStopping: () => stopping,
  })
  mountLinkPages(app)
  await serveHere(app, options.windowDir)

  const tidying = keepTidy(db, now, failed('tidying up'))
  app.addHook('preClose', async () => {
    stopping = true
    streams.close()
    tidying.stop()
  })
  app.addHook('onClose', async () => {
    await Promise.all([people.close(), push.close(), mail.close()])
    await infrastructure.close()
  })
  return app
}

/** The web UI, for everybody: what it shows it must ask for below /api. */
async function serveHere(app: FastifyInstance, windowDir: string | undefined): Promise<void> {
  const isCall = (path: string) => path === cloudPrefix || path.startsWith(`${cloudPrefix}/`)
  if (isWindow(windowDir, 'cloud.html')) return serveWindow(app, { root: windowDir, page: 'cloud.html', config: { quiet: true }, isCall })
  app.get('/', (_request, reply) => reply.type('text/plain').send('Tandem Cloud is running. The window is not built: run `npm run build`, or read /docs.\n'))
}
