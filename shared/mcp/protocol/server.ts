// One protocol server over the catalogue: for a session of the 2025 era, or for one request of the 2026 era.
import {
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  ResourceNotFoundError,
  Server,
  type ServerContext,
  TRACEPARENT_META_KEY,
} from '@modelcontextprotocol/server'
import { span } from '../../node/tracing/spans.ts'
import { harmless } from '../../domain/agents/outside-text.ts'
import type { Index } from '../catalogue.ts'
import { type createInvoke, isComplete } from '../invoke.ts'
import { CompletionParams, PromptParams, UriParams } from '../params.ts'
import { type CreatedTask, type ProposalTasks, tasksExtension } from '../proposal-tasks.ts'
import { askClientOf } from './ask-client.ts'
import { callOf } from './call.ts'
import { type Connection, Meter, type MeterDeps, refusal } from './meter.ts'
import { canWaitForTasks, serveTasks } from './serve-tasks.ts'

export interface ServerDeps extends MeterDeps {
  index: Index
  invoke: ReturnType<typeof createInvoke>
  proposalTasks: ProposalTasks
  instructions: string
  /** Whether a session can subscribe to addresses, and listeners hear of them. */
  subscribes: boolean
  version: string
  /** Waited for before what an agent was given to read leaves by another way than a tool. */
  noted?: () => Promise<void>
}

const cacheFor = { ttlMs: 300_000, cacheScope: 'private' } as const

/** A session that asks for more than it can ever look at has a mistake in it. */
const maxSubscriptions = 1000

const matching = (values: readonly string[], typed: string) => values.filter((value) => value.startsWith(typed)).slice(0, 100)

export function createMcpServer(deps: ServerDeps, connection: Connection): Server {
  // Only a session of 2025 can be subscribed to; its own form of tasks is not spoken (ADR 139).
  const isModern = connection.subscriptions === undefined
  const server = new Server(
    { name: 'tandem', title: 'Tandem', version: deps.version },
    {
      capabilities: {
        tools: {},
        resources: deps.subscribes ? { subscribe: true } : {},
        prompts: {},
        completions: {},
        logging: {},
        ...(isModern ? { extensions: { [tasksExtension]: {} } } : {}),
      },
      instructions: deps.instructions,
      cacheHints: {
        'tools/list': cacheFor,
        'prompts/list': cacheFor,
        'resources/list': cacheFor,
        'resources/templates/list': cacheFor,
        'server/discover': cacheFor,
      },
    },
  )
  const meter = new Meter(deps, connection, () => server.getClientVersion()?.name)
  serveTools(server, deps, connection, meter)
  serveResources(server, deps, meter)
  if (connection.subscriptions) serveSubscriptions(server, connection.subscriptions)
  servePrompts(server, deps, meter)
  if (isModern) serveTasks(server, deps.proposalTasks, meter)
  return server
}

function serveTools(server: Server, { index, invoke }: ServerDeps, { profile, closed }: Connection, meter: Meter): void {
  server.setRequestHandler('tools/list', () => meter.metered(meter.caller(), undefined, { tools: index.listTools(profile) }, index.listTokens(profile)))

  async function serve(params: CallToolRequest['params'], request: ServerContext): Promise<CallToolResult | InputRequiredResult | CreatedTask> {
    const tool = index.tool(params.name)
    if (!tool) {
      const known = index.listTools(profile).map((listed) => listed.name)
      throw refusal(`Unknown tool: ${params.name.slice(0, 100)}. There are ${known.join(', ')}.`)
    }
    if (tool.raw) return tool.raw(params.arguments ?? {}, request)
    const who = meter.caller()
    const call = callOf(request, closed?.(request.mcpReq.id), { client: askClientOf(server, request), canWait: canWaitForTasks(request) })
    const result = await invoke(tool, params.arguments ?? {}, who, call)
    if (!isComplete(result)) return meter.metered(who, params.arguments, result, JSON.stringify(result))
    const [content] = result.content
    return meter.metered(who, params.arguments, result, content?.type === 'text' ? content.text : '')
  }

  server.setRequestHandler('tools/call', ({ params }, request: ServerContext) => {
    // What is no tool of ours may be anything.
    const name = index.tool(params.name) ? params.name : 'unknown'
    const facts = { 'mcp.method.name': 'tools/call', 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name }
    // Before that of the HTTP call: one call may carry several messages (SEP-414).
    const said = request.mcpReq._meta?.[TRACEPARENT_META_KEY]
    const parent = typeof said === 'string' ? said : undefined
    return span(`tools/call ${name}`, { kind: 'server', facts, parent }, async (open) => {
      const result = await serve(params, request)
      if ('isError' in result && result.isError) open?.note({ 'error.type': 'tool_error' })
      return result
    })
  })
}

function serveResources(server: Server, { index, noted }: ServerDeps, meter: Meter): void {
  const { resources, templates } = index.catalogue
  server.setRequestHandler('resources/list', () => meter.told(undefined, { resources: resources.map((resource) => resource.listed) }))
  server.setRequestHandler('resources/templates/list', () => meter.told(undefined, { resourceTemplates: templates.map((template) => template.listed) }))
  server.setRequestHandler('resources/read', UriParams, async ({ uri }) => {
    const who = meter.caller()
    const found = await index.read(uri, who)
    if (!found) {
      const told = harmless(uri.slice(0, 200))
      throw new ResourceNotFoundError(told, `There is nothing at ${told}.`)
    }
    await noted?.()
    return meter.metered(who, undefined, found, found.contents.map((content) => ('text' in content ? content.text : '')).join(''))
  })
}

function serveSubscriptions(server: Server, subscriptions: Set<string>): void {
  server.setRequestHandler('resources/subscribe', UriParams, ({ uri }) => {
    if (subscriptions.size >= maxSubscriptions && !subscriptions.has(uri)) {
      throw refusal(`A session can subscribe to at most ${maxSubscriptions} addresses. Unsubscribe from some, or watch tandem://tasks/{status}.`)
    }
    subscriptions.add(uri)
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', UriParams, ({ uri }) => {
    subscriptions.delete(uri)
    return {}
  })
}

function servePrompts(server: Server, { index, noted }: ServerDeps, meter: Meter): void {
  const { prompts, templates } = index.catalogue
  server.setRequestHandler('prompts/list', () => meter.told(undefined, { prompts: prompts.map((prompt) => prompt.listed) }))
  server.setRequestHandler('prompts/get', PromptParams, async ({ name, arguments: args = {} }, request: ServerContext) => {
    const prompt = index.prompt(name)
    if (!prompt) {
      const known = prompts.map(({ listed }) => listed.name)
      throw refusal(`Unknown prompt: ${name.slice(0, 100)}. There are ${known.join(', ')}.`)
    }
    const missing = prompt.listed.arguments?.find((argument) => argument.required && args[argument.name] === undefined)
    if (missing) throw refusal(`The prompt ${name} needs the argument ${missing.name}.`)
    const who = meter.caller()
    const told = await prompt.get(args, request, who.reader)
    await noted?.()
    return meter.told(args, told)
  })

  server.setRequestHandler('completion/complete', CompletionParams, ({ ref, argument }) => {
    const complete =
      ref.type === 'ref/prompt' ? index.prompt(ref.name ?? '')?.complete : templates.find((template) => template.listed.uriTemplate === ref.uri)?.complete
    const values = complete && Object.hasOwn(complete, argument.name) ? (complete[argument.name]?.(argument.value) ?? []) : []
    const shown = matching(values, argument.value)
    return { completion: { values: shown, total: shown.length, hasMore: false } }
  })
}
