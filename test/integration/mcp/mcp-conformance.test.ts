// The protocol's own conformance suites against /mcp, with their fixtures beside Tandem's tools.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runConformance } from '../../support/mcp/conformance.ts'
import { conformanceFixtures } from '../../support/mcp/conformance-fixtures.ts'
import { openService, temporaryFolder } from '../../support/service/service.ts'
import { firstOf } from '../../support/first-of.ts'

let service: Awaited<ReturnType<typeof openService>>
const folder = temporaryFolder()
beforeAll(async () => {
  service = await openService({ mcp: { extra: conformanceFixtures } })
})
afterAll(async () => {
  await service.close()
  folder.remove()
})

describe('the conformance suite', () => {
  it.each(firstOf(1, ['2026-07-28', '2025-11-25']))('[M1] for %s passes', async (revision) => {
    const { code, summary, problem } = await runConformance(`${service.url}/mcp?tools=full`, revision, folder.path)
    expect([code, problem]).toEqual([0, ''])
    expect(summary).toMatch(/✓ tools-list/)
  })
})
