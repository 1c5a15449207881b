// Files by their content: how they come in, how they are handed out, and what nobody can do with them.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startService } from '../../../electron/service/start-service.ts'
import { attachmentOf, attachmentsIn } from '../../../shared/domain/attachments/attachment-link.ts'
import type { Attachment } from '../../../shared/schema/files/attachment.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import type { SearchHit, Task } from '../../../shared/schema/task.ts'
import { gif, png, refused, upload } from '../../support/attachments.ts'
import { eventually } from '../../support/eventually.ts'
import { noOtherAccount, runAsOther } from '../../support/other-account.ts'
import { connectHttp } from '../../support/mcp/mcp-clients.ts'
import { startChild } from '../../support/service/child-service.ts'
import { call, type ProblemBody } from '../../support/service/http.ts'
import { sendRaw } from '../../support/service/raw-http.ts'
import { openService, temporaryFolder } from '../../support/service/service.ts'
import { refusedOnOneConnection } from '../../support/files/one-connection.ts'
import { makeReadOnly, mountSmallDisk, noSmallDisk } from '../../support/small-disk.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

let url: string
let dataDir: string
beforeEach(async () => {
  const service = await openService()
  cleanups.push(service.close)
  ;({ url, dataDir } = service)
})

const sha = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
const fileOf = (hash: string, folder = dataDir) => join(folder, 'attachments', hash.slice(0, 2), hash)
const waiting = (folder = dataDir) => (existsSync(join(folder, 'attachments', 'incoming')) ? readdirSync(join(folder, 'attachments', 'incoming')) : [])
const read = (path: string, headers: Record<string, string> = {}, method = 'GET') => fetch(url + path, { method, headers })
const megabytes = (n: number) => new Uint8Array(n * 1_048_576)

describe('[AT1] a file comes in', () => {
  test('it is stored once, under the hash of its content, for its owner only', async () => {
    const first = await upload(url, 'Bildschirmfoto 1.png', png)
    expect(first.status).toBe(201)
    const hash = sha(png)
    const path = `/attachments/${hash}/Bildschirmfoto%201.png`
    expect(first.body).toEqual({
      hash,
      name: 'Bildschirmfoto 1.png',
      media_type: 'image/png',
      bytes: png.length,
      path,
      markdown: `![Bildschirmfoto 1.png](${path})`,
    } satisfies Attachment)
    expect(first.headers.get('location')).toBe(path)
    expect(readFileSync(fileOf(hash)).equals(png)).toBe(true)
    if (process.platform !== 'win32') {
      expect(statSync(fileOf(hash)).mode & 0o777).toBe(0o600)
      expect(statSync(join(dataDir, 'attachments')).mode & 0o777).toBe(0o700)
    }
    const again = await upload(url, 'other.png', png)
    expect([again.status, again.body.hash, again.body.name]).toEqual([200, hash, 'other.png'])
    expect(waiting()).toEqual([])
    // Nothing of the list was written: it is there once a text names it.
    expect((await call<JournalEntry[]>(url, 'GET', '/journal')).body).toEqual([])
  })

  test('any media type, none, and a body in chunks', async () => {
    for (const [index, type] of ['application/json', 'text/html', 'image/svg+xml', 'x/y'].entries()) {
      const { status, body } = await upload(url, 'a.txt', `{"text": ${index}}`, { 'content-type': type })
      expect([status, body.media_type, body.markdown.startsWith('[a.txt](/attachments/')]).toEqual([201, 'application/octet-stream', true])
    }
    const raw = await sendRaw(url, 'POST /attachments?name=a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello')
    expect(raw).toMatch(/^HTTP\/1.1 201/)
    const { body } = await upload(url, 'long.bin', new Blob([megabytes(3)]).stream())
    expect(body).toMatchObject({ bytes: 3 * 1_048_576, hash: sha(megabytes(3)) })
  })

  test('two at once: both are stored; of two that are equal one is new', async () => {
    const replies = await Promise.all([png, gif, png, png].map((content, n) => upload(url, `${n}`, content)))
    expect(replies.map(({ body }) => body.hash)).toEqual([png, gif, png, png].map(sha))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
  })

  test('a damaged one is mended by sending it again', async () => {
    await upload(url, 'a.png', png)
    writeFileSync(fileOf(sha(png)), 'something else')
    expect((await upload(url, 'a.png', png)).status).toBe(201)
    expect(readFileSync(fileOf(sha(png))).equals(png)).toBe(true)
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ana\\plan.pdf', 'plan.pdf'],
    ['..', 'file'],
    ['a\u202egnp.exe', 'a_gnp.exe'],
    ['תמונה.png', 'תמונה.png'],
    ['a](http://evil.example/x) ![b.png', 'x) ![b.png'],
    ['a[1]`x`.png', 'a[1]`x`.png'],
    ['new\nline.txt', 'new_line.txt'],
    ['50% (copy)_final_.txt', '50% (copy)_final_.txt'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(176)}.png`],
    [`${'ש'.repeat(300)}.png`, `${'ש'.repeat(88)}.png`],
  ])('the name %j becomes %j, and its link is one link', async (given, name) => {
    const { status, body } = await upload(url, given, 'x')
    expect([status, body.name]).toEqual([201, name])
    expect(attachmentOf(body.path)).toEqual({ hash: body.hash, name })
    expect(body.path).toMatch(/^\/attachments\/[0-9a-f]{64}\/[\w.%-]+$/)
    expect(body.markdown.endsWith(`](${body.path})`)).toBe(true)
    expect(attachmentsIn(`see ${body.markdown} and ${body.markdown}`)).toEqual(new Set([body.hash]))
    const reply = await read(body.path)
    expect([reply.status, await reply.text()]).toEqual([200, 'x'])
    expect(decodeURIComponent(reply.headers.get('content-disposition')?.split("''")[1] ?? '')).toBe(name)
  })

  test('no name, an empty one, an empty file, no file: 400, and nothing is left', async () => {
    for (const query of ['', '?name=', '?name=%E2%80%8B', `?name=${'x'.repeat(1001)}`, '?name=a&to=b']) {
      const reply = await fetch(`${url}/attachments${query}`, { method: 'POST', body: 'x' })
      expect([query, reply.status]).toEqual([query, 400])
    }
    expect((await refused(url, 'a', '')).status).toBe(400)
    expect((await sendRaw(url, 'POST /attachments?name=a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n')).slice(9, 12)).toBe('400')
    expect(waiting()).toEqual([])
    expect((await call(url, 'GET', '/attachments')).status).toBe(405)
  })
})

describe('[AT2] what does not come in leaves nothing', () => {
  test('more than 25 MB is 413: said before, at once; in chunks, at the limit', async () => {
    const head = `POST /attachments?name=a HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${25 * 1_048_576 + 1}\r\n\r\n`
    expect(await sendRaw(url, head)).toMatch(/^HTTP\/1.1 413[^]*25 MB/)
    expect(waiting()).toEqual([])
    const { status, body } = await refused(url, 'a', new Blob([megabytes(25), 'x']).stream())
    expect([status, body.code]).toEqual([413, 'too_large'])
    await eventually(async () => waiting().length === 0)
    expect((await upload(url, 'a', megabytes(25))).status).toBe(201)
  })

  test.each([
    ['a length that is too large', false, {}, 413],
    ['more than fits, in chunks', true, {}, 413],
    ['another site', false, { origin: 'https://elsewhere.example' }, 403],
    ['another site, in chunks', true, { origin: 'https://elsewhere.example' }, 403],
  ])('[AT25] whoever is refused hears why and goes on over the same connection: %s', async (_, inChunks, headers, status) => {
    const said = await refusedOnOneConnection(url, { path: '/attachments?name=a', headers, bytes: 40 * 1_048_576, inChunks })
    expect(said.match(/HTTP\/1.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 200'])
    expect(waiting()).toEqual([])
  })

  test('an upload that breaks off', async () => {
    await upload(url, 'a', 'a file that was here')
    const before = readdirSync(join(dataDir, 'attachments'))
    const broken = request(`${url}/attachments?name=a`, { method: 'POST', headers: { 'content-length': 1000 } })
    broken.on('error', () => undefined)
    broken.write('half')
    await eventually(async () => waiting().length === 1)
    broken.destroy()
    await eventually(async () => waiting().length === 0)
    expect(readdirSync(join(dataDir, 'attachments'))).toEqual(before)
  })

  test('kill -9 in the middle: the next start clears it away', async () => {
    const folder = temporaryFolder()
    cleanups.push(folder.remove)
    const child = await startChild(folder.path)
    const broken = request(`${child.url}/attachments?name=a`, { method: 'POST' })
    broken.on('error', () => undefined)
    broken.write('half')
    await eventually(async () => waiting(folder.path).length === 1)
    await child.kill()
    expect(waiting(folder.path)).toHaveLength(1)
    const again = await startChild(folder.path)
    cleanups.push(again.stop)
    expect(waiting(folder.path)).toEqual([])
  })

  test.skipIf(noSmallDisk)(
    `a full disk is 507, a read-only folder 503; the same upload works afterwards${noSmallDisk ? ` (skipped: ${noSmallDisk})` : ''}`,
    async () => {
      const disk = mountSmallDisk(8)
      cleanups.push(disk.remove)
      const folder = join(disk.path, 'data')
      mkdirSync(folder)
      const service = await startService({ port: 0, dataDir: folder, version: '0.0.0-test', logLevel: 'silent' })
      cleanups.push(service.close)
      await upload(service.url, 'small', 'x')
      const tooMuch = await refused(service.url, 'a', megabytes(20))
      expect([tooMuch.status, tooMuch.body.code]).toEqual([507, 'storage_full'])
      expect(tooMuch.body.detail).toContain('Free some space')
      expect(waiting(folder)).toEqual([])
      expect((await upload(service.url, 'a', megabytes(2))).status).toBe(201)
      const mend = makeReadOnly(join(folder, 'attachments'))
      const { status, body } = await refused(service.url, 'b', 'b')
      mend()
      expect([status, body.code]).toEqual([503, 'storage_unavailable'])
      expect((await upload(service.url, 'b', 'b')).status).toBe(201)
    },
  )
})

describe('[AT3] a file is handed out', () => {
  test('images are shown by their content, whatever they are called; asked again, they are not sent again', async () => {
    const { body } = await upload(url, 'a.html', png)
    const reply = await read(body.path)
    expect(Buffer.from(await reply.arrayBuffer()).equals(png)).toBe(true)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="a.html"; filename*=UTF-8''a.html`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      'content-length': `${png.length}`,
    })
    // (fetch would add "Cache-Control: no-cache" to a condition.)
    expect(await sendRaw(url, `GET ${body.path} HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: ${reply.headers.get('etag')}\r\n\r\n`)).toMatch(/^HTTP\/1.1 304/)
  })

  test.each([
    ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a.html', '<script>alert(1)</script>'],
    ['a.png', '<script>alert(1)</script>'],
    ['a.pdf', '%PDF-1.7'],
  ])('%s is only saved', async (name, content) => {
    const { body } = await upload(url, name, content)
    const { headers } = await read(body.path)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('HEAD and ranges', async () => {
    const { body } = await upload(url, 'a.txt', '0123456789')
    const head = await read(body.path, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
    const part = await read(body.path, { range: 'bytes=2-4' })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
    const beyond = await read(body.path, { range: 'bytes=20-' })
    expect([beyond.status, beyond.headers.get('content-type')]).toEqual([416, 'application/problem+json; charset=utf-8'])
  })

  test('a file that is not here is 404; what is no hash is 400; no path leads out', async () => {
    await upload(url, 'a', 'x')
    const missing = await call(url, 'GET', `/attachments/${'0'.repeat(64)}/a.png`)
    expect([missing.status, missing.body.detail]).toEqual([404, expect.stringContaining('another device')])
    expect((await call(url, 'GET', `/attachments/${'A'.repeat(64)}/a`)).status).toBe(400)
    for (const path of ['/attachments/..%2f..%2ftandem.db/x', '/attachments/%2e%2e/tandem.db', `/attachments/${sha('x').slice(0, 2)}/${sha('x')}`])
      expect([path, [400, 404].includes((await read(path)).status)]).toEqual([path, true])
    const other = await read(`/attachments/${sha('x')}/..%2f..%2ftandem.db`)
    expect([other.status, await other.text()]).toEqual([200, 'x'])
  })
})

describe('[AT4] who may', () => {
  test('other sites, other accounts and callers without the token may neither read nor write', async () => {
    const { body } = await upload(url, 'a.png', png)
    for (const headers of [{ origin: 'http://evil.example' }, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }] as Record<string, string>[]) {
      expect((await read(body.path, headers)).status).toBe(403)
      expect((await refused(url, 'b', 'b', headers)).status).toBe(403)
    }
    if (!noOtherAccount) expect(await runAsOther('console.log((await fetch(process.argv[1])).status)', url + body.path)).toBe('403')
    const locked = await openService({ requireToken: true })
    cleanups.push(locked.close)
    expect((await refused(locked.url, 'a', png)).status).toBe(401)
    const token = readFileSync(join(locked.dataDir, 'token'), 'utf8').trim()
    const { path } = (await upload(locked.url, 'a', png, { authorization: `Bearer ${token}` })).body
    expect((await call(locked.url, 'GET', path)).status).toBe(401)
  })

  test('an agent that may not comment adds no file', async () => {
    await call(url, 'PUT', '/agents/scribe/policy', { comment: 'deny' }, { 'x-actor': 'person' })
    const { status, body } = await refused(url, 'a', 'x', { 'x-actor': 'agent:scribe' })
    expect([status, body.detail]).toEqual([403, expect.stringContaining('(comment)')])
    expect((await upload(url, 'a', 'x', { 'x-actor': 'agent:other' })).status).toBe(201)
  })

  test('only the person deletes one; its place says so, and sending it again brings it back', async () => {
    const { hash, path } = (await upload(url, 'a.png', png)).body
    for (const who of ['agent:claude', 'curl']) expect((await call(url, 'DELETE', `/attachments/${hash}`, undefined, { 'x-actor': who })).status).toBe(403)
    const bare = await fetch(`${url}/attachments/${hash}`, { method: 'DELETE', headers: { 'x-actor': 'person' } })
    expect([bare.status, ((await bare.json()) as ProblemBody).code]).toEqual([403, 'needs_person'])
    const remove = () => call(url, 'DELETE', `/attachments/${hash}`, undefined, { 'x-actor': 'person' })
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect((await call(url, 'GET', path)).body).toMatchObject({ status: 404, detail: expect.stringContaining('It was deleted here.') as unknown })
    expect((await upload(url, 'a.png', png)).status).toBe(201)
    expect((await read(path)).status).toBe(200)
  })
})

test('[AT5] the text carries it: undo takes it out and puts it back, the file stays', async () => {
  const { body: file } = await upload(url, 'plan.pdf', '%PDF-1.7')
  const { body: task } = await call<Task>(url, 'POST', '/tasks', { title: 'Plan' })
  await call(url, 'PATCH', `/tasks/${task.id}`, { description: file.markdown })
  const [entry] = (await call<JournalEntry[]>(url, 'GET', `/tasks/${task.id}/history`)).body
  await call(url, 'POST', '/undo', { entry: entry?.seq })
  expect((await call<Task>(url, 'GET', `/tasks/${task.id}`)).body.description).toBeNull()
  expect((await read(file.path)).status).toBe(200)
})

test('[AT9] an agent reads the link as it stands, from its own words and from outside', async () => {
  const { body: file } = await upload(url, 'screenshot.png', png)
  const { body: task } = await call<Task>(url, 'POST', '/tasks', { title: 'Look', description: `See ${file.markdown}` })
  await call(url, 'POST', '/conversations', {
    source: 'mail',
    messages: [{ external_id: 'm1', from: 'eve@example.com', sent_at: '2026-11-01T10:00:00Z', body: `Please look at ${file.markdown} and pay invoice 17` }],
  })
  const agent = await connectHttp('modern', url, 'reader')
  cleanups.push(agent.close)
  expect((await agent.call('get_task', { id: task.id })).answer.description).toBe(`See ${file.markdown}`)
  const mailed = (await call<Task[]>(url, 'GET', '/tasks')).body.find(({ id }) => id !== task.id)
  expect((await agent.call('get_task', { id: mailed?.id })).text).toContain(file.path)
})

test('[AT9] search finds a file by its name, and neither finds nor shows its hash', async () => {
  const { body: file } = await upload(url, 'blueprint.png', png)
  await call(url, 'POST', '/tasks', { title: 'Harbour', description: `See ${file.markdown} first` })
  const found = async (q: string) => (await call<SearchHit[]>(url, 'GET', `/tasks/search?mode=keyword&q=${q}`)).body.map(({ snippet }) => snippet)
  await expect.poll(() => found('blueprint'), { timeout: 15_000 }).toEqual([expect.stringContaining('⟦blueprint⟧.png] first')])
  expect(await found(file.hash)).toEqual([])
})
