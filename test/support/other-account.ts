// Another account of this machine, which only root can act as.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const nobody = 65_534

/** Why nobody else can be acted as here; undefined when it can. */
export const noOtherAccount: string | undefined =
  process.platform !== 'linux' ? 'needs Linux' : process.getuid?.() !== 0 ? 'needs root to act as another account' : undefined

/** Runs JavaScript (a module) as that account; what it wrote. */
export async function runAsOther(code: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, ...args], {
    uid: nobody,
    gid: nobody,
    cwd: '/',
    env: { PATH: '/usr/bin' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(child, 'close')
  return output.trim()
}
