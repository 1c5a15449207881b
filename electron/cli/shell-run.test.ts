import { describe, expect, it } from 'vitest'
import { shellRun } from './shell-run.ts'

/** agent (10) → sh (20) → bash (30) → us; and another shell of the agent (40). */
const processes: Record<number, { parent: number; since: string; name: string }> = {
  10: { parent: 1, since: '1000', name: 'claude' },
  20: { parent: 10, since: '2000', name: 'sh' },
  30: { parent: 20, since: '3000', name: 'bash' },
  40: { parent: 10, since: '4000', name: 'bash' },
}
const calledFrom = (pid: number, forAgent: boolean, env: Record<string, string> = {}) =>
  shellRun({ TANDEM_CALLER: String(pid), ...env }, forAgent, (one) => processes[one])

describe('[A6] the run of the command line', () => {
  it('is its shell: another shell is another run, and so is a later process of the same id', () => {
    expect(calledFrom(30, false)).toBe('30@3000')
    expect(calledFrom(40, false)).not.toBe(calledFrom(30, false))
  })

  it('is the agent where that starts a shell for each command', () => {
    expect([calledFrom(30, true), calledFrom(40, true)]).toEqual(['10@1000', '10@1000'])
  })

  it('is what the agent or the person names', () => {
    expect(calledFrom(30, true, { CODEX_THREAD_ID: 'abc' })).toBe('CODEX_THREAD_ID=abc')
    expect(calledFrom(30, true, { CODEX_THREAD_ID: 'abc', TANDEM_RUN: 'mine' })).toBe('mine')
  })

  it.skipIf(process.platform === 'win32')('reads the real processes', () => {
    const own = shellRun({ TANDEM_CALLER: String(process.pid) }, false)
    expect(own).toMatch(new RegExp(`^${process.pid}@\\S+$`))
    expect(shellRun({ TANDEM_CALLER: String(process.ppid) }, false)).not.toBe(own)
  })
})
