// One protocol server over the catalogue: for a session of the 2025 era, or for one request of the 2026 era.
import { randomBytes } from 'node:crypto'
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server, type ServerContext } from '@modelcontextprotocol/server'
import { createFence, harmless } from '../../../../shared/domain/agents/outside-text.ts'
import { estimateTokens } from '../../../../shared/domain/agents/token-estimate.ts'
import type { Agents } from '../../proposals/agents.ts'
import type { Index } from '../catalogue.ts'
import { instructions } from '../guide.ts'
import { type createInvoke, isComplete } from '../invoke.ts'
import { CompletionParams, PromptParams, UriParams } from '../params.ts'
import type { Caller, Profile } from '../tool.ts'
import { askClientOf } from './ask-client.ts'
import { callOf } from './call.ts'

export interface ServerDeps {
  index: Index
  invoke: ReturnType<typeof createInvoke>
  agents: Pick<Agents, 'spent' | 'hasRead'>
  /** How much an agent is given to read at once. */
  answerTokens: () => number
  version: string
}

/** What the connection itself says of its caller. */
export interface Connection {
  profile: Profile
  /** From X-Actor, if the client's settings name the agent; else the client's own name counts. */
  agentName: string | undefined
  /** As the journal names it; known once the session has begun. */
  run: () => string | undefined
  /** Of a session: aborted when the connection that brought this request closes before it is answered. */
  closed?: (id: string | number) => AbortSignal | undefined
  /** Of a session: the addresses that it wants to hear about. */
  subscriptions?: Set<string>
}

const cacheFor = { ttlMs: 300_000, cacheScope: 'private' } as const

/** A session that asks for more than it can ever look at has a mistake in it. */
const maxSubscriptions = 1000

/** What a client called may be somebody else's words: a mail can tell an agent what to ask for. */
const refusal = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, harmless(message))

/** A name from outside, fit for the journal. */
export function cleanName(name: string): string {
  return name.replaceAll(/\p{C}/gu, '').toWellFormed().trim().slice(0, 200)
}

const matching = (values: readonly string[], typed: string) => values.filter((value) => value.startsWith(typed)).slice(0, 100)

/** Who calls over a connection, and what it costs them. */
class Meter {
  readonly #deps: ServerDeps
  readonly #connection: Connection
  readonly #clientName: () => string | undefined

  constructor(deps: ServerDeps, connection: Connection, clientName: () => string | undefined) {
    this.#deps = deps
    this.#connection = connection
    this.#clientName = clientName
  }

  caller(): Caller {
    const name = this.#connection.agentName || cleanName(this.#clientName() ?? '') || 'unknown'
    const actor = { kind: 'agent' as const, name, run: this.#connection.run() }
    const fence = createFence(randomBytes(6).toString('hex'), (source) => this.#deps.agents.hasRead(actor, source, source.task))
    return {
      actor,
      reader: { fence, tokens: this.#deps.answerTokens() },
    }
  }

  /** Counts what the agent sent and what it is given to read. */
  metered<T>(who: Caller, sent: unknown, result: T, read: string | number): T {
    this.#deps.agents.spent(who.actor.name, {
      tokens_in: sent === undefined ? 0 : estimateTokens(JSON.stringify(sent)),
      tokens_out: typeof read === 'number' ? read : estimateTokens(read),
    })
    return result
  }

  /** An answer that is metered as the JSON that the client reads. */
  told<T extends object>(sent: unknown, result: T): T {
    return this.metered(this.caller(), sent, result, JSON.stringify(result))
  }
}

export function createMcpServer(deps: ServerDeps, connection: Connection): Server {
  const server = new Server(
    { name: 'tandem', title: 'Tandem', version: deps.version },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} },
      instructions,
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
  return server
}

function serveTools(server: Server, { index, invoke }: ServerDeps, { profile, closed }: Connection, meter: Meter): void {
  server.setRequestHandler('tools/list', () => meter.metered(meter.caller(), undefined, { tools: index.listTools(profile) }, index.listTokens(profile)))

  server.setRequestHandler('tools/call', async ({ params }, request: ServerContext) => {
    const tool = index.tool(params.name)
    if (!tool) {
      const known = index.listTools(profile).map((listed) => listed.name)
      throw refusal(`Unknown tool: ${params.name.slice(0, 100)}. There are ${known.join(', ')}.`)
    }
    if (tool.raw) return tool.raw(params.arguments ?? {}, request)
    const who = meter.caller()
    const result = await invoke(tool, params.arguments ?? {}, who, callOf(request, closed?.(request.mcpReq.id), askClientOf(server, request)))
    if (!isComplete(result)) return meter.metered(who, params.arguments, result, JSON.stringify(result))
    const [content] = result.content
    return meter.metered(who, params.arguments, result, content?.type === 'text' ? content.text : '')
  })
}

function serveResources(server: Server, { index }: ServerDeps, meter: Meter): void {
  const { resources, templates } = index.catalogue
  server.setRequestHandler('resources/list', () => meter.told(undefined, { resources: resources.map((resource) => resource.listed) }))
  server.setRequestHandler('resources/templates/list', () => meter.told(undefined, { resourceTemplates: templates.map((template) => template.listed) }))
  server.setRequestHandler('resources/read', UriParams, ({ uri }) => {
    const who = meter.caller()
    const found = index.read(uri, who)
    if (!found) {
      const told = harmless(uri.slice(0, 200))
      throw new ResourceNotFoundError(told, `There is nothing at ${told}.`)
    }
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

function servePrompts(server: Server, { index }: ServerDeps, meter: Meter): void {
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
    return meter.told(args, await prompt.get(args, request, who.reader))
  })

  server.setRequestHandler('completion/complete', CompletionParams, ({ ref, argument }) => {
    const complete =
      ref.type === 'ref/prompt' ? index.prompt(ref.name ?? '')?.complete : templates.find((template) => template.listed.uriTemplate === ref.uri)?.complete
    const values = complete && Object.hasOwn(complete, argument.name) ? (complete[argument.name]?.(argument.value) ?? []) : []
    const shown = matching(values, argument.value)
    return { completion: { values: shown, total: shown.length, hasMore: false } }
  })
}
