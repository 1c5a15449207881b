// The protocol's own conformance suites, run as their authors publish them.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const suite = join(dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')), 'dist', 'index.js')

/** What the suite for a revision says of a server; `problem` is empty where it passes. */
export function runConformance(url: string, revision: string, folder: string): Promise<{ code: number | null; summary: string; problem: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [suite, 'server', '--url', url, '--requirements', revision], { cwd: folder })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('close', (code) => {
      const summary = output.slice(output.indexOf('=== SUMMARY ==='))
      resolve({ code, summary, problem: code === 0 ? '' : summary })
    })
  })
}
