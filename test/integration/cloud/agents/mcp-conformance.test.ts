// The protocol's own conformance suites against a cloud. They know of no tokens: a proxy in between brings one along.
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson, newTeam, openCloud, type TestCloud } from '../../../support/cloud/cloud.ts'
import { runConformance } from '../../../support/mcp/conformance.ts'
import { conformanceFixtures } from '../../../support/mcp/conformance-fixtures.ts'
import { temporaryFolder } from '../../../support/service/service.ts'

let cloud: TestCloud
let proxy: Server
let url: string
const folder = temporaryFolder()

beforeAll(async () => {
  let token = ''
  proxy = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${token}` }
    const onward = request(`${cloud.url}${asked.url}`, { method: asked.method ?? 'GET', headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  cloud = await openCloud({ publicUrl: url, mcp: { extra: conformanceFixtures } })
  token = (await newTeam(cloud, await newPerson(cloud))).token
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await cloud.close()
  folder.remove()
})

describe('the conformance suite', () => {
  it.skipIf(!process.env.TANDEM_LONG).each(['2025-11-25', '2026-07-28'])('[CL161] for %s passes on the cloud', async (revision) => {
    const { code, summary, problem } = await runConformance(`${url}/mcp?tools=full`, revision, folder.path)
    expect([code, problem]).toEqual([0, ''])
    expect(summary).toMatch(/✓ tools-list/)
  })
})
