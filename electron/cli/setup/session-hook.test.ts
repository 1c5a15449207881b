import { expect, it } from 'vitest'
import { type HookClient, hookCommand, hookForms, putHook, takeHook } from './session-hook.ts'

const clients = Object.keys(hookForms) as HookClient[]
const paths = '"C:\\Program Files\\nodejs\\node.exe" C:\\tandem\\electron\\cli\\tandem.mjs'

it('[A13] is one line that sh, Git Bash and PowerShell 5.1 can read, and that ends well where there is no Tandem', () => {
  for (const client of clients)
    for (const platform of ['linux', 'win32'] as const) {
      const command = hookCommand('tandem', client, platform)
      expect(command).toBe(`tandem hook ${client}; exit 0`)
      expect(command).not.toMatch(/\|\||&&|\/dev\/null/)
    }
})

it('[A13] calls a path of this computer as the shell of each client on Windows wants it', () => {
  expect(hookCommand(paths, 'claude', 'win32')).toBe('"C:/Program Files/nodejs/node.exe" C:/tandem/electron/cli/tandem.mjs hook claude; exit 0')
  for (const client of ['codex', 'gemini', 'cursor'] as const) expect(hookCommand(paths, client, 'win32')).toBe(`& ${paths} hook ${client}; exit 0`)
  expect(hookCommand('"/opt/my node" /opt/tandem.mjs', 'codex', 'linux')).toBe('"/opt/my node" /opt/tandem.mjs hook codex; exit 0')
})

it('[A13] brings a hook up to date that an older Tandem wrote, and takes it away', () => {
  for (const client of clients) {
    const before = putHook(null, client, `tandem hook ${client} || exit 0`)
    const after = putHook(before, client, hookCommand('tandem', client, 'linux'))
    expect(after).toBe(putHook(null, client, `tandem hook ${client}; exit 0`))
    expect(takeHook(after, client)).toBeNull()
    expect(takeHook(putHook(null, client, hookCommand(paths, client, 'win32')), client)).toBeNull()
  }
})
