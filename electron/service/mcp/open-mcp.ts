// The MCP module as the rest of the service sees it. The protocol's libraries are large, so they are loaded with the first call to /mcp:
// who has no agents does not pay for them. The tools are there from the start: accepting a proposal carries one out.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, errorStatus } from '../../../shared/domain/app-error.ts'
import { UnusableBody } from '../../../shared/http/json-body.ts'
import { refuseOtherMethods } from '../../../shared/http/mount.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { StoredProposal } from '../proposals/proposals.ts'
import type { McpDeps } from './deps.ts'
import type { Mcp, McpSetup } from './mcp.ts'
import type { Absent } from './tool.ts'
import { McpRefusal } from './answers/refusal.ts'
import { allTools } from './tools/all-tools.ts'

/** Large arguments reach the tool, which says what is too long; only what is larger still is cut off here. */
const bodyLimit = 4_194_304
/** JSON-RPC's codes. */
const parseError = -32_700
const invalidRequest = -32_600
const invalidParams = -32_602
const internalError = -32_603

export function openMcp(deps: McpDeps, setup: McpSetup) {
  const tools = [...allTools(deps), ...(setup.options.extra?.tools ?? [])]
  const byName = new Map(tools.map((tool) => [tool.listed.name, tool]))
  let loading: Promise<Mcp> | undefined
  let loaded: Mcp | undefined

  async function load(): Promise<Mcp> {
    const { createMcp } = await import('./mcp.ts')
    loaded = createMcp(deps, tools, setup)
    return loaded
  }

  return {
    /** POST, GET and DELETE /mcp. */
    mount(app: FastifyInstance): void {
      app.route({
        method: ['GET', 'POST', 'DELETE'],
        url: '/mcp',
        bodyLimit,
        handler: async (request, reply) => (await (loading ??= load())).handle(request, reply),
        // What is wrong before a message exists (no JSON, too large, another media type) is answered in the protocol's own words.
        errorHandler(error: unknown, _request: FastifyRequest, reply) {
          const { status, code, message } = refusalOf(error)
          if (status >= 500) setup.logError(error)
          if (status === 401) reply.header('WWW-Authenticate', 'Bearer realm="tandem"')
          const answer = error instanceof UnusableBody ? answerToUnusable(error) : undefined
          if (answer) return void reply.code(200).send(answer)
          void reply.code(status).send({ jsonrpc: '2.0', error: { code, message }, id: null })
        },
      })
      refuseOtherMethods(app, '/mcp', new Set(['GET', 'POST', 'DELETE']))
    },
    claimChanged: (taskId: number) => loaded?.claimChanged(taskId),
    proposalChanged: (proposal: Proposal) => loaded?.proposalChanged(proposal),
    /** What is to be known before a proposal is accepted. */
    look: async ({ tool, arguments: args }: Proposal): Promise<unknown> => byName.get(tool)?.look?.(args as never),
    /** Carries out an accepted proposal, as the agent that made it. `seen`: what `look` saw. */
    execute({ tool: name, arguments: args, agent, run, created_at }: StoredProposal, seen: unknown): Record<string, unknown> {
      const tool = byName.get(name)
      if (!tool) throw new Error(`no tool ${name}`)
      const caller: Absent = { actor: { kind: 'agent', name: agent, run: run ?? undefined } }
      const answer = tool.accept ? tool.accept(args as never, caller, { since: created_at, seen }) : tool.run(args as never, caller)
      if (answer instanceof Promise) throw new Error(`${name}: a write must be synchronous`)
      return answer as Record<string, unknown>
    },
    async close(): Promise<void> {
      await (await loading)?.close()
    },
  }
}

/** A call with text that cannot be kept is answered like one with any other wrong argument; a message without an id cannot be. */
function answerToUnusable({ value, message }: UnusableBody): object | undefined {
  const { id, method } = (typeof value === 'object' && value !== null ? value : {}) as { id?: unknown; method?: unknown }
  const isId = (typeof id === 'string' && id.isWellFormed()) || Number.isSafeInteger(id)
  if (!isId || typeof method !== 'string') return undefined
  if (method === 'tools/call') return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: message }], isError: true } }
  return { jsonrpc: '2.0', id, error: { code: invalidParams, message } }
}

function refusalOf(error: unknown): McpRefusal {
  if (error instanceof AppError) return new McpRefusal(errorStatus[error.code][0], error.code === 'invalid' ? parseError : -32_000, error.message)
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new McpRefusal(415, -32_000, 'Send JSON, with the header Content-Type: application/json.')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new McpRefusal(413, -32_000, `A message may have at most ${bodyLimit} bytes.`)
  return statusCode && statusCode < 500
    ? new McpRefusal(statusCode, invalidRequest, (error as Error).message)
    : new McpRefusal(statusCode ?? 500, internalError, 'Something went wrong in Tandem.')
}
