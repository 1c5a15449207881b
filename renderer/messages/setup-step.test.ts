import { expect, test } from 'vitest'
import { mcpClients } from '../../shared/domain/agents/mcp-setup.ts'
import { setupStep } from './de/late/setup-step.ts'

test('[W12] every step of an agent’s setup has its German words', () => {
  const setup = { url: 'http://127.0.0.1:4820/mcp', command: 'tandem-mcp', program: '/usr/bin/tandem-mcp', args: [], headers: {} }
  for (const [client, { steps }] of Object.entries(mcpClients))
    for (const [index, { say }] of steps(setup).entries()) if (say) expect(setupStep(client, index, say)).not.toBe(say)
})
