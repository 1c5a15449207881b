import { expect, test } from 'vitest'
import { mcpClients } from '../../shared/domain/agents/mcp-setup.ts'
import { setupStep } from './de/setup-step.ts'

test('[W12] no step of an agent’s setup stays English in the German window', () => {
  const setup = { url: 'http://127.0.0.1:4820/mcp', command: 'tandem-mcp', program: '/usr/bin/tandem-mcp', args: [], headers: {} }
  for (const { steps } of Object.values(mcpClients))
    for (const { say } of steps(setup)) if (say) expect(setupStep(say)).not.toMatch(/\b(put into|run|then|project|or)\b/i)
})
