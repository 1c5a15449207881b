import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createCloudLink, OverQuotaError } from './cloud-link.ts'

const timeoutMs = 2000
let server: http.Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function linkTo(answer: (response: http.ServerResponse) => void) {
  const listening = http.createServer((request, response) => {
    request.resume()
    request.on('end', () => answer(response))
  })
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  return createCloudLink({ url, token: 't', teamId: 'x', version: '0.0.0-test', timeoutMs })
}

it('[X3] an answer that is slow and goes on is waited for', async () => {
  const all = JSON.stringify({ seq: 1, rows: [{ id: 1, title: 'ä'.repeat(60) }], next: null })
  const bytes = Buffer.from(all)
  const link = await linkTo((response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    let at = 0
    const timer = setInterval(() => {
      // In the middle of a letter, too.
      response.write(bytes.subarray(at, (at += 11)))
      if (at < bytes.length) return
      clearInterval(timer)
      response.end()
    }, 200)
  })
  const began = performance.now()
  expect((await link.page('task', 0)).page).toEqual(JSON.parse(all))
  expect(performance.now() - began).toBeGreaterThan(timeoutMs)
})

it('[X3] one that does not begin, or does not go on, is not', async () => {
  const begins: boolean[] = [true, false]
  const link = await linkTo((response) => begins.shift() && response.writeHead(200, { 'content-type': 'application/json' }).write('{"seq": 1,'))
  for (const answer of await Promise.allSettled([link.page('task', 0), link.page('task', 0)]))
    expect(answer).toMatchObject({ status: 'rejected', reason: { problem: 'unreachable' } })
})

it('[OP47] of a quota that is full it is told which, how full, and when it begins again; of one that is not known here, the words alone', async () => {
  const tasks = { quota: 'tasks', used: 2, limit: 2 }
  const refusals: [told: object, overQuota: unknown][] = [
    [tasks, { ...tasks, resets_at: null }],
    [
      { quota: 'daily_events', used: 9, limit: 8, retry_after: 60 },
      { quota: 'daily_events', used: 9, limit: 8, resets_at: expect.any(String) },
    ],
    [{ quota: 'daily_events', used: 9, limit: 8, retry_after: Number.MAX_SAFE_INTEGER }, expect.objectContaining({ resets_at: expect.any(String) })],
    [{ quota: 'secrets', used: 1, limit: 1 }, null],
    [{ quota: 'tasks', used: '2', limit: 2 }, null],
    [{ quota: 'tasks', used: 2, limit: -1 }, null],
    // A cloud of before 0.2.0, of files.
    [{ quota_bytes: 1, code: 'forbidden' }, null],
  ]
  const told = refusals.map(([one]) => ({ code: 'quota_exceeded', detail: 'Full.', ...one }))
  const link = await linkTo((response) => response.writeHead(403, { 'content-type': 'application/problem+json' }).end(JSON.stringify(told.shift())))
  for (const [, overQuota] of refusals) {
    const error = await link.read('/tasks').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OverQuotaError)
    expect(error).toMatchObject({ problem: 'failed', status: 403, message: 'Full.', overQuota })
  }
})
