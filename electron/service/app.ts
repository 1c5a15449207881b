// Puts the rooms together: stores on one database, use-cases on the stores, routes on the use-cases.
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { dirname, join } from 'node:path'
import { agentContract } from '../../shared/contract/agents.ts'
import { backupContract } from '../../shared/contract/backups.ts'
import { claimContract } from '../../shared/contract/claims.ts'
import { commentContract } from '../../shared/contract/comments.ts'
import { apiInfo } from '../../shared/contract/info.ts'
import { contactContract, contactMergeContract } from '../../shared/contract/contacts.ts'
import { conversationContract } from '../../shared/contract/conversations.ts'
import { importContract } from '../../shared/contract/imports.ts'
import { journalContract } from '../../shared/contract/journal.ts'
import { localContract, serviceContract } from '../../shared/contract/local.ts'
import { reminderContract } from '../../shared/contract/reminders.ts'
import { scheduleContract } from '../../shared/contract/schedules.ts'
import { settingsContract } from '../../shared/contract/settings.ts'
import { searchContract, taskContract } from '../../shared/contract/tasks.ts'
import { connectionOptions, refuseExpectations } from '../../shared/http/connection-errors.ts'
import { mount, mountStream, prepare, refuseOtherMethods } from '../../shared/http/mount.ts'
import { openapi } from '../../shared/http/openapi.ts'
import { sendProblem, useProblems } from '../../shared/http/problem.ts'
import { isWindow, serveWindow } from '../../shared/http/serve-window.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Proposal } from '../../shared/schema/proposal.ts'
import { backupRoutes } from './backups/backup-routes.ts'
import { claimRoutes } from './claims/claim-routes.ts'
import { createClaimStore } from './claims/claim-store.ts'
import { createClaims, publicClaim } from './claims/claims.ts'
import { commentRoutes } from './comments/comment-routes.ts'
import { createCommentStore } from './comments/comment-store.ts'
import { createComments } from './comments/comments.ts'
import { contactMergeRoutes, contactRoutes } from './contacts/contact-routes.ts'
import { createContactStore } from './contacts/contact-store.ts'
import { createMergeContacts } from './contacts/merge-contacts.ts'
import { createContacts } from './contacts/contacts.ts'
import { conversationTool } from './conversations/conversation-proposals.ts'
import { createConversationStore } from './conversations/conversation-store.ts'
import { createMessageStore } from './conversations/message-store.ts'
import { openConversations } from './conversations/open-conversations.ts'
import { createOriginStore } from './conversations/origin-store.ts'
import { createOrigins } from './conversations/origins.ts'
import { createThreads } from './conversations/threads.ts'
import { type Db, epochOf } from './db/open.ts'
import { storageError } from './db/storage-error.ts'
import { type GuardOptions, guard } from './guard.ts'
import { httpContext } from './http-context.ts'
import { createIdempotency } from './idempotency/idempotency.ts'
import { createExports } from './imports/exports.ts'
import { importRoutes, serveExport } from './imports/import-routes.ts'
import { createImportStore } from './imports/import-store.ts'
import { createImports } from './imports/imports.ts'
import { createEvents } from './journal/events.ts'
import { createHistory } from './journal/history.ts'
import { journalRoutes } from './journal/journal-routes.ts'
import { createJournal } from './journal/journal.ts'
import { createUndo } from './journal/undo.ts'
import { createUsedIds } from './journal/used-ids.ts'
import type { Finder } from './mcp/deps.ts'
import { createMcp, type McpOptions } from './mcp/mcp.ts'
import { createProvenance } from './mcp/provenance.ts'
import { agentRoutes } from './proposals/agent-routes.ts'
import { agentSetups } from './proposals/agent-setups.ts'
import { createAgentStore } from './proposals/agent-store.ts'
import { createAgents } from './proposals/agents.ts'
import { guardPolicy } from './proposals/policy-guard.ts'
import { createProposalStore } from './proposals/proposal-store.ts'
import { createProposals } from './proposals/proposals.ts'
import { type Clock, systemClock } from './reminders/clock.ts'
import { createDelivery } from './reminders/delivery.ts'
import type { Notifier } from './reminders/notifier.ts'
import { reminderRoutes } from './reminders/reminder-routes.ts'
import { createReminderStore } from './reminders/reminder-store.ts'
import { createReminders, publicReminder } from './reminders/reminders.ts'
import { createScheduler, type ReplanReason } from './reminders/scheduler.ts'
import { logNotifier, notifySend } from './reminders/system-notifier.ts'
import { scheduleRoutes } from './schedules/schedule-routes.ts'
import { createScheduleStore } from './schedules/schedule-store.ts'
import { createSchedules } from './schedules/schedules.ts'
import { hasSecretFiles, openSecrets } from './secrets/open-secrets.ts'
import type { SystemCipher } from './secrets/secret-place.ts'
import { createDistinctStore } from './search/distinct-store.ts'
import { createJudge } from './search/judge-duplicates.ts'
import { openSearch } from './search/open-search.ts'
import { searchRoutes } from './search/search-routes.ts'
import { settingsRoutes } from './settings/settings-routes.ts'
import { createSettings } from './settings/settings.ts'
import { createMerge } from './tasks/merge.ts'
import { taskRoutes } from './tasks/task-routes.ts'
import { createTaskStore } from './tasks/task-store.ts'
import { createTasks } from './tasks/tasks.ts'

export interface AppOptions extends GuardOptions {
  db: Db
  /** Where the search index lives; it can be made again. */
  indexFile: string
  version: string
  /** The built window; without it `/` says how to build it. */
  windowDir?: string
  bodyLimit?: number
  logLevel?: string
  /** Time as it passes here; `zone` is the person's, for reminders that name none. Default: the machine's own. */
  clock?: Partial<Clock>
  /** Shows due reminders. Default: notify-send where there is one, else the log. */
  notifier?: Notifier
  /** Called after each commit. */
  committed?: () => void
  mcp?: McpOptions
  /** The desktop's, for machines without a keychain. */
  systemCipher?: SystemCipher
}

export interface App {
  app: FastifyInstance
  replanReminders(reason: ReplanReason): void
}

export async function createApp(options: AppOptions): Promise<App> {
  const { db } = options
  const clock = { ...systemClock, ...options.clock }
  const { now, zone } = clock
  const app = Fastify({
    ...connectionOptions,
    bodyLimit: options.bodyLimit ?? 1_048_576,
    routerOptions: { maxParamLength: 1000 },
    logger: { level: options.logLevel ?? 'warn', redact: ['req.headers.authorization', 'req.headers.cookie'] },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => {
      sendProblem(request, reply, new AppError('invalid', `The address is not valid: ${error.message}`))
    },
  })

  const journal = createJournal(db, now, options.committed ?? (() => undefined))
  const taskStore = createTaskStore(db)
  const commentStore = createCommentStore(db)
  const requireTask = (id: number) => tasks.get(id)
  const comments = createComments({ store: commentStore, journal, now, requireTask })
  const reminderStore = createReminderStore(db)
  const schedules = createSchedules({
    store: createScheduleStore(db),
    journal,
    now,
    zone,
    requireTask,
    keepMoment: reminderStore.keep,
  })
  const contacts = createContacts({ store: createContactStore(db), journal, now })
  const tasks = createTasks({
    store: taskStore,
    journal,
    now,
    removeDependents(id, record, cause) {
      comments.removeOfTask(id, record, cause)
      schedules.removeOfTask(id, record, cause)
      origins.removeOfTask(id, record, cause)
    },
  })
  const threads = createThreads({ conversations: createConversationStore(db), messages: createMessageStore(db), journal, now })
  const origins = createOrigins({ store: createOriginStore(db), now, requireTask })
  const commentsOf = (id: number) => [...commentStore.ofTask(id).map((comment) => comment.body), ...threads.textsOfTask(id)]
  const epoch = epochOf(db)
  const dataDir = dirname(options.indexFile)
  const reportSecrets = (error: unknown) => app.log.error({ err: error }, 'secrets')
  const settings = createSettings({
    file: join(dataDir, 'settings.json'),
    openSecrets: () => openSecrets({ dataDir, env: process.env, systemCipher: options.systemCipher, report: reportSecrets }),
    hasSecretFiles: hasSecretFiles(dataDir),
    report: reportSecrets,
    env: process.env,
  })
  const distinct = createDistinctStore(db)
  const pairsChanged = () => events.signal('duplicates', {})
  const search = openSearch({
    databaseFile: db.name,
    indexFile: options.indexFile,
    epoch,
    journal,
    settings,
    byIds: tasks.byIds,
    byKey: tasks.byKey,
    commentsOf,
    countTasks: () => tasks.count({}),
    areDistinct: distinct.has,
    pairsChanged,
    report: (error) => app.log.error({ err: error }, 'search'),
  })
  const merge = createMerge({
    tasks,
    journal,
    moveDependents(from, to, record, cause) {
      comments.moveToTask(from, to, record, cause)
      schedules.moveToTask(from, to, record, cause)
      origins.moveToTask(from, to, record, cause)
    },
  })
  const undo = createUndo(db, journal, {
    task: tasks.revertible,
    comment: comments.revertible,
    schedule: schedules.revertible,
    contact: contacts.revertible,
    ...threads.revertibles,
    origin: origins.revertible,
  })
  const imports = createImports({ store: createImportStore(db), journal, usedIds: createUsedIds(db), now, zone, tasks, comments, schedules, contacts })
  const events = createEvents(journal, { report: (error) => app.log.error({ err: error }, 'events') })
  const reminders = createReminders({
    store: reminderStore,
    schedules,
    journal,
    now,
    zone,
    requireTask,
    changed(reminder) {
      events.signal('reminder', publicReminder(reminder))
      if (reminder.state === 'snoozed') scheduler.replan('write')
    },
    withdraw: (notice) => delivery.withdraw(notice),
  })
  const log = logNotifier((fields, text) => app.log.warn(fields, text))
  const delivery = createDelivery({
    reminders,
    notifiers: [options.notifier ?? notifySend(), log],
    zone,
    failed(error) {
      app.log.error({ err: error }, 'a reminder could not be shown; it is tried again')
      scheduler.holdBack()
    },
    report: (error) => app.log.error({ err: error }, 'reminders'),
  })
  const scheduler = createScheduler({
    reminders,
    deliver: () => void delivery.deliver(),
    settings: settings.reminders,
    journal,
    clock,
    report: (error) => app.log.error({ err: error }, 'reminders'),
  })
  settings.onRemindersChange(() => scheduler.replan('settings'))
  const idempotency = createIdempotency(db, journal, now)
  const agents = createAgents({ store: createAgentStore(db), now })
  const proposals = createProposals({
    store: createProposalStore(db),
    agents,
    journal,
    now,
    changed(proposal) {
      mcp.proposalChanged(proposal)
      events.signal('proposal', proposal)
    },
  })
  const conversations = openConversations({
    threads,
    origins,
    tasks,
    comments,
    schedules,
    contacts,
    proposals,
    journal,
    choice: settings.extraction,
    findDuplicates: search.findDuplicates,
    now,
    zone,
    report: (error) => app.log.error({ err: error }, 'conversations'),
  })
  const claims = createClaims({
    store: createClaimStore(db),
    journal,
    now,
    requireTask,
    changed(taskId) {
      mcp.claimChanged(taskId)
      events.signal('claim', { task_id: taskId, claim: publicClaim(claims.of(taskId)) })
    },
  })
  const finder: Finder = {
    search: async (query, limit) => (await search.search({ q: query, limit })).hits,
    findDuplicates: async (query) => (await search.findDuplicates(query)).candidates,
  }
  const mcp = createMcp(
    { tasks, comments, schedules, contacts, search: finder, claims, agents, proposals, provenance: createProvenance(db), journal, now },
    { version: options.version, options: options.mcp ?? {}, translate: storageError, logError: (error) => app.log.error({ err: error }, 'mcp') },
  )

  /** As this service is reached, and with what it asks for. */
  const setups = (tools: 'core' | 'full' | undefined) => {
    const { port } = app.server.address() as { port: number }
    const token = options.token?.()
    return agentSetups({ url: `http://127.0.0.1:${port}/mcp`, dataDir, token }, tools)
  }

  prepare(app)
  refuseExpectations(app)
  useProblems(app, storageError)
  guard(app, options)
  guardPolicy(app, { agents, contextOf: httpContext, entry: (seq) => journal.after(seq - 1, 1).find((found) => found.seq === seq) })
  const mounted = { context: httpContext, revision: () => `${epoch.slice(-12)}.${options.version}.${journal.head()}`, once: idempotency.once }
  mount(app, taskContract, taskRoutes(tasks, search), mounted)
  mount(app, searchContract, searchRoutes(search, merge, createJudge({ store: distinct, requireTask, changed: pairsChanged })), mounted)
  mount(app, settingsContract, settingsRoutes(settings), mounted)
  mount(app, commentContract, commentRoutes(comments), mounted)
  mount(app, scheduleContract, scheduleRoutes(schedules), mounted)
  mount(app, reminderContract, reminderRoutes(reminders), mounted)
  mount(app, contactContract, contactRoutes(contacts), mounted)
  mount(app, contactMergeContract, contactMergeRoutes(createMergeContacts({ contacts, tasks, journal })), mounted)
  mount(app, journalContract, journalRoutes(journal, createHistory(db), undo), mounted)
  mount(app, importContract, importRoutes(imports), mounted)
  serveExport(app, createExports({ journal, tasks, comments, schedules, contacts }))
  mount(app, claimContract, claimRoutes(claims), mounted)
  mount(app, conversationContract, conversations.routes, mounted)
  const carry = (proposal: Proposal) => (proposal.tool === conversationTool ? conversations.carry(proposal) : mcp.carry(proposal))
  mount(app, agentContract, agentRoutes(agents, proposals, carry, setups), mounted)
  mount(app, backupContract, backupRoutes(db.name, dataDir, now), mounted)
  mcp.mount(app)
  mount(
    app,
    serviceContract,
    { health: () => ({ status: 'ok' as const, version: options.version, journal: journal.head(), indexed: search.cursor() }) },
    mounted,
  )
  mountStream(app, journalContract.streamEvents, (input, request, reply) => events.open(request, reply, input.query.after))

  await serveDocs(app, options.version)
  await serveHere(app, options.windowDir)

  const forget = setInterval(() => idempotency.forgetOld(), 3_600_000).unref()
  // Once the service is up: what is due must not wait for it, nor it for what is due.
  app.addHook('onListen', async () => scheduler.start())
  app.addHook('preClose', async () => {
    scheduler.close()
    await delivery.close()
    reminders.close()
    events.close()
    await mcp.close()
  })
  app.addHook('onClose', async () => {
    clearInterval(forget)
    await search.close()
    claims.close()
    agents.close()
  })
  return { app, replanReminders: scheduler.replan }
}

async function serveDocs(app: FastifyInstance, version: string): Promise<void> {
  const document = openapi({ ...apiInfo, version }, localContract)
  app.get('/openapi.json', { config: { open: true } }, () => document)
  refuseOtherMethods(app, '/openapi.json', new Set(['GET']))
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([import('@fastify/swagger'), import('@fastify/swagger-ui')])
  // What can be called is no secret, and a browser cannot send a token with a link.
  await app.register(async (child) => {
    child.addHook('onRoute', (route) => {
      route.config = { ...route.config, open: true }
    })
    await child.register(swagger, { mode: 'static', specification: { document: document as never } })
    await child.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, uiConfig: { docExpansion: 'list', deepLinking: true } })
  })
}

async function serveHere(app: FastifyInstance, windowDir: string | undefined): Promise<void> {
  if (isWindow(windowDir, 'index.html')) return serveWindow(app, { root: windowDir, page: 'index.html', config: { open: true } })
  app.get('/', { config: { open: true } }, (_request, reply) =>
    reply.type('text/plain').send('Tandem is running. The window is not built: run `npm start` once, or read /docs.\n'),
  )
}
