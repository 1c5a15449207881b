import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createCloudLink } from './cloud-link.ts'

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
