// What else there is about a task, wherever one is read whole: what a person is asked, what shows that it is done, when it comes back.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AnyJson } from '../../support/any-json.ts'
import { callUrl } from '../../contract/target.ts'
import { connectHttp, type McpClient } from '../../support/mcp/mcp-clients.ts'
import { run } from '../../support/service/programs.ts'
import { openService } from '../../support/service/service.ts'

let service: Awaited<ReturnType<typeof openService>>
let reader: McpClient
beforeAll(async () => {
  service = await openService()
  reader = await connectHttp('modern', service.url, 'reader')
})
afterAll(async () => {
  await reader.close()
  await service.close()
})

const rest = async (method: string, path: string, body?: unknown) => (await callUrl(service.url + path, method, body, { 'x-actor': 'person' })).body
const create = (fields: object = {}) => rest('POST', '/tasks', { title: 'a task', status: 'todo', ...fields })
const hash = 'a'.repeat(40)
const passed = {
  kind: 'ran',
  criterion: 1,
  run: {
    command: ['npm', 'test'],
    exit_code: 0,
    started_at: '2026-11-20T10:00:00Z',
    duration_ms: 1,
    output: '',
    output_sha256: '0'.repeat(64),
    tree: { repository: null, commit: null, before: hash, after: hash, checkout: 'here' },
  },
}
const resource = async (id: number): Promise<AnyJson> => {
  const read = await (reader.raw as { readResource(asked: object): Promise<AnyJson> }).readResource({ uri: `tandem://task/${id}` })
  return JSON.parse(read.contents[0].text)
}
const show = (id: number, ...options: string[]) =>
  run('electron/cli/tandem.mjs', ['show', String(id), ...options, '--data-dir', service.dataDir], { env: { TANDEM_AGENT: 'reader' } })

it('[M7] [M16] open questions and evidence with its state, over MCP and in the shell', async () => {
  const { id } = await create({ criteria: [{ text: 'tests pass' }] })
  expect(await resource(id)).not.toHaveProperty('evidence')
  await rest('POST', `/tasks/${id}/evidence`, passed)
  await rest('POST', `/tasks/${id}/evidence`, { kind: 'claimed', text: 'it felt fast' })
  await rest('POST', `/tasks/${id}/questions`, { question: 'Which host?', options: ['a', 'b'] })
  const about = {
    ready: false,
    waits_for: [{ for: 'question', count: 1 }],
    questions: [{ question: 'Which host?', options: ['a', 'b'], state: 'open' }],
    evidence: [
      { state: 'claimed', text: 'it felt fast', by: 'person' },
      { state: 'valid', criterion: 'tests pass', command: 'npm test' },
    ],
  }
  expect(await resource(id)).toMatchObject(about)
  expect((await reader.call('get_task', { id })).answer).toMatchObject(about)
  const { evidence, questions } = JSON.parse((await show(id, '--json')).out)
  expect([evidence, questions]).toEqual([
    [expect.objectContaining({ state: 'claimed', text: 'it felt fast' }), expect.objectContaining({ state: 'valid', command: 'npm test' })],
    [expect.objectContaining({ question: 'Which host?', options: ['a', 'b'] })],
  ])
  await rest('PUT', '/evidence/tree', { checkout: 'here', tree: 'b'.repeat(40) })
  expect((await resource(id)).evidence[1]).toMatchObject({ state: 'stale' })
})

it('[M15] much evidence is cut at the bound, and says how much there is', async () => {
  const { id } = await create({ description: 'a very long story '.repeat(5000) })
  for (let n = 0; n < 15; n++) await rest('POST', `/tasks/${id}/evidence`, { kind: 'claimed', text: `${n} `.repeat(2000) })
  const { text, answer } = await reader.call('get_task', { id })
  expect(text.length / 4).toBeLessThan(5000)
  expect([answer.evidence.length > 2, answer.evidence_total, answer.description]).toEqual([true, 15, expect.stringContaining('story')])
  expect(JSON.parse((await show(id, '--json')).out)).toMatchObject({ evidence_total: 15, evidence: { length: 10 } })
})

it('[S11] when a task that is done comes back', async () => {
  const { id } = await create()
  await rest('POST', `/tasks/${id}/schedules`, { type: 'interval', interval_days: 7, time: '09:00', timezone: 'UTC' })
  await rest('PATCH', `/tasks/${id}`, { status: 'done' })
  const { comes_back_at } = await rest('GET', `/tasks/${id}`)
  expect(comes_back_at).toMatch(/T09:00:00/)
  expect(await resource(id)).toMatchObject({ comes_back_at })
  expect((await reader.call('get_task', { id })).answer).toMatchObject({ comes_back_at })
  expect(JSON.parse((await show(id, '--json')).out)).toMatchObject({ comes_back_at })
})
