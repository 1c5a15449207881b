// Who may call the local service.
import { request } from 'node:http'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repliesIn, sendRaw } from '../support/service/raw-http.ts'
import { openService } from '../support/service/service.ts'

/** A request with headers that fetch would not send. */
function status(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (reply) => {
      reply.resume()
      resolve(reply.statusCode)
    })
      .once('error', reject)
      .end()
  })
}

describe('with the defaults', () => {
  let service: Awaited<ReturnType<typeof openService>>
  beforeAll(async () => {
    service = await openService()
  })
  afterAll(() => service.close())

  it.each(['evil.example', 'evil.example:4820', '127.0.0.1.evil.example', '169.254.169.254', '0.0.0.0', '192.168.1.10:4820', 'localhost.evil.example'])(
    '[L1] the Host %s is refused',
    async (host) => expect(await status(`${service.url}/tasks`, { host })).toBe(403),
  )

  it.each(['localhost', '127.0.0.1', '[::1]'])('[L1] the Host %s is this machine', async (name) =>
    expect(await status(`${service.url}/tasks`, { host: `${name}:${new URL(service.url).port}` })).toBe(200),
  )
})

describe('requests that two programs could understand in two ways', () => {
  let service: Awaited<ReturnType<typeof openService>>
  beforeAll(async () => {
    service = await openService()
  })
  afterAll(() => service.close())

  it.each([
    ['127.0.0.1', 'evil.example'],
    ['evil.example', '127.0.0.1'],
    ['localhost', 'localhost'],
  ])('[L1] two Host headers, %s and %s, are refused', async (first, second) => {
    const [reply] = repliesIn(await sendRaw(service.url, `GET /tasks HTTP/1.1\r\nHost: ${first}\r\nhOSt: ${second}\r\nConnection: close\r\n\r\n`))
    expect(reply?.status).toBe(400)
    expect(JSON.parse(reply?.body ?? '{}')).toMatchObject({ code: 'invalid', detail: expect.stringContaining('one Host header') })
  })

  it('[H14] /docs loads nothing from other sites', async () => {
    const reply = await fetch(`${service.url}/docs/`)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-security-policy')).not.toMatch(/https:|\*|swagger\.io|unsafe/)
  })
})

describe('with --require-token', () => {
  let service: Awaited<ReturnType<typeof openService>>
  let token: string
  beforeAll(async () => {
    service = await openService({ requireToken: true })
    token = readFileSync(join(service.dataDir, 'token'), 'utf8').trim()
  })
  afterAll(() => service.close())

  it('[L2] only its owner can read the token', () => expect(statSync(join(service.dataDir, 'token')).mode & 0o777).toBe(0o600))

  it.each(['/tasks', '/mcp', '/claims', '/agents', '/proposals', '/tasks/1', '/contacts', '/journal', '/events', '/nothing', '/healthx'])(
    '[L2] %s asks for it',
    async (path) => {
      const reply = await fetch(service.url + path)
      expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')])
    },
  )

  it('[L2] a wrong one is refused, the right one is let in', async () => {
    for (const wrong of ['Bearer wrong', 'Bearer ', token, `Basic ${token}`, `Bearer ${token}x`])
      expect((await fetch(`${service.url}/tasks`, { headers: { authorization: wrong } })).status).toBe(401)
    expect((await fetch(`${service.url}/tasks`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    expect((await fetch(`${service.url}/tasks`, { headers: { cookie: `a=b; tandem_token=${token}` } })).status).toBe(200)
    for (const open of ['/health', '/openapi.json', '/']) expect((await fetch(service.url + open)).status).toBe(200)
  })
})
