// Both protocol eras on one path of the cloud. Who calls was found out before the body was read (login.ts).
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, isInitializeRequest, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { McpRefusal } from '../../shared/mcp/answers/refusal.ts'
import { idOf, isInitialize, isMessage, isOldEra, one, refuse } from '../../shared/mcp/protocol/messages.ts'
import type { Connection } from '../../shared/mcp/protocol/meter.ts'
import { listensUndeclared } from '../../shared/mcp/protocol/serve-tasks.ts'
import { tasksNotDeclared } from '../../shared/mcp/proposal-tasks.ts'
import type { Profile } from '../../shared/mcp/tool.ts'
import type { TeamContext } from '../context.ts'
import type { LiveCalls } from '../events/live-calls.ts'
import type { Cancellations } from './cancellations.ts'
import type { Sessions } from './sessions.ts'
import { serving } from './team-tool.ts'

export interface EndpointDeps {
  sessions: Sessions
  cancellations: Cancellations
  live: Pick<LiveCalls, 'begin'>
  build: (connection: Connection, ctx: TeamContext) => Server
  /** A run gives a sign of life. */
  touch: (run: string, ctx: TeamContext) => Promise<void>
  logError: (error: unknown) => void
}

/** Which tools the address asks for. */
export const profileOf = (url: string): Profile => (new URL(url, 'http://tandem').searchParams.get('tools') === 'full' ? 'full' : 'core')

/** As the token or X-Actor names the agent; undefined: as its client is called. */
function agentNameOf(request: FastifyRequest, { actor, caller }: TeamContext): string | undefined {
  const said = one(request.headers['x-actor'])?.trim()
  const isNamed = caller?.kind === 'token' && (caller.agent !== null || (said !== undefined && said !== '' && said.toLowerCase() !== 'person'))
  return isNamed ? actor.name : undefined
}

/** Streams, which end with their login, and with us. */
function createFollowing(live: Pick<LiveCalls, 'begin'>) {
  const open = new Set<() => void>()
  return {
    follow(response: ServerResponse, ctx: TeamContext): void {
      const end = () => void response.destroy()
      const leave = live.begin(ctx, end)
      open.add(end)
      response.once('close', () => {
        leave()
        open.delete(end)
      })
    },
    end(): void {
      for (const end of open) end()
    },
  }
}

export function createEndpoint({ sessions, cancellations, live, build, touch, logError }: EndpointDeps) {
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const { ctx } = serving.getStore() as { ctx: TeamContext }
      return build({ profile: profileOf(requestInfo?.url ?? '/'), agentName: undefined, run: () => ctx.run }, ctx)
    },
    { legacy: 'reject', onerror: () => undefined },
  )
  const streams = createFollowing(live)
  const handleModern = toNodeHandler(modern, { onerror: logError })

  async function inSession(id: string, request: IncomingMessage, response: ServerResponse, body: unknown, ctx: TeamContext): Promise<void> {
    const session = await sessions.find(id, request.url ?? '/', ctx)
    if (!session) throw new McpRefusal(404, -32_001, 'Session not found: it has ended. Start a new one with initialize.')
    if (Array.isArray(body) && (session.server.getNegotiatedProtocolVersion() ?? '') >= '2025-06-18')
      throw new McpRefusal(400, ProtocolErrorCode.InvalidRequest, 'Batches are not part of this protocol version. Send one message at a time.')
    if (request.method === 'POST' && body !== undefined && !Array.isArray(body) && !isMessage(body))
      throw new McpRefusal(
        400,
        ProtocolErrorCode.InvalidRequest,
        'This is not a JSON-RPC 2.0 message. Send {"jsonrpc": "2.0", "id": 1, "method": …, "params": {…}}.',
      )
    if (request.method === 'DELETE') {
      await sessions.end(id, ctx)
      return void response.writeHead(200).end()
    }
    if (request.method === 'POST') await touch(session.run, ctx)
    const run = { ...ctx, run: session.run }
    cancellations.tell(id, body)
    const forget = cancellations.serve(id, body, session.cancel)
    if (response.closed) forget()
    else response.once('close', forget)
    const store = serving.getStore() as NonNullable<ReturnType<typeof serving.getStore>>
    await serving.run({ ...store, ctx: run }, () => session.handle(request, response, body))
  }

  async function handleLegacy(request: IncomingMessage, response: ServerResponse, body: unknown, ctx: TeamContext): Promise<void> {
    const id = one(request.headers['mcp-session-id'])
    if (id !== undefined) return inSession(id, request, response, body, ctx)
    if (request.method !== 'POST' || !isInitialize(body))
      throw new McpRefusal(400, -32_000, 'The header Mcp-Session-Id is missing. Start with initialize, which returns a session id.')
    if (!isInitializeRequest(body))
      throw new McpRefusal(
        400,
        ProtocolErrorCode.InvalidParams,
        'initialize needs the params {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": …, "version": …}}.',
      )
    await sessions.begin(ctx, request, response, body)
  }

  async function handle(request: FastifyRequest, reply: FastifyReply, ctx: TeamContext): Promise<void> {
    const { raw } = request
    if (listensUndeclared(request.body)) {
      const { code, message, data } = tasksNotDeclared()
      return void reply.code(400).send({ jsonrpc: '2.0', id: idOf(request.body), error: { code, message, data } })
    }
    const isLegacy = isOldEra(request)
    if (!isLegacy && ctx.run !== undefined) await touch(ctx.run, ctx)
    // From here on the reply is the protocol library's: it may be a stream, and ends with the login.
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value as string)
    if (isStream(request)) streams.follow(reply.raw, ctx)
    await serving.run({ ctx, agentName: agentNameOf(request, ctx), read: [], over: [] }, async () => {
      if (!isLegacy) return handleModern(raw, reply.raw, request.body)
      try {
        await handleLegacy(raw, reply.raw, request.body, ctx)
      } catch (error) {
        if (!(error instanceof McpRefusal)) logError(error)
        refuse(
          reply.raw,
          error instanceof McpRefusal ? error : new McpRefusal(500, ProtocolErrorCode.InternalError, 'Something went wrong in Tandem.'),
          idOf(request.body),
        )
      }
    })
  }

  return {
    handle,
    /** Whoever listens asks another instance; what was called is still answered. */
    stop: streams.end,
    async close(): Promise<void> {
      await Promise.all([modern.close(), sessions.close()])
    },
  }
}

/** What stays open for as long as somebody listens. */
const isStream = ({ method, body }: FastifyRequest): boolean =>
  method === 'GET' || (typeof body === 'object' && body !== null && (body as { method?: unknown }).method === 'subscriptions/listen')
