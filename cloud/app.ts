// Puts the modules together on one database, with the auth guard before all of them.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cloudPrefix } from '../shared/contract/cloud/cloud.ts'
import { installProblemHandler } from '../shared/http/problem.ts'
import { isWindow, serveWindow } from '../shared/http/serve-window.ts'
import type { AppOptions } from './app-options.ts'
import { type TeamContext, teamOf } from './context.ts'
import { keepTidy } from './db/janitor.ts'
import { storageError } from './db/storage-error.ts'
import { providerProblem } from './email/provider-problem.ts'
import { createAcks } from './events/acks.ts'
import { mountExports } from './exports/export-routes.ts'
import { createExports } from './exports/exports.ts'
import { createHistory } from './journal/history.ts'
import { mountEvents } from './events/event-routes.ts'
import { createStreams } from './events/streams.ts'
import { createAllowance } from './http/allowance.ts'
import { createAuthGuard } from './http/auth-guard.ts'
import { closeConnectionsOnShutdown } from './http/hang-up.ts'
import { mountLinkPages } from './http/link-pages.ts'
import { mountOperations } from './http/operations.ts'
import { createServer, logCalls } from './http/server.ts'
import { createIdempotency } from './journal/idempotency.ts'
import { createCalendarModule } from './modules/calendars.ts'
import { createAgentModule } from './modules/agents.ts'
import { createFileModule } from './modules/files.ts'
import { createInfrastructure, type Infrastructure } from './modules/infrastructure.ts'
import { createMail } from './modules/mail.ts'
import { createMcpModule } from './modules/mcp.ts'
import { createOAuthModule } from './modules/oauth.ts'
import type { Mounting } from './modules/mounting.ts'
import { createPeople, type PeopleDeps } from './modules/people.ts'
import { createPush } from './modules/push.ts'
import { createSearch } from './modules/search.ts'
import { createWebhookModule } from './modules/webhooks.ts'
import { createWork } from './modules/work.ts'
import { watchBacklog } from './watch/backlog.ts'
import { outboxTimes, watchOutboxes } from './watch/outboxes.ts'

/** People are there before what they work on, and reach it when it is there. */
function ofWork(work: () => ReturnType<typeof createWork>): Pick<PeopleDeps, 'endClaimsOf' | 'renameInTasks'> {
  return { endClaimsOf: (...ended) => work().claims.endOf(...ended), renameInTasks: (...renamed) => work().tasks.rename(...renamed) }
}

function openStreams({ db, wakeups, now, failed, onInterruption }: Infrastructure, options: AppOptions) {
  const streams = createStreams({
    db,
    wakeups,
    now,
    limits: { perLogin: options.streamsPerLogin, perPerson: options.streamsPerPerson },
    maxReads: Math.max(1, Math.floor(options.poolSize / 2)),
    pollEvery: 5000,
    heartbeatEvery: 25_000,
    onError: failed('a stream of events'),
    ...options.streams,
  })
  onInterruption(streams.interrupt)
  return streams
}

interface Observed {
  streams: ReturnType<typeof openStreams>
  work: ReturnType<typeof createWork>
  allowance: ReturnType<typeof createAllowance>
  times: AppOptions['outboxes']
}

/** What /metrics says beside calls and connections. After the auth guard's own hooks. */
function observe(app: FastifyInstance, { db, metrics, failed }: Infrastructure, { streams, work, allowance, times }: Observed): void {
  metrics.cache('statement_names', { entries: () => db.statementNames().count, maxEntries: db.statementNames().max })
  metrics.cache('logins', { entries: () => allowance.known().count, maxEntries: allowance.known().max })
  metrics.states('tandem_stream_lag_seconds', 'How long a stream has not had all events of its team, by whom it waits for.', 'side', async () => {
    const { instance, client } = streams.lag()
    return { instance: instance / 1000, client: client / 1000 }
  })
  metrics.state('tandem_event_streams', 'Open streams of events.', streams.count)
  metrics.state('tandem_waiting_calls', 'Calls that wait for a task or an answer.', work.waiting)
  watchOutboxes(app, metrics, { ...outboxTimes, ...times })
  watchBacklog(db, metrics, failed('reading how far deliveries are behind'))
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = createServer(options)
  const shutdown = closeConnectionsOnShutdown(app, options.drain)
  const infrastructure = createInfrastructure(app, options)
  const { db, journal, metrics, now, wakeups, failed } = infrastructure
  const files = createFileModule(infrastructure, options)
  const mail = createMail(app, infrastructure, options, { work: () => work, files: files.files })
  const people = createPeople(infrastructure, options, {
    ...mail,
    ...ofWork(() => work),
    policyOf: (team) => agents.policyOf(team),
    endCalendarsOf: (...ended) => calendars.endOf(...ended),
  })
  const searching = createSearch(infrastructure, options)
  const work = createWork(infrastructure, options, {
    ...people,
    search: searching.search,
    tellMentioned: (...written) => push.tellMentioned(...written),
    tellAssigned: (...assigned) => push.tellAssigned(...assigned),
    tellUndone: (...undone) => push.tellUndone(...undone),
    tellAsked: (...asked) => push.tellAsked(...asked),
    agentNames: (...read) => agents.names(...read),
    proving: () => agents,
    ...mail.ofWork,
  })
  const agents = createAgentModule(infrastructure, work, {
    tellProposed: (...proposed) => push.tellProposed(...proposed),
    tellStopped: (...stopped) => push.tellStopped(...stopped),
  })
  const calendars = createCalendarModule(infrastructure, { lists: work.features.lists, views: work.ofMcp.views })
  const webhooks = createWebhookModule(infrastructure, options)
  const oauth = createOAuthModule(infrastructure, options, people)
  const mcp = createMcpModule(infrastructure, options, { ...work.ofMcp, ...agents.ofMcp, search: searching.search })
  const push = await createPush(app, infrastructure, options, { ...work, members: people.members })
  const streams = openStreams(infrastructure, options)

  installProblemHandler(app, (error) => storageError(error) ?? providerProblem(error))
  metrics.watch(app)
  const allowance = createAllowance(options.requestsPerMinute, now)
  const authGuard = createAuthGuard({
    logins: people.logins,
    allowance,
    publicUrl: options.publicUrl,
    verifyProvider: mail.verifyProvider,
    used: people.used,
  })
  authGuard.guard(app)
  observe(app, infrastructure, { streams, work, allowance, times: options.outboxes })
  agents.guard(app, authGuard.context)
  logCalls(app, options.logLevel)

  const mounting = mountingFor(authGuard, journal, options.version)
  for (const part of [people, searching, work, agents, files, webhooks, oauth]) part.mount(app, mounting)
  for (const part of [push, mail]) part.mount(mounting)
  calendars.mount(app, mounting, allowance)
  mcp.mount(app, { ...authGuard, allowance }, oauth.challenge)
  mountExports(app, createExports({ journal, history: createHistory(journal), files: files.files, recordOf: people.recordOf }), authGuard.context)
  mountEvents(app, streams, createAcks({ db, wakeups, now, leaseUntil: streams.leaseUntil }), mounting.inTeam)
  await mountOperations(app, {
    ready: infrastructure.readiness.check,
    metrics,
    metricsToken: options.metricsToken,
    version: options.version,
    isStopping: shutdown.isLeaving,
  })
  mountLinkPages(app, options.signUps !== 'closed')
  await serveHere(app, options.windowDir)

  const tidying = keepTidy(db, now, [people, webhooks, oauth, files, infrastructure], failed('tidying up'))
  app.addHook('preClose', async () => {
    streams.close()
    work.stop()
    await mcp.stop()
    tidying.stop()
  })
  app.addHook('onClose', async () => {
    await Promise.all([people, push, mail, agents, work, searching, files, webhooks, mcp, oauth].map((part): Promise<unknown> => part.close()))
    await infrastructure.close()
  })
  return app
}

/**
 * What has an ETag has all that it shows in the team's events: a replica with the event that was the newest when the call began shows nothing older than the
 * primary would have shown then. So nobody reads less than what they wrote, or saw on another instance.
 */
function fenced(ctx: TeamContext, { method, routeOptions }: FastifyRequest): TeamContext {
  return method === 'GET' && routeOptions.config.contract?.etag ? { ...ctx, team: { ...ctx.team, readable: ctx.team.events } } : ctx
}

function mountingFor({ context }: Pick<ReturnType<typeof createAuthGuard>, 'context'>, journal: Infrastructure['journal'], version: string): Mounting {
  return {
    open: { prefix: cloudPrefix, context },
    inTeam: {
      prefix: cloudPrefix,
      context: (request) => fenced(teamOf(context(request)), request),
      revision: (ctx) => `${ctx.team.id.slice(-12)}.${version}.${ctx.team.revision}`,
      onceAsync: createIdempotency(journal).once,
    },
  }
}

/** The web UI, for everybody: what it shows it must ask for below /api. */
async function serveHere(app: FastifyInstance, windowDir: string | undefined): Promise<void> {
  const isCall = (path: string) => path === cloudPrefix || path.startsWith(`${cloudPrefix}/`)
  if (isWindow(windowDir, 'cloud.html')) return serveWindow(app, { root: windowDir, page: 'cloud.html', config: { quiet: true }, isCall })
  app.get('/', (_request, reply) => reply.type('text/plain').send('Tandem Cloud is running. The window is not built: run `npm run build`, or read /docs.\n'))
}
