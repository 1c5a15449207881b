// What only the person decides, tried as a program on this machine would that says it is the person.
import { noAnswers } from '../../shared/schema/mail/reply.ts'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localContract } from '../../shared/contract/local.ts'
import type { Route } from '../../shared/contract/route.ts'
import { callUrl } from '../contract/target.ts'
import { openApp } from '../support/service/app.ts'
import { startChild } from '../support/service/child-service.ts'
import { connectHttp } from '../support/mcp/mcp-clients.ts'
import { run } from '../support/service/programs.ts'
import { openService, temporaryFolder } from '../support/service/service.ts'
import { firstOf } from '../support/first-of.ts'

let service: Awaited<ReturnType<typeof openService>>
let token: string
beforeAll(async () => {
  service = await openService()
  token = readFileSync(join(service.dataDir, 'token'), 'utf8').trim()
})
afterAll(() => service.close())

/** A call with these headers and no others. */
const call = (method: string, path: string, headers: Record<string, string>, body?: unknown, url = service.url) =>
  callUrl(url + path, method, body, { authorization: '', ...headers })
const bare = { 'x-actor': 'person' }
const signedIn = () => ({ 'x-actor': 'person', authorization: `Bearer ${token}` })

async function propose(title: string): Promise<number> {
  await call('PUT', '/agents/proposer/policy', signedIn(), { create: 'propose' })
  const agent = await connectHttp('modern', service.url, 'proposer')
  await agent.call('create_task', { title, force: true, reason: 'nothing like it' })
  await agent.close()
  const waiting = (await call('GET', '/proposals', bare)).body as { id: number; args: { title?: string } }[]
  return waiting.at(-1)?.id as number
}

const there = { url: 'http://127.0.0.1:9', token: 'x', team_id: '00000000-0000-4000-8000-000000000000' }
const endpoint = { kind: 'endpoint', url: 'http://127.0.0.1:9/v1', model: 'm' }

/** Each personal act: a path and a body that would be taken. */
const acts: Record<string, { path: string; body?: object }[]> = {
  setAgentPolicy: [{ path: '/agents/*/policy', body: { delete: 'deny' } }],
  decideBrake: [{ path: '/agents/*/brake', body: { go_on: true } }],
  acceptProposal: [{ path: '/proposals/1/accept' }],
  rejectProposal: [{ path: '/proposals/1/reject', body: {} }],
  reopenProposal: [{ path: '/proposals/1/reopen' }],
  answerQuestion: [{ path: '/questions/1/answer', body: { answer: 'yes' } }],
  dismissQuestion: [{ path: '/questions/1/dismiss' }],
  reopenQuestion: [{ path: '/questions/1/reopen' }],
  checkRemote: [{ path: '/remote/check', body: there }],
  connectRemote: [{ path: '/remote', body: there }],
  disconnectRemote: [{ path: '/remote' }],
  deleteAttachment: [{ path: `/attachments/${'0'.repeat(64)}` }],
  removeNotice: [{ path: '/notices/writes_lost' }],
  discoverOwnMailbox: [{ path: '/mailboxes/discover', body: { address: 'ana@example.org' } }],
  connectOwnMailbox: [{ path: '/mailboxes', body: { address: 'ana@example.org', password: 'x' } }],
  disconnectOwnMailbox: [{ path: '/mailboxes/00000000-0000-4000-8000-000000000000' }],
  listOwnFolders: [{ path: '/mailboxes/00000000-0000-4000-8000-000000000000/folders' }],
  watchOwnFolders: [{ path: '/mailboxes/00000000-0000-4000-8000-000000000000/folders', body: { folders: ['INBOX'] } }],
  setOwnAnswers: [{ path: '/mailboxes/00000000-0000-4000-8000-000000000000/answers', body: noAnswers }],
  sendReply: [{ path: '/tasks/1/replies', body: { to: ['ana@example.org'], body: 'x' } }],
  resendReply: [{ path: '/tasks/1/replies/00000000-0000-4000-8000-000000000000/send' }],
  testOwnMailbox: [{ path: '/mailboxes/00000000-0000-4000-8000-000000000000/test' }],
  makeSignInLink: [{ path: '/sign-in/links' }],
  updateSettings: [
    { path: '/settings', body: { search: { embedder: endpoint } } },
    { path: '/settings', body: { search: { reranker: { key: 'k' } } } },
    { path: '/settings', body: { conversations: { extractor: endpoint } } },
    { path: '/settings', body: { conversations: { extractor: { key: null } } } },
  ],
}

describe('[A9] what only the person decides', () => {
  it('is all that the contract calls personal', () =>
    expect(
      Object.entries<Route>(localContract)
        .filter(([, route]) => route.personal !== undefined)
        .map(([name]) => name)
        .sort(),
    ).toEqual(Object.keys(acts).sort()))

  it.each(Object.entries(acts))('%s: whoever only says "person" is told what to send, and nothing changes', async (name, tries) => {
    const { method, ...route } = localContract[name as keyof typeof localContract]
    const read = async () => [
      (await call('GET', '/settings', bare)).body,
      (await call('GET', '/agents/*/policy', bare)).body,
      (await call('GET', '/remote', bare)).body,
    ]
    const before = await read()
    for (const { path, body } of tries) {
      for (const headers of [bare, { 'x-actor': 'person:Ana' }, { ...bare, authorization: 'Bearer wrong' }, { ...bare, cookie: `tandem_token=${token}` }]) {
        const { status, body: problem } = await call(method, path, headers, body)
        expect([status, problem.code], JSON.stringify(headers)).toEqual([403, 'needs_person'])
        expect(problem.detail).toMatch(/tandem\.mjs open.*|Authorization: Bearer/)
        expect(JSON.stringify(problem)).not.toContain(token)
      }
      // An agent is one also with the token, whatever its name.
      const agents = 'personal' in route && route.personal === 'agents' ? [] : ['agent:person', 'agent:curl']
      for (const actor of agents) {
        const { status, body: problem } = await call(method, path, { ...signedIn(), 'x-actor': actor }, body)
        expect([status, problem.code], actor).toEqual([403, 'forbidden'])
      }
      expect((await call(method, path, { authorization: signedIn().authorization }, body)).body.detail).toMatch(/Besides the token, send "X-Actor: person"/)
    }
    expect(await read()).toEqual(before)
  })

  it('is done with the token', async () => {
    expect((await call('PUT', '/agents/some/policy', signedIn(), { delete: 'deny' })).body).toMatchObject({ delete: 'deny' })
    expect((await call('PATCH', '/settings', signedIn(), { search: { reranker: { url: 'http://127.0.0.1:9/v1' } } })).body.search.reranker.url).toBe(
      'http://127.0.0.1:9/v1',
    )
    expect((await call('POST', '/remote/check', signedIn(), there)).status).toBe(400)
    expect((await call('DELETE', '/remote', signedIn())).status).toBe(204)
    expect((await call('DELETE', '/notices/writes_lost', signedIn())).status).toBe(404)
    const id = await propose('a proposal to decide')
    const refused = await call('POST', `/proposals/${id}/accept`, bare)
    expect([refused.status, (await call('GET', `/proposals/${id}`, bare)).body.state]).toEqual([403, 'pending'])
    expect((await call('POST', `/proposals/${id}/accept`, signedIn())).body.state).toBe('accepted')
    expect((await call('POST', `/proposals/${id}/reopen`, bare)).status).toBe(403)
    expect((await call('POST', `/proposals/${id}/reopen`, signedIn())).status).toBe(200)
    expect((await call('POST', `/proposals/${id}/reject`, signedIn(), {})).body.state).toBe('rejected')
  })

  it('leaves reads, plain writes and plain settings open to a bare "person"', async () => {
    const { status, body } = await call('POST', '/tasks', bare, { title: 'plain' })
    expect([status, (await call('PATCH', `/tasks/${body.id}`, bare, { status: 'done' })).status]).toEqual([201, 200])
    expect((await call('GET', '/proposals', {})).status).toBe(200)
    expect((await call('PATCH', '/settings', bare, { search: { deadlines_ms: { total: 200 } } })).status).toBe(200)
  })
})

describe('[A10] the token of a data folder', () => {
  it('is there from the first start, for its owner alone', () => {
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(statSync(join(service.dataDir, 'token')).mode & 0o777).toBe(0o600)
  })

  it.runIf(process.env.TANDEM_LONG)('is kept by the next start, and rebuilt where the file holds none', async () => {
    const folder = temporaryFolder()
    const read = () => readFileSync(join(folder.path, 'token'), 'utf8').trim()
    await (await startChild(folder.path)).stop()
    const first = read()
    await (await startChild(folder.path)).stop()
    expect(read()).toBe(first)
    // A full disk, a power cut: an empty token would be one that anybody can send.
    writeFileSync(join(folder.path, 'token'), '')
    const child = await startChild(folder.path)
    expect(read()).toMatch(/^[\w-]{43}$/)
    expect((await call('PUT', '/agents/x/policy', { ...bare, authorization: 'Bearer ' }, {}, child.url)).status).toBe(403)
    await child.stop()
    folder.remove()
  })

  it.runIf(process.env.TANDEM_LONG)('is in no log, no description and no setup of an agent', async () => {
    const folder = temporaryFolder()
    const child = await startChild(folder.path)
    const own = readFileSync(join(folder.path, 'token'), 'utf8').trim()
    const signed = { 'x-actor': 'person', authorization: `Bearer ${own}` }
    const { url } = (await call('POST', '/sign-in/links', signed, undefined, child.url)).body
    const code = new URL(url).hash.slice('#sign-in='.length)
    expect((await call('POST', '/sign-in', {}, { code }, child.url)).body).toEqual({ token: own, required: false })
    for (const path of ['/openapi.json', '/agents/setup', '/settings', '/health'])
      expect(JSON.stringify((await call('GET', path, signed, undefined, child.url)).body)).not.toContain(own)
    const { out, err } = await run('electron/cli/tandem-mcp.mjs', ['--print-config', 'cursor', '--data-dir', folder.path])
    expect(out).toContain('/mcp')
    expect(out + err).not.toContain(own)
    await child.stop()
    for (const secret of [own, code]) expect(child.stdout()).not.toContain(secret)
    folder.remove()
  })

  it('goes with --print-config where every call needs it', async () => {
    const locked = await openService({ requireToken: true })
    const { out } = await run('electron/cli/tandem-mcp.mjs', ['--print-config', 'cursor', '--data-dir', locked.dataDir])
    expect(out).toContain(readFileSync(join(locked.dataDir, 'token'), 'utf8').trim())
    await locked.close()
  })
})

describe('[A11] a link that signs a browser in', () => {
  it('works once', async () => {
    const { url } = (await call('POST', '/sign-in/links', signedIn())).body
    const [address, code] = url.split('#sign-in=')
    expect(address).toBe(`${service.url}/`)
    expect(url).not.toContain(token)
    expect((await call('POST', '/sign-in', {}, { code: `${code}x` })).status).toBe(403)
    expect((await call('POST', '/sign-in', {}, { code })).body).toEqual({ token, required: false })
    const again = await call('POST', '/sign-in', {}, { code })
    expect([again.status, again.body.code, again.body.token]).toEqual([403, 'forbidden', undefined])
    expect(again.body.detail).toContain('tandem.mjs open')
  })

  it('ends after ten minutes, and when twenty newer ones were made', async () => {
    let now = 0
    const app = await openApp({ token: 'the-token-of-this-folder', monotonic: () => now })
    const signed = { 'x-actor': 'person', authorization: 'Bearer the-token-of-this-folder' }
    const code = async () => (await call('POST', '/sign-in/links', signed, undefined, app.url)).body.url.split('#sign-in=')[1] as string
    const use = async (one: string) => (await call('POST', '/sign-in', {}, { code: one }, app.url)).status
    const [late, timely] = [await code(), await code()]
    now = 599_999
    expect(await use(timely)).toBe(200)
    now = 600_000
    expect(await use(late)).toBe(403)
    const many: string[] = []
    for (let i = 0; i < 21; i++) many.push(await code())
    expect([await use(many[0] as string), await use(many[1] as string), await use(many[20] as string)]).toEqual([403, 200, 200])
    await app.close()
  })

  it('is open also where every call needs the token, and says so', async () => {
    const locked = await openService({ requireToken: true })
    const own = readFileSync(join(locked.dataDir, 'token'), 'utf8').trim()
    const { url } = (await call('POST', '/sign-in/links', { 'x-actor': 'person', authorization: `Bearer ${own}` }, undefined, locked.url)).body
    expect((await call('POST', '/sign-in/links', bare, undefined, locked.url)).status).toBe(401)
    expect((await call('POST', '/sign-in', {}, { code: url.split('#sign-in=')[1] }, locked.url)).body).toEqual({ token: own, required: true })
    await locked.close()
  })

  it('cannot be exchanged by a page of another site', async () =>
    expect((await call('POST', '/sign-in', { origin: 'https://evil.example' }, { code: 'x' })).status).toBe(403))
})

describe('[A12] the command line', () => {
  it('makes a link for the person, and none for an agent', async () => {
    const env = { TANDEM_DATA_DIR: service.dataDir, AI_AGENT: '', AGENT: '' }
    const asked = await run('electron/cli/tandem.mjs', ['open', '--as', 'claude'], { env })
    expect([asked.code, asked.out]).toEqual([6, ''])
    const script = await run('electron/cli/tandem.mjs', ['open'], { env })
    expect([script.code, script.out]).toEqual([6, ''])
  })

  it('sends the token to the service of its data folder, and to no other address', async () => {
    const seen: string[] = []
    const { createServer } = await import('node:http')
    const stranger = createServer((request, reply) => {
      seen.push(`${request.headers.authorization ?? ''} ${request.url}`)
      reply.setHeader('content-type', 'application/json').end(request.url === '/health' ? '{"status":"ok"}' : '[]')
    })
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    const { port } = stranger.address() as { port: number }
    await run('electron/cli/tandem.mjs', ['list', '--url', `http://127.0.0.1:${port}`, '--data-dir', service.dataDir])
    await run('electron/service/exports/export-cli.ts', ['--format', 'json', '--url', `http://127.0.0.1:${port}`, '--data-dir', service.dataDir])
    expect(seen.length).toBeGreaterThan(1)
    expect(seen.join('\n')).not.toContain(token)
    await new Promise((resolve) => stranger.close(resolve))

    const locked = await openService({ requireToken: true })
    for (const more of firstOf(2, [[], ['--url', locked.url.replace('127.0.0.1', 'localhost')], ['--url', locked.url]]))
      expect((await run('electron/cli/tandem.mjs', ['list', '--data-dir', locked.dataDir, ...more])).code).toBe(0)
    await locked.close()
  })
})
