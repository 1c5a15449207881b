// Both protocol eras on one path. The local guard (http/local-guard.ts) has checked Host and Origin before anything here runs.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, isInitializeRequest, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { runOf } from '../../../../shared/http/actor.ts'
import type { Claims } from '../../claims/claims.ts'
import { createPeerRuns } from './peer-runs.ts'
import { McpRefusal } from '../../../../shared/mcp/answers/refusal.ts'
import { tasksNotDeclared } from '../../../../shared/mcp/proposal-tasks.ts'
import { cleanName, type Connection } from '../../../../shared/mcp/protocol/meter.ts'
import { idOf, isInitialize, isMessage, isOldEra, one, refuse } from '../../../../shared/mcp/protocol/messages.ts'
import { listensUndeclared } from '../../../../shared/mcp/protocol/serve-tasks.ts'
import type { Sessions } from './sessions.ts'
import type { Profile } from '../../../../shared/mcp/tool.ts'

export interface EndpointDeps {
  sessions: Sessions
  build: (connection: Connection) => Server
  claims: Pick<Claims, 'touch'>
  logError: (error: unknown) => void
}

/** Inside this process only: the run of a request without a session, for the protocol library to carry along. */
const runHeader = 'x-tandem-run'

function connectionOf(url: string | undefined, xActor: string | undefined): Omit<Connection, 'run'> {
  const profile: Profile = new URL(url ?? '/', 'http://tandem').searchParams.get('tools') === 'full' ? 'full' : 'core'
  return { profile, agentName: agentNameOf(xActor) }
}

/** A name for the agent; undefined leaves it its client's. "person" is none: over MCP everybody is an agent, and nobody passes for the person. */
function agentNameOf(xActor: string | undefined): string | undefined {
  const name = xActor && cleanName(Buffer.from(xActor.replace(/^\w+:/, ''), 'latin1').toString('utf8'))
  return name && name.toLowerCase() !== 'person' ? name : undefined
}

export function createEndpoint({ sessions, build, claims, logError }: EndpointDeps) {
  const peerRuns = createPeerRuns()
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const header = (name: string) => requestInfo?.headers.get(name) ?? undefined
      return build({ ...connectionOf(requestInfo?.url, header('x-actor')), run: () => header(runHeader) })
    },
    { legacy: 'reject', onerror: () => undefined },
  )
  const handleModern = toNodeHandler(modern, { onerror: logError })

  async function handleLegacy(request: IncomingMessage, response: ServerResponse, body: unknown, ownRun: string | undefined): Promise<void> {
    const id = one(request.headers['mcp-session-id'])
    if (id !== undefined) {
      const session = sessions.find(id)
      if (!session) throw new McpRefusal(404, -32_001, 'Session not found: it has ended, or Tandem was restarted. Start a new one with initialize.')
      if (Array.isArray(body) && (session.server.getNegotiatedProtocolVersion() ?? '') >= '2025-06-18') {
        throw new McpRefusal(400, ProtocolErrorCode.InvalidRequest, 'Batches are not part of this protocol version. Send one message at a time.')
      }
      if (request.method === 'POST' && body !== undefined && !Array.isArray(body) && !isMessage(body)) {
        throw new McpRefusal(
          400,
          ProtocolErrorCode.InvalidRequest,
          'This is not a JSON-RPC 2.0 message. Send {"jsonrpc": "2.0", "id": 1, "method": …, "params": {…}}.',
        )
      }
      if (request.method === 'POST') claims.touch(session.run)
      return session.handle(request, response, body)
    }
    if (request.method !== 'POST' || !isInitialize(body)) {
      throw new McpRefusal(400, -32_000, 'The header Mcp-Session-Id is missing. Start with initialize, which returns a session id.')
    }
    if (!isInitializeRequest(body)) {
      throw new McpRefusal(
        400,
        ProtocolErrorCode.InvalidParams,
        'initialize needs the params {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": …, "version": …}}.',
      )
    }
    const connection = connectionOf(request.url, one(request.headers['x-actor']))
    if (ownRun !== undefined) claims.touch(ownRun)
    await sessions.begin((session) => build({ ...connection, ...session }), ownRun, request, response, body)
  }

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { raw } = request
    if (listensUndeclared(request.body)) {
      const { code, message, data } = tasksNotDeclared()
      return void reply.code(400).send({ jsonrpc: '2.0', id: idOf(request.body), error: { code, message, data } })
    }
    const isLegacy = isOldEra(request)
    const ownRun = runOf(one(raw.headers['x-run']))
    const run = isLegacy ? ownRun : (ownRun ?? (await peerRuns.of(raw.socket)))
    // From here on the reply is the protocol library's: it may be a stream.
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value as string)
    if (!isLegacy) {
      if (run !== undefined) claims.touch(run)
      raw.headers[runHeader] = run
      return handleModern(raw, reply.raw, request.body)
    }
    try {
      await handleLegacy(raw, reply.raw, request.body, run)
    } catch (error) {
      if (!(error instanceof McpRefusal)) logError(error)
      const refusal = error instanceof McpRefusal ? error : new McpRefusal(500, ProtocolErrorCode.InternalError, 'Something went wrong in Tandem.')
      refuse(reply.raw, refusal, idOf(request.body))
    }
  }

  return {
    handle,
    /** Tells the modern era's listeners that something changed. */
    resourceUpdated: (uri: string) => modern.notify.resourceUpdated(uri),
    async close(): Promise<void> {
      await Promise.all([modern.close(), sessions.close()])
    },
  }
}
