// Which use-cases answer which contract.
import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'
import { agentContract } from '../../../shared/contract/agents.ts'
import { backupContract } from '../../../shared/contract/files/backups.ts'
import { bulkContract } from '../../../shared/contract/bulk.ts'
import { claimContract } from '../../../shared/contract/claims.ts'
import { signInContract } from '../../../shared/contract/cloud/sign-in.ts'
import { commentContract } from '../../../shared/contract/comments.ts'
import { contactContract, contactMergeContract } from '../../../shared/contract/contacts.ts'
import { conversationContract } from '../../../shared/contract/conversations.ts'
import { evidenceContract } from '../../../shared/contract/work/evidence.ts'
import { importContract } from '../../../shared/contract/imports.ts'
import { journalContract } from '../../../shared/contract/journal.ts'
import { listContract } from '../../../shared/contract/lists.ts'
import { serviceContract } from '../../../shared/contract/local.ts'
import { replyContract } from '../../../shared/contract/mail/replies.ts'
import { ownMailboxContract } from '../../../shared/contract/mail/own-mailboxes.ts'
import { noticeContract } from '../../../shared/contract/notices.ts'
import { questionContract } from '../../../shared/contract/questions.ts'
import { remoteContract } from '../../../shared/contract/remote.ts'
import { reminderContract } from '../../../shared/contract/reminders.ts'
import { scheduleContract } from '../../../shared/contract/schedules.ts'
import { searchModelsContract, settingsContract } from '../../../shared/contract/settings.ts'
import { searchContract, taskContract } from '../../../shared/contract/tasks.ts'
import { workContract } from '../../../shared/contract/work/work.ts'
import { mount, mountStream } from '../../../shared/http/mount.ts'
import type { AppOptions } from '../app-options.ts'
import { serveAttachments } from '../attachments/attachment-routes.ts'
import { backupRoutes } from '../backups/backup-routes.ts'
import { noticeRoutes } from '../backups/notice-routes.ts'
import { claimRoutes } from '../claims/claim-routes.ts'
import { commentRoutes } from '../comments/comment-routes.ts'
import { contactMergeRoutes, contactRoutes } from '../contacts/contact-routes.ts'
import { conversationTool } from '../../../shared/domain/mail/undecided-mail.ts'
import { actorOnly, type Context } from '../context.ts'
import { evidenceRoutes } from '../evidence/evidence-routes.ts'
import { httpContext } from '../http/http-context.ts'
import { noteEntries, noteWholeRead } from '../proposals/note-reads.ts'
import { createPartGuard } from '../proposals/part-guard.ts'
import { createFileImports } from '../imports/file-imports.ts'
import { importRoutes, serveExport, serveImportFile } from '../imports/import-routes.ts'
import { createHistory } from '../journal/history.ts'
import { journalRoutes } from '../journal/journal-routes.ts'
import { listRoutes } from '../lists/list-routes.ts'
import { agentRoutes } from '../proposals/agent-routes.ts'
import { agentSetups } from '../proposals/agent-setups.ts'
import type { StoredProposal } from '../proposals/proposals.ts'
import { questionRoutes } from '../questions/question-routes.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import { replyTool, unprovenTool } from '../../../shared/domain/agents/proposal-rules.ts'
import { scheduleRoutes } from '../schedules/schedule-routes.ts'
import { searchModelRoutes, searchRoutes } from '../search/search-routes.ts'
import { settingsRoutes } from '../settings/settings-routes.ts'
import { createSignIn } from '../sign-in/sign-in-links.ts'
import { bulkRoutes, createBulk } from '../tasks/bulk.ts'
import { createUnlessSame } from '../tasks/create-unless-same.ts'
import { taskRoutes } from '../tasks/task-routes.ts'
import { workRoutes } from '../work/work-routes.ts'
import type { Features } from './features.ts'
import type { Infrastructure } from './infrastructure.ts'

export function mountRoutes(app: FastifyInstance, infrastructure: Infrastructure, features: Features, options: AppOptions): { signInLink: () => string } {
  mountContent(app, infrastructure, features)
  mountAgents(app, infrastructure, features, options)
  return mountService(app, infrastructure, features, options)
}

/** What people write, and how it is found, brought in, carried out and taken back. */
function mountContent(app: FastifyInstance, { db, journal, dataDir, failed, mounting }: Infrastructure, features: Features): void {
  const { content, search, reminders, conversations, mail } = features
  const { views, agents, assigneeHint, provenance } = features.agents
  mount(app, taskContract, taskRoutes(content.tasks, createUnlessSame({ tasks: content.tasks, search }), views, content.wordsInUse, assigneeHint), mounting)
  mount(app, bulkContract, bulkRoutes(createBulk(content.tasks, journal)), mounting)
  mount(
    app,
    searchContract,
    searchRoutes(search, (id, into, ctx) => views.one(content.merge(id, into, ctx), ctx)),
    mounting,
  )
  mount(app, commentContract, commentRoutes(content.comments), mounting)
  mount(app, scheduleContract, scheduleRoutes(content.schedules), mounting)
  mount(app, reminderContract, reminders.routes, mounting)
  mount(app, contactContract, contactRoutes(content.contacts), mounting)
  mount(app, contactMergeContract, contactMergeRoutes(content.mergeContacts), mounting)
  mount(app, listContract, listRoutes(content.lists), mounting)
  mount(app, conversationContract, conversations.routes, mounting)
  mount(app, ownMailboxContract, mail.routes, mounting)
  mount(app, replyContract, mail.replyRoutes, mounting)
  mount(app, journalContract, journalRoutes(createHistory(db), content.undo), mounting)
  mount(app, importContract, importRoutes(content.imports), mounting)
  const files = createFileImports({ imports: content.imports, journal, folder: join(dataDir, 'uploads'), report: failed('import') })
  serveImportFile(app, files, { contextOf: httpContext, allowPart: createPartGuard({ agents, contextOf: httpContext }) })
  serveExport(app, content.exports, noteWholeRead({ agents, provenance, contextOf: httpContext }))
  serveAttachments(app, features.attachments, dataDir, mounting)
}

/** What agents call, and what a person decides about them. */
function mountAgents(app: FastifyInstance, infrastructure: Infrastructure, features: Features, options: AppOptions): void {
  const { entry, dataDir, origin, mounting } = infrastructure
  const { content, search, conversations } = features
  const { agents, proposals, questions, claims, team, evidence, doneGate, views, work, mcp } = features.agents
  const isTeams = ({ tool, task_id }: Proposal) => tool === replyTool && task_id !== null && features.mail.ofAgents.isTeams(task_id)
  const execute = {
    look: mcp.look,
    isTeams,
    there: (proposal: StoredProposal, { actor }: Context) => features.remote.acceptThere(proposal, actorOnly(actor)),
    out(proposal: StoredProposal, seen: unknown) {
      // It is sent once the cloud hears of it.
      if (isTeams(proposal)) return { outcome: 'waiting' }
      if (proposal.tool === unprovenTool) return doneGate.accept(proposal)
      return proposal.tool === conversationTool ? conversations.execute(proposal) : mcp.execute(proposal, seen)
    },
    refuse: (proposal: StoredProposal, ctx: Context) => (proposal.tool === unprovenTool ? doneGate.askAgain(proposal, ctx) : undefined),
    inTurn: search.inTurn,
  }
  /** As this service is reached, and with what it asks for. */
  const setups = (tools: 'core' | 'full' | undefined) => {
    return agentSetups({ url: `${origin()}/mcp`, dataDir, token: options.requireToken ? options.token : undefined }, tools)
  }
  mount(app, claimContract, claimRoutes(claims, team), mounting)
  mount(app, evidenceContract, evidenceRoutes(evidence), mounting)
  mount(app, workContract, workRoutes(work, views), mounting)
  mount(app, agentContract, agentRoutes(agents, proposals, execute, { undo: content.undo.undo, entry }, setups), mounting)
  mount(app, questionContract, questionRoutes(questions), mounting)
  mcp.mount(app)
}

/** The service itself: its settings, copies and connection, who signs in, how it is, and what happens in it. */
function mountService(app: FastifyInstance, infrastructure: Infrastructure, features: Features, options: AppOptions) {
  const { remote, search } = features
  const { db, journal, clock, dataDir, settings, events, origin, mounting } = infrastructure
  const { version } = options
  mount(app, settingsContract, settingsRoutes(settings), mounting)
  mount(app, searchModelsContract, searchModelRoutes(search.models), mounting)
  mount(app, backupContract, backupRoutes(db, dataDir, clock.now), mounting)
  mount(app, noticeContract, noticeRoutes(db), mounting)
  mount(app, remoteContract, remote.routes, mounting)
  remote.serveProxy(app, mounting)
  const signIn = createSignIn({
    token: options.token,
    required: options.requireToken ?? false,
    origin,
    monotonic: options.monotonic ?? (() => performance.now()),
  })
  mount(app, signInContract, signIn.routes, mounting)
  mount(
    app,
    serviceContract,
    { health: () => ({ status: 'ok' as const, version, journal: journal.head(), indexed: search.cursor(), data_folder: dataDir }) },
    mounting,
  )
  const heardBy = noteEntries({ ...features.agents, contextOf: httpContext })
  mountStream(app, journalContract.streamEvents, (input, request, reply) => events.open(request, reply, input.query, heardBy(request)))
  return { signInLink: signIn.link }
}
