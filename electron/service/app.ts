// Puts the rooms together: stores on one database, use-cases on the stores, routes on the use-cases.
import type { FastifyInstance } from 'fastify'
import { dirname, join } from 'node:path'
import { agentContract } from '../../shared/contract/agents.ts'
import { backupContract } from '../../shared/contract/backups.ts'
import { claimContract } from '../../shared/contract/claims.ts'
import { commentContract } from '../../shared/contract/comments.ts'
import { contactContract, contactMergeContract } from '../../shared/contract/contacts.ts'
import { conversationContract } from '../../shared/contract/conversations.ts'
import { importContract } from '../../shared/contract/imports.ts'
import { journalContract } from '../../shared/contract/journal.ts'
import { serviceContract } from '../../shared/contract/local.ts'
import { noticeContract } from '../../shared/contract/notices.ts'
import { remoteContract } from '../../shared/contract/remote.ts'
import { reminderContract } from '../../shared/contract/reminders.ts'
import { scheduleContract } from '../../shared/contract/schedules.ts'
import { settingsContract } from '../../shared/contract/settings.ts'
import { signInContract } from '../../shared/contract/cloud/sign-in.ts'
import { bulkContract } from '../../shared/contract/bulk.ts'
import { searchContract, taskContract } from '../../shared/contract/tasks.ts'
import { mount, mountStream } from '../../shared/http/mount.ts'
import { backupRoutes } from './backups/backup-routes.ts'
import { noticeRoutes } from './backups/notice-routes.ts'
import { claimRoutes, renewClaims } from './claims/claim-routes.ts'
import { commentRoutes } from './comments/comment-routes.ts'
import { contactMergeRoutes, contactRoutes } from './contacts/contact-routes.ts'
import { conversationTool } from './conversations/conversation-proposals.ts'
import { openConversations } from './conversations/open-conversations.ts'
import { type Db, epochOf } from './db/open.ts'
import { type GuardOptions, guard } from './guard.ts'
import { httpContext } from './http-context.ts'
import { createIdempotency } from './idempotency/idempotency.ts'
import { createFileImports } from './imports/file-imports.ts'
import { importRoutes, serveExport, serveImportFile } from './imports/import-routes.ts'
import { createEvents } from './journal/events.ts'
import { createHistory } from './journal/history.ts'
import { journalRoutes } from './journal/journal-routes.ts'
import { createJournal } from './journal/journal.ts'
import type { McpOptions } from './mcp/mcp.ts'
import { openAgents } from './open-agents.ts'
import { openContent } from './open-content.ts'
import { openServer, type ServerOptions } from './open-server.ts'
import { guardPeers, type PeerOptions } from './peer-user.ts'
import { agentRoutes } from './proposals/agent-routes.ts'
import { agentSetups } from './proposals/agent-setups.ts'
import { guardPolicy } from './proposals/policy-guard.ts'
import type { StoredProposal } from './proposals/proposals.ts'
import { type Clock, systemClock } from './reminders/clock.ts'
import type { Notifier } from './reminders/notifier.ts'
import { openReminders } from './reminders/open-reminders.ts'
import { createReminderStore } from './reminders/reminder-store.ts'
import type { ReplanReason } from './reminders/scheduler.ts'
import { openRemote } from './sync/open-sync.ts'
import type { RemoteTimes } from './sync/connection.ts'
import { scheduleRoutes } from './schedules/schedule-routes.ts'
import type { SystemCipher } from './secrets/secret-place.ts'
import { createDistinctStore } from './search/duplicates/distinct-store.ts'
import { createJudge } from './search/duplicates/judge-duplicates.ts'
import { openSearch } from './search/open-search.ts'
import { searchRoutes } from './search/search-routes.ts'
import { serveDocs } from './serve-docs.ts'
import { sendReloadedSettings, serveHere } from './serve-here.ts'
import { openSettings } from './settings/open-settings.ts'
import { settingsRoutes } from './settings/settings-routes.ts'
import { guardPersonalActs } from './sign-in/person-guard.ts'
import { createSignIn } from './sign-in/sign-in-links.ts'
import { bulkRoutes, createBulk } from './tasks/bulk.ts'
import { taskRoutes } from './tasks/task-routes.ts'

export interface AppOptions extends GuardOptions, PeerOptions, ServerOptions {
  db: Db
  /** Where the search index lives; it can be made again. */
  indexFile: string
  version: string
  /** The built window; without it `/` says how to build it. */
  windowDir?: string
  /** Time as it passes here; `zone` is the person's, for reminders that name none. Default: the machine's own. */
  clock?: Partial<Clock>
  /** Shows due reminders. Default: notify-send where there is one, else the log. */
  notifier?: Notifier
  /** Called after each commit with the seq of the newest entry, before the write is acknowledged. */
  committed?: (head: number) => void
  mcp?: McpOptions
  /** Milliseconds that pass, whatever the clock says. Default: this process's. */
  monotonic?: () => number
  /** The desktop's, for machines without a keychain. */
  systemCipher?: SystemCipher
  /** Other waits between attempts to reach the cloud, for tests. */
  remoteTimes?: Partial<RemoteTimes>
}

export interface App {
  app: FastifyInstance
  replanReminders(reason: ReplanReason): void
  /** A new link that signs one browser in as the person. */
  signInLink(): string
}

/** Where it answers, once it listens. */
const originOf = (app: FastifyInstance) => `http://127.0.0.1:${(app.server.address() as { port: number }).port}`

export async function createApp(options: AppOptions): Promise<App> {
  const { db, version } = options
  const clock = { ...systemClock, ...options.clock }
  const { now, zone } = clock
  const epoch = epochOf(db)
  const dataDir = dirname(options.indexFile)
  const app = openServer(options)
  const reportOf = (room: string) => (error: unknown) => app.log.error({ err: error }, room)

  const journal = createJournal(db, now, options.committed ?? (() => undefined))
  const events = createEvents(journal, { report: reportOf('events') })
  const idempotency = createIdempotency(db, journal, now)
  const settings = openSettings({ dataDir, systemCipher: options.systemCipher, report: reportOf('secrets') })
  const reminderStore = createReminderStore(db)
  const content = openContent({ db, journal, clock, keepMoment: reminderStore.keep })
  const { tasks, comments, schedules, contacts, requireTask } = content
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
    commentsOf: content.commentsOf,
    countTasks: () => tasks.count({}),
    areDistinct: distinct.has,
    pairsChanged,
    report: reportOf('search'),
  })
  const reminders = openReminders({
    store: reminderStore,
    schedules,
    journal,
    clock,
    requireTask,
    settings,
    notifier: options.notifier,
    changed: (reminder) => events.signal('reminder', reminder),
    fired: (reminders) => remote.fired(reminders),
    log: app.log,
  })
  const { agents, proposals, claims, mcp, ...agentRoom } = openAgents({
    db,
    journal,
    now,
    content,
    search,
    version,
    mcp: options.mcp ?? {},
    answerTokens: settings.answerTokens,
    changed: { proposal: (proposal) => events.signal('proposal', proposal), claim: (change) => events.signal('claim', change) },
    report: reportOf('mcp'),
  })
  const conversations = openConversations({
    ...content,
    proposals,
    journal,
    choice: settings.extraction,
    findDuplicates: search.findDuplicates,
    adopt: search.adopt,
    now,
    zone,
    report: reportOf('conversations'),
  })
  const remote = openRemote({
    db,
    journal,
    content,
    epoch,
    now,
    version,
    secrets: settings.secrets,
    takeIn: conversations.mail,
    changed: (state) => events.signal('remote', state),
    report: reportOf('remote'),
    times: options.remoteTimes,
  })
  const execute = {
    look: mcp.look,
    out: (proposal: StoredProposal, seen: unknown) => (proposal.tool === conversationTool ? conversations.execute(proposal) : mcp.execute(proposal, seen)),
    inTurn: search.inTurn,
  }
  /** As this service is reached, and with what it asks for. */
  const setups = (tools: 'core' | 'full' | undefined) => {
    return agentSetups({ url: `${originOf(app)}/mcp`, dataDir, token: options.requireToken ? options.token : undefined }, tools)
  }

  sendReloadedSettings(app, options.windowDir)
  guardPeers(app, options)
  guard(app, options)
  guardPersonalActs(app, { contextOf: httpContext, token: options.token })
  const entry = (seq: number) => journal.after(seq - 1, 1).find((found) => found.seq === seq)
  guardPolicy(app, { agents, contextOf: httpContext, entry })
  renewClaims(app, claims, httpContext)
  const mounted = { context: httpContext, revision: () => `${epoch.slice(-12)}.${version}.${journal.head()}`, position: journal.head, once: idempotency.once }
  mount(app, taskContract, taskRoutes(tasks, search), mounted)
  mount(app, bulkContract, bulkRoutes(createBulk(tasks, journal)), mounted)
  mount(app, searchContract, searchRoutes(search, content.merge, createJudge({ store: distinct, requireTask, changed: pairsChanged })), mounted)
  mount(app, settingsContract, settingsRoutes(settings), mounted)
  mount(app, commentContract, commentRoutes(comments), mounted)
  mount(app, scheduleContract, scheduleRoutes(schedules), mounted)
  mount(app, reminderContract, reminders.routes, mounted)
  mount(app, contactContract, contactRoutes(contacts), mounted)
  mount(app, contactMergeContract, contactMergeRoutes(content.mergeContacts), mounted)
  mount(app, journalContract, journalRoutes(createHistory(db), content.undo), mounted)
  mount(app, importContract, importRoutes(content.imports), mounted)
  const files = createFileImports({ imports: content.imports, journal, folder: join(dataDir, 'uploads'), report: reportOf('import') })
  serveImportFile(app, files, httpContext)
  serveExport(app, content.exports)
  mount(app, claimContract, claimRoutes(claims), mounted)
  mount(app, conversationContract, conversations.routes, mounted)
  mount(app, agentContract, agentRoutes(agents, proposals, execute, { undo: content.undo.undo, entry }, setups), mounted)
  mount(app, backupContract, backupRoutes(db, dataDir, now), mounted)
  mount(app, noticeContract, noticeRoutes(db), mounted)
  mount(app, remoteContract, remote.routes, mounted)
  remote.serveProxy(app, mounted)
  const signIn = createSignIn({
    token: options.token,
    required: options.requireToken ?? false,
    origin: () => originOf(app),
    monotonic: options.monotonic ?? (() => performance.now()),
  })
  mount(app, signInContract, signIn.routes, mounted)
  mcp.mount(app)
  mount(app, serviceContract, { health: () => ({ status: 'ok' as const, version, journal: journal.head(), indexed: search.cursor() }) }, mounted)
  mountStream(app, journalContract.streamEvents, (input, request, reply) => events.open(request, reply, input.query))
  await serveDocs(app, version)
  await serveHere(app, options.windowDir)

  const forget = setInterval(() => idempotency.forgetOld(), 3_600_000).unref()
  // Once the service is up: what is due must not wait for it, nor it for what is due.
  app.addHook('onListen', async () => {
    reminders.start()
    remote.start()
  })
  app.addHook('preClose', async () => {
    await remote.close()
    await reminders.close()
    events.close()
    await mcp.close()
  })
  app.addHook('onClose', async () => {
    clearInterval(forget)
    await search.close()
    agentRoom.close()
  })
  return { app, replanReminders: reminders.replan, signInLink: signIn.link }
}
