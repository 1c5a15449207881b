// Runs the project's own programs as a user would: as processes.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const program = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

export interface Ran {
  code: number | null
  out: string
  err: string
}

export function run(path: string, args: readonly string[], options: { env?: Record<string, string>; input?: string; cwd?: string } = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program(path), ...args], { env: { ...process.env, TANDEM_PORT: '0', ...options.env }, cwd: options.cwd })
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, out, err }))
    child.stdin.end(options.input ?? '')
  })
}

/** Ends the service that a program started on a data folder, and waits until it is gone. */
export async function stopServiceOf(dataDir: string): Promise<void> {
  let pid: number
  try {
    pid = (JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')) as { pid: number }).pid
  } catch {
    return
  }
  if (pid === process.pid) return
  try {
    process.kill(pid, 'SIGTERM')
    for (;;) {
      process.kill(pid, 0)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } catch {
    // It is gone.
  }
}
