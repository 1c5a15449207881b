// MCP over the use-cases. The protocol's libraries are large, so they are loaded with the first call to /mcp: who has no agents does not pay
// for them. The tools are there from the start: accepting a proposal carries one out.
import type { FastifyInstance } from 'fastify'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { McpDeps } from '../mcp/deps.ts'
import type { Mcp, McpSetup } from '../mcp/mcp.ts'
import { mountMcp } from '../../../shared/mcp/protocol/mcp-route.ts'
import { createProposedCalls } from '../mcp/proposed-calls.ts'
import { allTools } from '../mcp/tools/all-tools.ts'

export function openMcp(deps: McpDeps, setup: McpSetup) {
  const tools = [...allTools(deps), ...(setup.options.extra?.tools ?? [])]
  let loading: Promise<Mcp> | undefined
  let loaded: Mcp | undefined

  async function load(): Promise<Mcp> {
    const { createMcp } = await import('../mcp/mcp.ts')
    loaded = createMcp(deps, tools, setup)
    return loaded
  }

  return {
    mount: (app: FastifyInstance) => mountMcp(app, async (request, reply) => (await (loading ??= load())).handle(request, reply), setup.logError),
    claimChanged: (taskId: number) => loaded?.claimChanged(taskId),
    proposalChanged: (proposal: Proposal) => loaded?.proposalChanged(proposal),
    ...createProposedCalls(tools),
    async close(): Promise<void> {
      await (await loading)?.close()
    },
  }
}
