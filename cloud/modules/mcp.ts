// MCP over the use-cases of teams. The protocol's libraries are large, so they are loaded with the first call to /mcp.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mountMcp } from '../../shared/mcp/protocol/mcp-route.ts'
import { type AroundDeps, createArounds } from '../mcp/around.ts'
import type { AppOptions } from '../app-options.ts'
import { type Context, teamOf } from '../context.ts'
import { storageError } from '../db/storage-error.ts'
import type { Allowance } from '../http/allowance.ts'
import type { TeamMcpDeps } from '../mcp/deps.ts'
import type { TeamMcp } from '../mcp/mcp.ts'
import type { Infrastructure } from './infrastructure.ts'

export type McpWork = Omit<TeamMcpDeps, 'journal' | 'around' | 'live' | 'wakeups'> & AroundDeps

/** Who calls, for a path that is no route of the contract. */
export interface AgentGuard {
  agent: (request: FastifyRequest) => Promise<void>
  context: (request: FastifyRequest) => Context
  allowance: Pick<Allowance, 'count'>
}

export function createMcpModule({ journal, live, wakeups, metrics, failed }: Infrastructure, options: AppOptions, work: Omit<McpWork, 'journal'>) {
  const around = createArounds({ ...work, journal })
  const setup = { version: options.version, options: options.mcp ?? {}, translate: storageError, logError: failed('mcp') }
  let loading: Promise<TeamMcp> | undefined

  const load = async (): Promise<TeamMcp> => (await import('../mcp/mcp.ts')).createMcp({ ...work, journal, around, live, wakeups }, setup)

  metrics.cache('mcp_sessions', { entries: async () => (loading === undefined ? 0 : (await loading.catch(() => undefined))?.sessions()) ?? 0 })

  return {
    /** `challenge`: what a caller is told that is not let in. */
    mount(app: FastifyInstance, { agent, context, allowance }: AgentGuard, challenge: () => string): void {
      const handle = async (request: FastifyRequest, reply: Parameters<TeamMcp['handle']>[1]) => {
        const ctx = teamOf(context(request))
        // One of a batch was counted with the request.
        if (ctx.caller && Array.isArray(request.body)) allowance.count({ caller: ctx.caller }, request.body.length - 1)
        return (await (loading ??= load())).handle(request, reply, ctx)
      }
      mountMcp(app, handle, setup.logError, { onRequest: agent, bodyLimit: options.bodyLimit, challenge })
    },
    /** Whoever listens asks another instance. */
    async stop(): Promise<void> {
      ;(await loading)?.stop()
    },
    async close(): Promise<void> {
      await (await loading)?.close()
    },
  }
}
