// What no HTTP library sends, on a raw socket: always a problem document or a clean end, never a 5xx, nothing changed, and the
// service goes on.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/service/http.ts'
import { repliesIn, sendRaw } from '../support/service/raw-http.ts'
import { openService } from '../support/service/service.ts'

let service: Awaited<ReturnType<typeof openService>>
let host = ''
beforeAll(async () => {
  service = await openService()
  host = new URL(service.url).host
})
afterAll(() => service.close())

const json = (body: string) => `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
const task = json('{"title":"smuggled"}')

async function problemOf(bytes: string | Buffer, status: number, options: { halfClose?: boolean; quiet?: number } = {}) {
  const before = await call<{ journal: number }>(service.url, 'GET', '/health')
  const text = await sendRaw(service.url, bytes, options)
  const [reply] = repliesIn(text)
  expect(reply?.status, text.slice(0, 300)).toBe(status)
  expect(reply?.headers['content-type'], text.slice(0, 300)).toMatch(/^application\/problem\+json/)
  const problem = JSON.parse(reply?.body ?? '') as { status: number; detail: string; type: string; title: string; code: string; instance: string }
  expect(problem.status).toBe(status)
  for (const member of ['type', 'title', 'detail', 'code', 'instance'] as const) expect(typeof problem[member], member).toBe('string')
  expect((await call<{ journal: number }>(service.url, 'GET', '/health')).body.journal).toBe(before.body.journal)
  return reply
}

async function expectProblem(...args: Parameters<typeof problemOf>): Promise<void> {
  await problemOf(...args)
}

describe('[L1] who is asked, and by whom', () => {
  test.for([
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '[::1].evil',
    '0.0.0.0',
    '127.0.0.2',
    '169.254.169.254',
    'localhost:123456',
    'localhost@evil',
    '',
    ' ',
  ])('Host "%s" is 403', (name) => expectProblem(`POST /tasks HTTP/1.1\r\nHost: ${name}\r\n${task}`, 403))
  test('no Host at all is 403, in HTTP/1.1 and HTTP/1.0', async () => {
    await expectProblem(`POST /tasks HTTP/1.1\r\n${task}`, 403)
    await expectProblem(`POST /tasks HTTP/1.0\r\n${task}`, 403)
  })
  test('an absolute address with a foreign host is not taken for ours', async () => {
    const replies = repliesIn(await sendRaw(service.url, `GET http://evil.example/tasks HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`))
    expect(replies[0]?.status).toBeGreaterThanOrEqual(400)
    expect(replies[0]?.status).toBeLessThan(500)
  })
  test.for(['http://evil.example', 'null', 'https://localhost', 'http://localhost:1', 'file://', 'http://127.0.0.1.evil.example', '::', 'http://[', ''])(
    'Origin "%s" is 403',
    (origin) => expectProblem(`POST /tasks HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n${task}`, 403),
  )
})

describe('malformed requests are 400 as a problem document', () => {
  const head = () => `POST /tasks HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`
  test.for<[string, () => string]>([
    ['Content-Length is a word', () => `${head()}Content-Length: ten\r\n\r\n{}`],
    ['Content-Length is negative', () => `${head()}Content-Length: -5\r\n\r\n{}`],
    ['Content-Length twice', () => `${head()}Content-Length: 2\r\nContent-Length: 20\r\n\r\n{}`],
    ['Content-Length and chunks (smuggling)', () => `${head()}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a broken chunk', () => `${head()}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    ['an unknown transfer coding', () => `${head()}Transfer-Encoding: rot13\r\n\r\n{}`],
    ['no HTTP at all', () => 'hello there\r\n\r\n'],
    ['a space in a header name', () => `GET /tasks HTTP/1.1\r\nHost: ${host}\r\nX Actor: a\r\n\r\n`],
    ['a NUL in a header', () => `GET /tasks HTTP/1.1\r\nHost: ${host}\r\nX-Actor: a\0b\r\n\r\n`],
    ['HTTP/3.7', () => `GET /tasks HTTP/3.7\r\nHost: ${host}\r\n\r\n`],
    ['a space in the address', () => `GET /tasks /1 HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ])('%s', ([, bytes]) => expectProblem(bytes(), 400))

  test('headers without end are 431', () => expectProblem(`GET /tasks HTTP/1.1\r\nHost: ${host}\r\nX-Actor: ${'a'.repeat(2_000_000)}\r\n\r\n`, 431))
  test('an expectation nobody can meet is 417', () => expectProblem(`POST /tasks HTTP/1.1\r\nHost: ${host}\r\nExpect: miracles\r\n${task}`, 417))
})

describe('methods', () => {
  test.for(['TRACE', 'PUT', 'PROPFIND', 'LOCK', 'SEARCH', 'PURGE'])('[H6] %s on a path that exists is 405 with Allow', async (method) => {
    const reply = await problemOf(`${method} /tasks HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 405)
    expect(reply?.headers.allow).toMatch(/GET.*POST/)
  })
  test('[H6] OPTIONS says what is allowed, and no foreign page is let in', async () => {
    const [reply] = repliesIn(await sendRaw(service.url, `OPTIONS /tasks HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`))
    expect(reply?.status).toBe(204)
    expect(reply?.headers.allow).toMatch(/GET.*POST/)
    await expectProblem(`OPTIONS /tasks HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n\r\n`, 403)
  })
  test('CONNECT gets no tunnel', async () => {
    const text = await sendRaw(service.url, `CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    expect(text).not.toMatch(/^HTTP\/1\.1 2/)
    expect(text).not.toMatch(/^HTTP\/1\.1 5/)
  })
  test('an Upgrade is ignored', async () => {
    const [reply] = repliesIn(
      await sendRaw(service.url, `GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`, {}),
    )
    expect(reply?.status).toBe(200)
  })
})

describe('requests that end half-way', () => {
  test.for<[string, () => string]>([
    ['in the headers', () => `POST /tasks HTTP/1.1\r\nHost: ${host}\r\nContent-`],
    ['in the body', () => `POST /tasks HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"title":"ha`],
    ['in a chunk', () => `POST /tasks HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n14\r\n{"title":`],
  ])('%s: nothing is written', async ([, bytes]) => {
    const before = (await call<{ journal: number }>(service.url, 'GET', '/health')).body.journal
    const text = await sendRaw(service.url, bytes(), { halfClose: true })
    expect(text).not.toMatch(/HTTP\/1\.1 [25]/)
    expect((await call<{ journal: number }>(service.url, 'GET', '/health')).body.journal).toBe(before)
  })
})

test('pipelined requests are answered each, in order', async () => {
  const one = (title: string) => `POST /tasks HTTP/1.1\r\nHost: ${host}\r\n${json(`{"title":"${title}"}`)}`
  const replies = repliesIn(
    await sendRaw(
      service.url,
      `${one('a')}${one('b')}GET /tasks/none HTTP/1.1\r\nHost: ${host}\r\n\r\n${one('c')}GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    ),
  )
  expect(replies.map((reply) => reply.status)).toEqual([201, 201, 400, 201, 200])
  expect(replies.slice(0, 2).map((reply) => (JSON.parse(reply.body) as { title: string }).title)).toEqual(['a', 'b'])
})

test('[H7] ten megabytes are refused before they are read, also in chunks; the caller gets to see why', async () => {
  const body = `{"title":"${'x'.repeat(10_000_000)}"}`
  const reply = await call(service.url, 'POST', '/tasks', JSON.parse(body))
  expect(reply.status).toBe(413)
  expect(reply.body.code).toBe('too_large')
  const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`
  await expectProblem(
    `POST /tasks HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(160)}0\r\n\r\n`,
    413,
  )
})

test('HTTP/1.0 with our Host is served', async () => {
  const [reply] = repliesIn(await sendRaw(service.url, `GET /health HTTP/1.0\r\nHost: ${host}\r\n\r\n`))
  expect(reply?.status).toBe(200)
})
