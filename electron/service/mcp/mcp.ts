// Puts the MCP module together: the catalogue over the use-cases, the endpoint over the catalogue, and a reader of the journal that tells
// subscribers what changed.
import type { AppError } from '../../../shared/domain/app-error.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import { type Catalogue, indexOf } from '../../../shared/mcp/catalogue.ts'
import type { McpDeps } from './deps.ts'
import { createEndpoint } from './protocol/endpoint.ts'
import { instructions } from '../../../shared/mcp/guide.ts'
import { createInvoke } from '../../../shared/mcp/invoke.ts'
import { prompts } from '../../../shared/mcp/prompts.ts'
import { createProposalTasks } from '../../../shared/mcp/proposal-tasks.ts'
import { proposalUri, resourcesOf, taskUri, urisOf } from './resources.ts'
import { createMcpServer } from '../../../shared/mcp/protocol/server.ts'
import { createSessions, type SessionOptions } from './protocol/sessions.ts'
import type { Tool } from '../../../shared/mcp/tool.ts'

export interface McpOptions extends Partial<SessionOptions> {
  /** Further things to offer: the protocol's conformance tests bring their own. */
  extra?: Catalogue
  /** Told how many wait for a task. */
  waiting?: (count: number) => void
}

export interface McpSetup {
  version: string
  options: McpOptions
  translate: (error: unknown) => AppError | undefined
  logError: (error: unknown) => void
}

const page = 500
/** Milliseconds. */
const togetherWithin = 20

export type Mcp = ReturnType<typeof createMcp>

export function createMcp(deps: McpDeps, tools: readonly Tool[], { version, options, translate, logError }: McpSetup) {
  const { extra } = options
  const own = resourcesOf(deps)
  const index = indexOf({
    tools,
    resources: [...own.resources, ...(extra?.resources ?? [])],
    templates: [...own.templates, ...(extra?.templates ?? [])],
    prompts: [...prompts, ...(extra?.prompts ?? [])],
  })
  const proposalTasks = createProposalTasks({
    handleOf: ({ id }) => deps.proposals.handleOf(id),
    ofHandle: (handle, { actor }) => deps.proposals.ofHandle(handle, actor.name),
    takeBack: ({ id }, { actor }) => deps.proposals.takeBack(id, { actor }),
    around: () => deps,
  })
  const invoke = createInvoke({
    gate: (write, { actor: { name, run = null } }) => deps.proposals.gate({ ...write, agent: name, run }),
    around: () => deps,
    proposalTasks,
    inTurn: deps.inTurn,
    translate,
    logError,
  })
  const { agents, answerTokens } = deps
  const sessions = createSessions({
    idleMs: options.idleMs ?? 3_600_000,
    max: options.max ?? 5000,
    monotonic: options.monotonic ?? (() => performance.now()),
    ended: (run, how) => (how === 'closed' ? deps.claims.releaseAll(run) : deps.claims.cutShort(run)),
  })
  const endpoint = createEndpoint({
    sessions,
    logError,
    claims: deps.claims,
    build: (connection) => createMcpServer({ index, invoke, proposalTasks, agents, answerTokens, version, instructions, subscribes: true }, connection),
  })

  function tell(uris: Iterable<string>): void {
    const changed = new Set(uris)
    for (const uri of changed) endpoint.resourceUpdated(uri)
    for (const { server, subscriptions } of sessions.all()) {
      if (subscriptions.size === 0) continue
      for (const uri of changed) if (subscriptions.has(uri)) server.sendResourceUpdated({ uri }).catch(logError)
    }
  }

  const statusOf = (id: number) => deps.tasks.byIds([id])[0]?.status
  let cursor = deps.journal.head()
  /** Listeners are told a moment later, together: a busy list costs them one look, and the writes next to nothing. */
  let telling: NodeJS.Timeout | undefined
  const stopFollowing = deps.journal.onCommit(() => {
    telling ??= setTimeout(() => {
      telling = undefined
      for (;;) {
        const entries = deps.journal.after(cursor, page)
        tell(entries.flatMap((entry) => urisOf(entry, statusOf)))
        cursor = entries.at(-1)?.seq ?? cursor
        if (entries.length < page) return
      }
    }, togetherWithin)
  })

  return {
    handle: endpoint.handle,
    claimChanged: (taskId: number) => tell([taskUri(taskId)]),
    proposalChanged: (proposal: Proposal) => tell([proposalUri(proposal.id)]),
    async close(): Promise<void> {
      stopFollowing()
      clearTimeout(telling)
      await endpoint.close()
    },
  }
}
