// The protocol's own conformance suites, run as their authors publish them, against /mcp with their fixtures beside Tandem's tools.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conformanceFixtures } from '../../support/mcp/conformance-fixtures.ts'
import { openService, temporaryFolder } from '../../support/service/service.ts'
import { firstOf } from '../../support/first-of.ts'

const suite = join(dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')), 'dist', 'index.js')
let service: Awaited<ReturnType<typeof openService>>
const folder = temporaryFolder()
beforeAll(async () => {
  service = await openService({ mcp: { extra: conformanceFixtures } })
})
afterAll(async () => {
  await service.close()
  folder.remove()
})

function run(args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [suite, ...args], { cwd: folder.path })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('close', (code) => resolve({ code, output }))
  })
}

describe('the conformance suite', () => {
  it.each(firstOf(1, ['2026-07-28', '2025-11-25']))('[M1] for %s passes', async (revision) => {
    const { code, output } = await run(['server', '--url', `${service.url}/mcp?tools=full`, '--requirements', revision])
    const summary = output.slice(output.indexOf('=== SUMMARY ==='))
    expect([code, code === 0 ? '' : summary]).toEqual([0, ''])
    expect(summary).toMatch(/✓ tools-list/)
  })
})
