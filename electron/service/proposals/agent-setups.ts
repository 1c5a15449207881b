// How each client is connected to this service: what `tandem-mcp --print-config` prints, for the web UI to copy.
import { fileURLToPath } from 'node:url'
import { mcpClients, type Setup } from '../../../shared/domain/agents/mcp-setup.ts'
import { bridgeCommand } from '../../../shared/node/own-commands.ts'
import type { AgentSetup } from '../../../shared/schema/agent.ts'
import { defaultDataDir } from '../config.ts'

interface Place {
  url: string
  dataDir: string
  token: string | undefined
}

const bridge = fileURLToPath(new URL('../../cli/tandem-mcp.mjs', import.meta.url))

export function agentSetups({ url, dataDir, token }: Place, tools: 'core' | 'full' = 'core'): AgentSetup[] {
  const isFull = tools === 'full'
  const headers: Record<string, string> = {}
  if (token !== undefined) headers.Authorization = `Bearer ${token}`
  const setup: Setup = {
    url: isFull ? `${url}?tools=full` : url,
    ...bridgeCommand(bridge, [...(isFull ? ['--tools', 'full'] : []), ...(dataDir === defaultDataDir() ? [] : ['--data-dir', dataDir])]),
    // Inside the desktop app this program is not Node.
    ...(process.versions.electron ? { program: 'node' } : {}),
    headers,
  }
  return Object.entries(mcpClients).map(([client, { title, steps }]) => ({ client, title, steps: steps(setup) }))
}
