// Puts a cloud's MCP module together: the shared table of tools with the work of the cloud, and the endpoint over both.
import { canCarryOut } from '../agents/carry-out.ts'
import type { Source } from '../../shared/domain/agents/outside-text.ts'
import { saidWhy } from '../../shared/domain/agents/write-verdict.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { isSameName } from '../../shared/domain/people/same-name.ts'
import { type Catalogue, indexOf } from '../../shared/mcp/catalogue.ts'
import { instructions } from '../../shared/mcp/guide.ts'
import { type AskedWrite, createInvoke } from '../../shared/mcp/invoke.ts'
import { prompts } from '../../shared/mcp/prompts.ts'
import { createProposalTasks } from '../../shared/mcp/proposal-tasks.ts'
import type { Connection } from '../../shared/mcp/protocol/meter.ts'
import { createMcpServer } from '../../shared/mcp/protocol/server.ts'
import type { Caller, Tool } from '../../shared/mcp/tool.ts'
import type { Proposal } from '../../shared/schema/proposal.ts'
import type { TeamContext } from '../context.ts'
import type { TeamMcpDeps } from './deps.ts'
import { createCancellations } from './cancellations.ts'
import { createEndpoint, profileOf } from './endpoint.ts'
import { resourcesOf } from './resources.ts'
import { createSessions, type SessionOptions } from './sessions.ts'
import { type Serving, serving, type TeamCaller } from './team-tool.ts'
import { commentTools, contactTools, proposalTools, reminderTools, replyTools } from './tools/other-tools.ts'
import { proposedArguments, taskTools } from './tools/task-tools.ts'
import { searchTools } from './tools/search-tools.ts'
import { askTool, claimTools, workTools } from './tools/work-tools.ts'

export interface McpOptions extends Partial<SessionOptions> {
  /** Further things to offer: the protocol's conformance tests bring their own. */
  extra?: Catalogue
}

export interface McpSetup {
  version: string
  options: McpOptions
  translate: (error: unknown) => AppError | undefined
  logError: (error: unknown) => void
}

const hour = 3_600_000
/** Tokens that an agent is given to read at once, as on a desktop that nobody has told otherwise. */
const answerTokens = 4000
/** Milliseconds in which a run need not say again that it lives. */
const touchedApart = 10_000
const maxRemembered = 10_000

/** In the order in which they are listed. */
const toolsOf = (deps: TeamMcpDeps): Tool[] => [
  ...workTools(deps),
  ...taskTools(deps),
  ...searchTools(deps),
  ...commentTools(deps),
  ...replyTools(deps),
  askTool(deps),
  ...reminderTools(deps),
  ...claimTools(deps),
  ...contactTools(deps),
  ...proposalTools(deps),
]

/** What the team's policy says to a write. */
function createGate({ agents, proposals }: Pick<TeamMcpDeps, 'agents' | 'proposals'>) {
  return async ({ kinds, tool, arguments: given, task_id, amount }: AskedWrite, caller: Caller): Promise<Proposal | undefined> => {
    const { ctx, actor } = caller as TeamCaller
    const { verdict, kind, because, over } = await agents.verdict(kinds, { amount, ...(task_id === null ? {} : { tasks: [task_id] }) }, ctx)
    if (over) serving.getStore()?.over.push(over)
    if (verdict === 'allow') return undefined
    if (verdict === 'deny') throw new AppError('forbidden', `The team does not allow ${actor.name} to do this (${kind}). Do not try again; ask a person of it.`)
    // To take a task in hand is beside the list, as over REST: nobody could carry it out later.
    if (kinds.every((one) => one === 'claim')) return undefined
    if (!canCarryOut(tool))
      throw new AppError(
        'forbidden',
        `${actor.name} may only propose this (${kind}).${because ? ` ${saidWhy(because, actor.name)}` : ''} The cloud cannot put it up for review: ask a person of the team.`,
      )
    return proposals.put({ tool, arguments: proposedArguments(tool, given, ctx), task_id }, kinds, ctx, because)
  }
}

/** A caller with the context of the call that is being served. */
function completed(caller: Caller): TeamCaller {
  const { ctx, agentName } = serving.getStore() as NonNullable<ReturnType<typeof serving.getStore>>
  const actor = { ...caller.actor, name: agentName ?? caller.actor.name, run: ctx.run }
  return { ...caller, actor, ctx: { ...ctx, actor: { kind: 'agent', name: actor.name }, ifMatch: undefined } }
}

function createTouch({ claims }: Pick<TeamMcpDeps, 'claims'>) {
  const seen = new Map<string, number>()
  return async (run: string, ctx: TeamContext): Promise<void> => {
    const now = performance.now()
    if (now - (seen.get(run) ?? -touchedApart) < touchedApart) return
    if (seen.size >= maxRemembered) seen.clear()
    seen.set(run, now)
    await claims.touch(run, ctx)
  }
}

export type TeamMcp = ReturnType<typeof createMcp>

export function createMcp(deps: TeamMcpDeps, { version, options, translate, logError }: McpSetup) {
  const { agents, proposals, around, live, claims, journal, reads, wakeups } = deps
  const { extra } = options
  const own = resourcesOf(deps)
  const catalogue: Catalogue = {
    tools: [...toolsOf(deps), ...(extra?.tools ?? [])],
    resources: [...own.resources, ...(extra?.resources ?? [])],
    templates: [...own.templates, ...(extra?.templates ?? [])],
    prompts: [...prompts, ...(extra?.prompts ?? [])],
  }
  const whole = indexOf(catalogue)
  const reading = indexOf({ ...catalogue, tools: catalogue.tools.filter(({ listed }) => listed.annotations?.readOnlyHint === true) })

  const aroundProposal = ({ result }: Proposal, caller: Caller) => around.proposal(result, (caller as TeamCaller).ctx)
  const proposalTasks = createProposalTasks({
    handleOf: ({ uid = '' }) => uid,
    async ofHandle(handle, caller) {
      const proposal = await proposals.ofUid(handle, (caller as TeamCaller).ctx)
      return proposal && isSameName(proposal.agent, caller.actor.name) ? proposal : undefined
    },
    takeBack({ id }, caller) {
      const { ctx } = caller as TeamCaller
      if (ctx.caller?.kind === 'token' && ctx.caller.readOnly) throw new AppError('forbidden', 'This API token can only read.')
      return proposals.takeBack(id, ctx)
    },
    around: aroundProposal,
  })
  const call = createInvoke({ gate: createGate(deps), around: aroundProposal, proposalTasks, inTurn: (work) => work(), translate, logError })
  const meter = {
    // Tokens are counted on desktops only; that an agent called is counted for each team.
    spent: (name: string) => agents.called(name, (serving.getStore() as Serving).ctx.team.id),
    hasRead: (_actor: unknown, { name }: Source, task?: number) => void serving.getStore()?.read.push({ source: name, task }),
  }
  /** Before anything is answered every instance knows what the caller's run has read by then. */
  async function noted(): Promise<void> {
    const { read, ctx } = serving.getStore() as Serving
    const texts = read.splice(0)
    if (texts.length > 0 && ctx.caller?.kind === 'token' && ctx.caller.agent !== null) await reads.note(ctx, texts)
  }
  /** What was written is in the journal by then. */
  async function settled<T>(work: Promise<T>): Promise<T> {
    try {
      const answer = await work
      await noted()
      return answer
    } finally {
      for (const over of (serving.getStore() as Serving).over.splice(0)) over()
    }
  }
  const invoke: typeof call = (...asked) => settled(call(...asked))
  const build = (connection: Connection, { caller }: TeamContext) => {
    const index = caller?.kind === 'token' && caller.readOnly ? reading : whole
    const common = { index, invoke, noted, proposalTasks, agents: meter, answerTokens: () => answerTokens, version, completed }
    return createMcpServer({ ...common, instructions, subscribes: extra !== undefined }, connection)
  }
  const sessions = createSessions({
    idleMs: options.idleMs ?? 24 * hour,
    max: options.max ?? 1000,
    inHand: options.inHand ?? 2000,
    journal,
    build: ({ run }, url, ctx) => build({ profile: profileOf(url), agentName: undefined, run, subscriptions: new Set() }, ctx),
    runEnded: (run, ctx) => claims.releaseAll(run, ctx),
    logError,
  })
  return {
    ...createEndpoint({ sessions, cancellations: createCancellations(wakeups), live, build, touch: createTouch(deps), logError }),
    sessions: sessions.count,
  }
}
