// `npm start` without a window runs the service as it was built (electron/service/vite.config.ts): what it loads later, and its threads, must be
// in the build, too.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localContract } from '../../shared/contract/local.ts'
import { createClient } from '../../shared/http/client.ts'
import { serves } from '../support/service/as-person.ts'
import { eventually } from '../support/eventually.ts'
import { importFile } from '../support/import-file.ts'
import { connectHttp } from '../support/mcp/mcp-clients.ts'
import { type Program, startProgram } from '../support/service/program.ts'
import { run } from '../support/service/programs.ts'
import { temporaryFolder } from '../support/service/service.ts'

const folder = temporaryFolder()
const start = (dataDir: string) => ['--headless', '--port', '0', '--data-dir', dataDir]
let program: Program
beforeAll(async () => {
  program = await startProgram(['scripts/start.mjs', ...start(folder.path)])
  serves(program.url, folder.path)
}, 120_000)
afterAll(async () => {
  await program.end('SIGTERM')
  folder.remove()
})

test('[P3] it answers, with its window, its documentation and its version', async () => {
  const get = async (path: string) => (await fetch(program.url + path)).text()
  expect(await get('/')).toContain('<title>Tandem')
  expect(await get('/docs/')).toContain('swagger')
  expect(JSON.parse(await get('/docs/json'))).toEqual(JSON.parse(await get('/openapi.json')))
  expect(await get('/docs/yaml')).toContain('openapi: 3.1.0')
  expect(JSON.parse(await get('/health'))).toMatchObject({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string })
})

test('[P3] what it loads with the first use is there: MCP, dates in words, and the threads that search, import and back up', async () => {
  const api = createClient(localContract, { baseUrl: program.url, headers: { 'X-Actor': 'person' } })
  await importFile(program.url, 'title;labels\nWater the cactus;home\n', { name: 'todo.csv' })
  await eventually(async () => {
    const found = await api.searchTasks({ query: { q: 'cactus', mode: 'keyword' } })
    return found.length === 1
  })
  const message = { from: 'ada@example.org', sent_at: '2026-01-01T09:00:00Z', body: 'Please mend the printer by Friday at noon.' }
  expect((await fetch(`${program.url}/conversations`, post({ source: 'mail', messages: [message] }))).status).toBe(201)
  const agent = await connectHttp('modern', program.url, 'someone')
  expect((await agent.call('get_task', { id: 1 })).text).toContain('cactus')
  await agent.close()
  await eventually(async () => existsSync(join(folder.path, 'backups')) && readdirSync(join(folder.path, 'backups')).some((name) => name.endsWith('.db')))
})

const post = (body: unknown) => ({ method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Actor': 'person' }, body: JSON.stringify(body) })

test('[P5] it refuses a damaged list in words', async () => {
  const damaged = temporaryFolder()
  try {
    writeFileSync(join(damaged.path, 'tandem.db'), 'Dear diary,\n'.repeat(1000))
    const ended = await run('scripts/start.mjs', start(damaged.path))
    expect([ended.code, ended.out]).toEqual([1, ''])
    expect(ended.err).toContain('The database is damaged')
  } finally {
    damaged.remove()
  }
})
