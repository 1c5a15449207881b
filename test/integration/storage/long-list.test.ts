// A list without a limit leaves page by page.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openService } from '../../support/service/service.ts'

let service: Awaited<ReturnType<typeof openService>>
beforeAll(async () => {
  service = await openService()
  for (let batch = 0; batch < 6; batch++) {
    const records = Array.from({ length: 500 }, (_, i) => ({
      external_id: `${batch}-${i}`,
      task: { title: `task ${batch * 500 + i}`, status: i % 2 ? 'todo' : 'done' },
    }))
    const reply = await fetch(`${service.url}/import`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source: 'test', records }),
    })
    expect(reply.status, await reply.text()).toBe(200)
  }
})
afterAll(() => service.close())

it('[H10] [H11] everything, once, newest first, with count, ETag and its place in the journal', async () => {
  const reply = await fetch(`${service.url}/tasks`)
  const tasks = (await reply.json()) as { id: number }[]
  expect(tasks.map((task) => task.id)).toEqual(Array.from({ length: 3000 }, (_, i) => 3000 - i))
  expect(reply.headers.get('x-total-count')).toBe('3000')
  const { journal } = (await (await fetch(`${service.url}/health`)).json()) as { journal: number }
  expect(reply.headers.get('x-journal-seq')).toBe(String(journal))
  expect((await fetch(`${service.url}/tasks`, { headers: { 'if-none-match': reply.headers.get('etag') as string } })).status).toBe(304)
})

it('[H10] filters hold', async () => {
  const tasks = (await (await fetch(`${service.url}/tasks?status=todo`)).json()) as { status: string }[]
  expect(tasks).toHaveLength(1500)
  expect(new Set(tasks.map((task) => task.status))).toEqual(new Set(['todo']))
})

it('[H10] a reader who leaves in the middle harms nobody', async () => {
  const leaving = new AbortController()
  const reply = await fetch(`${service.url}/tasks`, { signal: leaving.signal })
  await reply.body?.getReader().read()
  leaving.abort()
  expect((await fetch(`${service.url}/tasks/1`)).status).toBe(200)
})
