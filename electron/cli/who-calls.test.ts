import { describe, expect, it } from 'vitest'
import { callerOf } from './who-calls.ts'

const caller = (env: Record<string, string>, more: { given?: string; isTerminal?: boolean } = {}) => {
  const { kind, name } = callerOf({ env, isTerminal: true, user: 'ana', ...more })
  return `${kind}:${name}`
}

describe('[A6] who runs the command line', () => {
  it('is the agent that says so in its environment', () => {
    expect(caller({ AGENT: 'amp' })).toBe('agent:amp')
    expect(caller({ AI_AGENT: 'claude-code@2.1.0' })).toBe('agent:claude-code')
    expect(caller({ CLAUDECODE: '1' })).toBe('agent:claude-code')
    expect(caller({ CODEX_CI: '1' })).toBe('agent:codex')
    expect(caller({ CODEX_THREAD_ID: '019d1afb-b2c7-72d3-b240-f3ee9d31b2c9' })).toBe('agent:codex')
    expect(caller({ GEMINI_CLI: '1' })).toBe('agent:gemini-cli')
    expect(caller({ CURSOR_AGENT: '1' })).toBe('agent:cursor')
    expect(caller({ CURSOR_TRACE_ID: 'a terminal of a person' })).toBe('person:ana')
    expect(caller({ COPILOT_CLI: '1' })).toBe('agent:copilot-cli')
    expect(caller({ OPENCODE: '1', AGENT: '1' })).toBe('agent:opencode')
    expect(caller({ AGENT: '1' })).toBe('agent:agent')
    expect(caller({ AI_AGENT: '\u001b[31m' })).toBe('agent:agent')
  })

  it('is who is named most plainly', () => {
    const env = { AGENT: 'amp', AI_AGENT: 'goose', GEMINI_CLI: '1', TANDEM_AGENT: 'reviewer' }
    expect(caller(env, { given: 'tester' })).toBe('agent:tester')
    expect(caller(env)).toBe('agent:reviewer')
    expect(caller({ ...env, TANDEM_AGENT: '' })).toBe('agent:goose')
    expect(caller({ AGENT: 'amp', GEMINI_CLI: '1' })).toBe('agent:gemini-cli')
  })

  it('is a person on a terminal, and nobody in particular in a script', () => {
    expect(caller({})).toBe('person:ana')
    expect(caller({ AGENT: '0', AI_AGENT: 'false' })).toBe('person:ana')
    expect(caller({}, { isTerminal: false })).toBe('agent:tandem-cli')
  })
})
