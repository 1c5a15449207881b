// Hosted clients connect with nothing but the URL: official clients of both eras, and one that does everything wrong, on two instances behind one address.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { newPkce, openBrowser } from '../../../support/cloud/oauth-browser.ts'
import { oauthKeeper } from '../../../support/cloud/oauth-keeper.ts'
import { loopback, oauthAt, openClientSite } from '../../../support/cloud/oauth-flow.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'
import type { AnyJson } from '../../../support/any-json.ts'
import { until } from '../../../support/until.ts'

let cloud: TestCloud
let second: TestCloud
let site: Awaited<ReturnType<typeof openClientSite>>
let owner: TestPerson
let member: TestPerson
let team: TestTeam
let oauth: ReturnType<typeof oauthAt>
let elsewhere: ReturnType<typeof oauthAt>
let robot: string

beforeAll(async () => {
  site = await openClientSite()
  cloud = await openCloud({ oauth: site.options })
  second = await openCloud({ publicUrl: cloud.url, oauth: site.options }, cloud.database)
  owner = await newPerson(cloud, 'Ana')
  member = await newPerson(cloud, 'Bo')
  team = await newTeam(cloud, owner)
  await addMember(cloud, team, owner, member)
  oauth = oauthAt(cloud)
  elsewhere = oauthAt(second, cloud)
  robot = (await oauth.register()).body.client_id
})
afterAll(async () => {
  await second.close()
  await cloud.close()
  await site.close()
})

const letIn = 400
const sql = <T extends object>(text: string, values: unknown[] = []) =>
  onDatabase(cloud.database.url, async (client) => (await client.query<T>(text, values)).rows)
const connections = async (person = owner) => (await person.call('GET', `/teams/${team.id}/connections`)).body

describe('[CL180] what a client finds', () => {
  it('a call without a token says where to ask, and the documents say how', async () => {
    const refused = await fetch(`${second.url}/mcp`, { method: 'POST' })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer realm="tandem", resource_metadata="${cloud.url}/.well-known/oauth-protected-resource/mcp", scope="tasks:read tasks:write"`,
    ])
    // [CL341] With a slash at the end it is the same, and its name is the one without.
    expect((await fetch(`${cloud.url}/mcp/`, { method: 'POST' })).headers.get('www-authenticate')).toBe(refused.headers.get('www-authenticate'))
    for (const path of ['', '/mcp', '/mcp/'])
      expect(await (await fetch(`${cloud.url}/.well-known/oauth-protected-resource${path}`)).json()).toMatchObject({
        resource: `${cloud.url}/mcp`,
        authorization_servers: [cloud.url],
      })
    const server: AnyJson = await (await fetch(`${second.url}/.well-known/oauth-authorization-server`)).json()
    expect(server).toMatchObject({ issuer: cloud.url, code_challenge_methods_supported: ['S256'], client_id_metadata_document_supported: true })
    // As the operator says, whatever the caller or a proxy says.
    const behind = await openCloud({ publicUrl: 'https://tandem.example.org' }, cloud.database)
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
    const asked = await fetch(oauthAt(behind, { url: 'https://tandem.example.org' }).address(robot, newPkce().challenge), { redirect: 'manual', headers })
    expect(asked.headers.get('location')).toMatch(/^\/api\/oauth\/requests\//)
    for (const cookie of asked.headers.getSetCookie()) expect(cookie).toMatch(/; samesite=lax; secure; httponly$/)
    await behind.close()
    for (const name of ['authorization_endpoint', 'token_endpoint', 'revocation_endpoint', 'registration_endpoint'])
      expect(server[name]).toMatch(`${cloud.url}/api/oauth/`)
  })
})

describe('[CL181] connecting', () => {
  it.each(['modern, by its document', 'legacy, by registering'])('an official client, %s, with nothing but the URL', async (which) => {
    const isModern = which.startsWith('modern')
    const { kept, provider } = oauthKeeper({
      name: 'Official',
      redirect: loopback,
      document: isModern ? site.describe('/official', { client_name: 'Official Client' }) : undefined,
    })
    const address = new URL(`${cloud.url}/mcp`)
    const open = () =>
      isModern
        ? { client: new Client({ name: 'official', version: '1' }), transport: new StreamableHTTPClientTransport(address, { authProvider: provider }) }
        : { client: new LegacyClient({ name: 'official', version: '1' }), transport: new LegacyTransport(address, { authProvider: provider }) }
    const first = open()
    await expect(first.client.connect(first.transport as never)).rejects.toThrow(/unauthorized/i)
    const asked = await openBrowser(cloud, member).ask(kept.opened as string)
    expect((await asked.show()).body).toEqual({
      client: isModern ? { name: 'Official Client', host: site.host } : { name: 'Official', host: null },
      returns_to: { kind: 'this_device', host: 'localhost' },
      agent: isModern ? 'Official Client' : 'Official',
      asks_for: 'write',
    })
    const { body } = await asked.decide({ team_id: team.id, agent: `agent ${which}`, access: 'write' })
    const back = await asked.follow(body.to)
    expect(`${back.origin}${back.pathname}`).toBe(loopback)
    await (isModern
      ? (first.transport as StreamableHTTPClientTransport).finishAuth(back.searchParams)
      : (first.transport as LegacyTransport).finishAuth(back.searchParams.get('code') ?? ''))
    const { client, transport } = open()
    await client.connect(transport)
    const made = await (client as Client).callTool({ name: 'create_task', arguments: { title: `By ${which}` } })
    const { id } = (made.structuredContent as { task: { id: number } }).task
    const [entry] = (await owner.call('GET', `/tasks/${id}/history`)).body
    expect(entry.actor).toEqual({ kind: 'agent', name: `agent ${which}` })
    expect(entry.principal).toMatchObject({ kind: 'token', owner: { name: 'Bo' } })
    // Its access token runs out, and the client gets another by itself.
    await sql("UPDATE oauth_items SET expires_at = now() - interval '1 second' WHERE kind = 'AccessToken'")
    const before = (kept.tokens as { access_token: string }).access_token
    expect((await (client as Client).callTool({ name: 'list_tasks', arguments: {} })).isError).not.toBe(true)
    expect((kept.tokens as { access_token: string }).access_token).not.toBe(before)
    await client.close()
  })

  it('what a person gives is what the agent has, and no more', async () => {
    const [reader, asker] = await Promise.all([
      oauth.connect(robot, owner, { team_id: team.id, agent: 'reader', access: 'read' }),
      oauth.connect(robot, owner, { team_id: team.id, agent: 'asker', access: 'propose' }),
    ])
    expect([reader.scope, asker.scope]).toEqual(['tasks:read', 'tasks:read tasks:write'])
    const call = async (token: string, name: string, args: object) => {
      const client = new Client({ name: 'whatever', version: '1' })
      await client.connect(new StreamableHTTPClientTransport(new URL(`${second.url}/mcp`), { requestInit: { headers: { authorization: `Bearer ${token}` } } }))
      const answer = await client.callTool({ name, arguments: args as Record<string, unknown> }).finally(() => void client.close())
      return answer.structuredContent as { outcome: string }
    }
    await expect(call(reader.access_token, 'create_task', { title: 'no' })).rejects.toThrow(/Unknown tool/)
    expect((await call(asker.access_token, 'create_task', { title: 'May I?' })).outcome).toBe('proposed')
    // Only at /mcp, and only in its team.
    const bearer = { authorization: `Bearer ${asker.access_token}`, 'x-team-id': team.id }
    expect((await cloud.call('GET', '/tasks', undefined, bearer)).status).toBe(401)
    const other = await newTeam(cloud, owner, 'other')
    expect(await oauth.knock(asker.access_token, { 'x-team-id': other.id })).toBe(403)
    expect(await oauth.knock(asker.access_token, { 'x-actor': 'agent:boss' })).toBe(403)
    expect(await oauth.knock(asker.access_token)).toBe(letIn)
    expect(asker.expires_in).toBeLessThanOrEqual(3600)
  })
})

describe('[CL182] a person decides', () => {
  const ask = (person?: TestPerson, more: Record<string, string | undefined> = {}) =>
    openBrowser(cloud, person).ask(oauth.address(robot, newPkce().challenge, more))
  const given = () => ({ team_id: team.id, agent: 'robot', access: 'write' })

  it('signed in, each time, and only in the browser in which it was asked', async () => {
    expect((await (await ask()).decide(given())).status).toBe(401)
    const asked = await ask(owner)
    const stolen = `${cloud.url}/api/oauth/requests/${asked.id}/decision`
    const foreign = await fetch(stolen, { method: 'POST', headers: { ...owner.as, 'content-type': 'application/json' }, body: JSON.stringify(given()) })
    expect(foreign.status).toBe(404)
    // By the cookie of a session, from a page of another site.
    const cookie = `tandem_session=${owner.token}; tandem_connect=${asked.id}`
    const headers = { cookie, 'content-type': 'application/json', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await fetch(stolen, { method: 'POST', headers, body: JSON.stringify(given()) })).status).toBe(403)
    // Pressed twice, or in two tabs: it counts once.
    const both = await Promise.all([asked.decide({ ...given(), agent: 'pressed' }), asked.decide({ ...given(), agent: 'pressed' })])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404])
    expect((await connections()).filter(({ agent }: { agent: string }) => agent === 'pressed')).toHaveLength(1)
    const { body } = both.find(({ status }) => status === 200) as (typeof both)[0]
    // Whoever has the address alone gets nothing for what another browser decided.
    expect((await openBrowser(cloud).walk(body.to)).reply.status).toBe(400)
    expect((await asked.follow(body.to)).searchParams.get('code')).toBeTruthy()
    // What was given once is asked again.
    expect((await (await ask(owner)).show()).status).toBe(200)
  })

  it('a team that is theirs, a name that is one, no more than was asked for', async () => {
    const asked = await ask(member, { scope: 'tasks:read' })
    expect((await asked.show()).body.asks_for).toBe('read')
    const theirs = await newTeam(cloud, await newPerson(cloud, 'stranger'), 'theirs')
    const wrong = [
      { access: 'write' },
      { team_id: theirs.id, access: 'read' },
      { agent: 'per\u202eson', access: 'read' },
      { agent: '*', access: 'read' },
      { agent: 'person', access: 'read' },
    ]
    const statuses = []
    for (const one of wrong) statuses.push((await asked.decide({ ...given(), ...one })).status)
    expect(statuses).toEqual([400, 403, 400, 400, 400])
    expect((await asked.decide({ ...given(), access: 'read' })).status).toBe(200)
  })

  it('no is an answer, which the client hears', async () => {
    const asked = await ask(owner)
    const back = await asked.follow((await asked.decide({}, 'DELETE')).body.to)
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'a-state', iss: cloud.url })
    expect((await asked.show()).status).toBe(404)
  })
})

it('[CL182] an address with a question mark that is written as it is, as a query may have one', async () => {
  const redirect = 'https://client.example/back?of=robot'
  const { client_id } = (await oauth.register({ redirect_uris: [redirect] })).body as { client_id: string }
  const address = oauth.address(client_id, newPkce().challenge, { redirect_uri: redirect })
  const plain = address.replace(encodeURIComponent(redirect), redirect)
  expect(plain).toContain('back?of=robot')
  for (const one of [address, plain]) expect([one, (await openBrowser(cloud).walk(one)).reply.status]).toEqual([one, 302])
})

describe('[CL183] a client that does everything wrong', () => {
  it('is never sent anywhere when it is unknown, or the address is not its own', async () => {
    const wrong = [
      oauth.address('nobody', newPkce().challenge),
      oauth.address('https://localhost:1/not-there', newPkce().challenge),
      ...['http://localhost:7777/other', 'http://evil.example/callback', 'https://evil.example/callback', `${loopback}?x=1`, 'javascript:alert(1)'].map(
        (redirect_uri) => oauth.address(robot, newPkce().challenge, { redirect_uri }),
      ),
    ]
    for (const address of wrong) {
      const { reply } = await openBrowser(cloud).walk(address)
      expect([address, reply.status, reply.headers.get('location')]).toEqual([address, expect.toSatisfy((code: number) => code === 400 || code === 401), null])
      expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(await reply.text()).toContain('This can’t be connected')
    }
    // On this device the port is whatever was free.
    const { back } = await oauth.code(robot, owner, { team_id: team.id }, { redirect_uri: 'http://localhost:51234/callback' })
    expect(back.port).toBe('51234')
  })

  it.each<[string, Record<string, string | undefined>, string]>([
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['no question', { prompt: 'none' }, 'consent_required'],
  ])('%s is refused before anybody is asked', async (_what, more, error) => {
    const { at, reply } = await openBrowser(cloud).walk(oauth.address(robot, newPkce().challenge, more))
    expect([reply.status, at.searchParams.get('error') ?? at.hash]).toEqual([303, expect.stringContaining(error)])
  })

  it('[CL343] sends nobody to a website that they have not connected before a person has decided: the page says who asked, and has the way back', async () => {
    const back = 'https://client.example/back'
    const website = (await oauth.register({ redirect_uris: [back] })).body.client_id
    const wrong = (more: Record<string, string | undefined>) => oauth.address(website, newPkce().challenge, { redirect_uri: back, ...more })
    const faults = [
      { prompt: 'none' },
      { response_type: 'token' },
      { resource: 'https://elsewhere.example/' },
      { response_type: 'token', response_mode: 'form_post' },
    ]
    for (const fault of faults) {
      const { reply } = await openBrowser(cloud).walk(wrong(fault))
      const text = await reply.text()
      expect([fault, reply.status, reply.headers.get('location')]).toEqual([fault, 400, null])
      expect(reply.headers.get('content-security-policy')).toContain("form-action 'none'")
      expect(text).toContain('client.example')
      expect(text).not.toContain('<script')
    }
    const text = await (await openBrowser(cloud).go(wrong({ prompt: 'none' }))).text()
    const link = new URL(/href="(https:[^"]+)"/.exec(text)?.[1]?.replaceAll('&#38;', '&') ?? '')
    expect([link.origin + link.pathname, link.searchParams.get('error'), link.searchParams.get('state')]).toEqual([back, 'consent_required', 'a-state'])
    // Who has connected it hears errors as ever; somebody else does not.
    await oauth.code(website, owner, { team_id: team.id, agent: 'of a website' }, { redirect_uri: back })
    const asks = async (person: TestPerson) =>
      (await openBrowser(cloud).go(wrong({ prompt: 'none' }), { headers: { cookie: `tandem_session=${person.token}` } })).status
    expect([await asks(owner), await asks(member)]).toEqual([303, 400])
  })

  it('a code is for its client, its address, its verifier, once', async () => {
    const stranger = (await oauth.register()).body.client_id
    const { fields } = await oauth.code(robot, owner, { team_id: team.id, agent: 'once' })
    const wrong: Record<string, string>[] = [
      { code_verifier: newPkce().verifier },
      { redirect_uri: 'http://localhost:7778/callback' },
      { client_id: stranger },
      { code: randomBytes(32).toString('base64url') },
      { resource: 'https://elsewhere.example/mcp' },
    ]
    for (const one of wrong.slice(0, 4))
      expect([one, await elsewhere.token({ ...fields, ...one })]).toMatchObject([one, { status: 400, body: { error: 'invalid_grant' } }])
    const { body: tokens } = await elsewhere.token(fields)
    expect(await oauth.knock(tokens.access_token)).toBe(letIn)
    // Again, on the other instance: whoever had it may be a thief, and the connection ends.
    expect(await oauth.token(fields)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(await oauth.knock(tokens.access_token)).toBe(401)
    expect((await connections()).some(({ agent }: { agent: string }) => agent === 'once')).toBe(false)
    const late = await oauth.code(robot, owner, { team_id: team.id })
    expect(await oauth.token({ ...late.fields, resource: 'https://elsewhere.example/mcp' })).toMatchObject({ status: 400, body: { error: 'invalid_target' } })
    const expired = await oauth.code(robot, owner, { team_id: team.id })
    await sql("UPDATE oauth_items SET expires_at = now() - interval '1 second' WHERE kind = 'AuthorizationCode'")
    expect(await oauth.token(expired.fields)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  it('of two redemptions at once, on two instances, at most one gets anything, and keeps nothing', async () => {
    const { fields } = await oauth.code(robot, owner, { team_id: team.id, agent: 'twice' })
    // Both have found it unused, and wait for its row.
    const answers = await onDatabase(cloud.database.url, async (client) => {
      await client.query('BEGIN')
      await client.query("SELECT 1 FROM oauth_items WHERE kind = 'AuthorizationCode' AND id_hash = sha256($1::bytea) FOR UPDATE", [fields.code])
      const both = [oauth.token(fields), elsewhere.token(fields)]
      const waiting = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
      await until('both wait', async () => (await client.query(waiting)).rows[0].n >= 2 || undefined)
      await client.query('COMMIT')
      return Promise.all(both)
    })
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    for (const { status } of answers) expect([200, 400]).toContain(status)
    for (const { body } of answers) if (body.access_token) await until('it ended', async () => (await oauth.knock(body.access_token)) === 401 || undefined)
    expect((await connections()).some(({ agent }: { agent: string }) => agent === 'twice')).toBe(false)
  })
})

it('[CL184] a refresh token works once; used again it ends the connection, on whatever instance', async () => {
  const first = await oauth.connect(robot, owner, { team_id: team.id, agent: 'refresher' })
  const refresh = (token: string, at = oauth, client = robot) => at.token({ grant_type: 'refresh_token', client_id: client, refresh_token: token })
  const { body: next } = await refresh(first.refresh_token, elsewhere)
  expect(next.refresh_token).not.toBe(first.refresh_token)
  expect(await oauth.knock(next.access_token)).toBe(letIn)
  const stranger = (await oauth.register()).body.client_id
  expect((await refresh(next.refresh_token, oauth, stranger)).status).toBe(400)
  expect(
    (await oauth.token({ grant_type: 'refresh_token', client_id: robot, refresh_token: next.refresh_token, resource: 'https://elsewhere.example/' })).body
      .error,
  ).toBe('invalid_target')
  expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant')
  for (const token of [first.access_token, next.access_token]) expect(await elsewhere.knock(token)).toBe(401)
  expect((await refresh(next.refresh_token)).body.error).toBe('invalid_grant')
})

describe('[CL185] clients that are described at their own address', () => {
  const walk = async (id: string) => (await openBrowser(cloud).walk(oauth.address(id, newPkce().challenge))).reply.status
  const asks = 302

  it('are read there, little and not in our own network', async () => {
    expect(await walk(site.describe('/good'))).toBe(asks)
    expect(await walk(site.describe('/other', { client_id: 'https://elsewhere.example/other' }))).not.toBe(asks)
    expect(await walk(site.describe('/moved', {}, { status: 302, location: '/good' }))).not.toBe(asks)
    expect(await walk(site.describe('/large', { padding: 'x'.repeat(30_000) }))).not.toBe(asks)
    // Packed it is a few bytes, and counts for what it is.
    expect(await walk(site.describe('/packed', {}, { packed: 'br' }))).toBe(asks)
    expect(await walk(site.describe('/bomb', { padding: ' '.repeat(30_000) }, { packed: 'br' }))).not.toBe(asks)
    const [kept] = await sql<{ length: number }>("SELECT max(length(payload->>'text')) AS length FROM oauth_items WHERE kind = 'Document'")
    expect(kept?.length).toBeLessThan(20_000)
    expect(await walk(site.describe('/no-uris', { redirect_uris: [] }))).not.toBe(asks)
    expect(await walk(site.describe('/plain-http', { redirect_uris: ['http://evil.example/'] }))).not.toBe(asks)
    // An instance whose operator trusts nobody besides does not even connect.
    const strict = await openCloud({ publicUrl: cloud.url }, cloud.database)
    const { port } = new URL(`https://${site.host}`)
    const before = site.asked()
    for (const id of [
      `https://localhost:${port}/strict`,
      `https://127.0.0.1:${port}/strict`,
      'https://localhost/strict',
      'http://example.org/x',
      'https://169.254.169.254/latest',
    ])
      expect((await openBrowser(strict).walk(oauthAt(strict).address(id, newPkce().challenge))).reply.status).toBeGreaterThanOrEqual(400)
    expect(site.asked()).toBe(before)
    await strict.close()
  })

  it('go on with what was read last when their website is away', async () => {
    const id = site.describe('/away')
    const tokens = await oauth.connect(id, owner, { team_id: team.id, agent: 'away' })
    site.forget()
    const { status } = await elsewhere.token({ grant_type: 'refresh_token', client_id: id, refresh_token: tokens.refresh_token })
    expect(status).toBe(200)
    // What nobody has connected is soon forgotten.
    const kept = await sql<{ soon: boolean }>("SELECT expires_at < now() + interval '2 hours' AS soon FROM oauth_items WHERE kind = 'Document'")
    expect(new Set(kept.map(({ soon }) => soon))).toEqual(new Set([true]))
  })
})

it('[CL186] clients register themselves, as the public clients that all are here, unless the operator closed that', async () => {
  const { status, body } = await oauth.register({
    token_endpoint_auth_method: 'client_secret_basic',
    client_name: 'An\u202ethropic\nOfficial',
    logo_uri: 'https://evil.example/logo.png',
    scope: 'everything',
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({ token_endpoint_auth_method: 'none', client_name: 'An thropic Official', grant_types: ['authorization_code', 'refresh_token'] })
  for (const name of ['client_secret', 'logo_uri', 'registration_access_token']) expect(body).not.toHaveProperty(name)
  for (const redirect_uris of [[], undefined, ['javascript:alert(1)'], ['http://evil.example/'], ['https://a.example/#x'], ['not an address']])
    expect([redirect_uris, (await oauth.register({ redirect_uris })).status]).toEqual([redirect_uris, 400])
  const closed = await openCloud({ publicUrl: cloud.url, mcpRegistration: 'closed', requestsPerMinute: 30 }, cloud.database)
  const there = oauthAt(closed, cloud)
  expect((await there.register()).status).toBe(404)
  expect(await (await fetch(`${closed.url}/.well-known/oauth-authorization-server`)).json()).not.toHaveProperty('registration_endpoint')
  // [CL189] What makes us ask elsewhere is counted for each address.
  const statuses = []
  for (let n = 0; n < 5; n++) statuses.push((await openBrowser(closed).walk(there.address('nobody', newPkce().challenge))).reply.status)
  expect(statuses).toEqual([400, 400, 400, 429, 429].map((code) => (code === 400 ? expect.any(Number) : code)))
  await closed.close()
  const strict = await openCloud({ publicUrl: cloud.url, requestsPerMinute: 60 }, cloud.database)
  expect([(await oauthAt(strict).register()).status, (await oauthAt(strict).register()).status]).toEqual([201, 429])
  await strict.close()
})

describe('[CL187] it ends at once, and with it what is open', () => {
  const waiting = async (token: string) => {
    const client = new Client({ name: 'waiter', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${second.url}/mcp`), { requestInit: { headers: { authorization: `Bearer ${token}` } } }))
    const answer = client.callTool({ name: 'next_task', arguments: { labels: ['none'], wait_seconds: 60 } })
    await until('the call waits', async () => /^tandem_waiting_calls 1$/m.test(await (await fetch(`${second.url}/metrics`)).text()))
    return { answer, close: () => client.close().catch(() => undefined) }
  }

  it.each<[string, (tokens: { access_token: string; refresh_token: string }, id: string) => Promise<unknown>]>([
    ['whoever connected it disconnects it', (_, id) => member.call('DELETE', `/teams/${team.id}/connections/${id}`)],
    ['an admin does', (_, id) => owner.call('DELETE', `/teams/${team.id}/connections/${id}`)],
    ['the client gives up its refresh token', ({ refresh_token }) => oauth.revoke({ token: refresh_token, client_id: robot })],
    ['the client gives up its access token', ({ access_token }) => oauth.revoke({ token: access_token, client_id: robot })],
  ])('%s', async (_what, end) => {
    const tokens = await oauth.connect(robot, member, { team_id: team.id, agent: 'ending' })
    const [{ id }] = await connections(member)
    const { answer, close } = await waiting(tokens.access_token)
    await end(tokens, id)
    const ended = (await answer) as { isError?: boolean; content: { text: string }[] }
    expect([ended.isError, ended.content[0]?.text]).toEqual([true, expect.stringContaining('login ended')])
    expect(await oauth.knock(tokens.access_token)).toBe(401)
    expect((await oauth.token({ grant_type: 'refresh_token', client_id: robot, refresh_token: tokens.refresh_token })).status).toBe(400)
    await close()
  })

  it('[CL342] a waiting call ends with the access token with which it was made; the connection goes on', async () => {
    const tokens = await oauth.connect(robot, member, { team_id: team.id, agent: 'running out' })
    await sql("UPDATE oauth_items SET expires_at = now() + interval '10 seconds' WHERE kind = 'AccessToken' AND id_hash = sha256($1::bytea)", [
      tokens.access_token,
    ])
    const { answer, close } = await waiting(tokens.access_token)
    const ended = (await answer) as { isError?: boolean; content: { text: string }[] }
    expect([ended.isError, ended.content[0]?.text]).toEqual([true, expect.stringContaining('login ended')])
    const { status } = await oauth.token({ grant_type: 'refresh_token', client_id: robot, refresh_token: tokens.refresh_token })
    expect(status).toBe(200)
    await close()
  }, 40_000)

  it('with the membership of whoever connected it; a stranger’s word ends nothing', async () => {
    const leaver = await newPerson(cloud, 'leaver')
    const { id } = await addMember(cloud, team, owner, leaver)
    const tokens = await oauth.connect(robot, leaver, { team_id: team.id })
    const stranger = (await oauth.register()).body.client_id
    await oauth.revoke({ token: tokens.refresh_token, client_id: stranger })
    expect(await oauth.knock(tokens.access_token)).toBe(letIn)
    await owner.call('DELETE', `/teams/${team.id}/members/${id}`)
    expect(await oauth.knock(tokens.access_token)).toBe(401)
  })
})

it('[CL188] members see and end their own, admins all; the list of API tokens shows none of them', async () => {
  await oauth.connect(robot, owner, { team_id: team.id, agent: 'of Ana' })
  await oauth.connect(robot, member, { team_id: team.id, agent: 'of Bo' })
  const agents = async (person: TestPerson) => (await connections(person)).map(({ agent }: { agent: string }) => agent)
  expect(await agents(member)).not.toContain('of Ana')
  expect(await agents(owner)).toEqual(expect.arrayContaining(['of Ana', 'of Bo']))
  const anas = (await connections()).find(({ agent }: { agent: string }) => agent === 'of Ana')
  expect(anas).toMatchObject({ client: { name: 'Robot', host: null }, access: 'write', created_by: owner.id })
  expect((await member.call('DELETE', `/teams/${team.id}/connections/${anas.id}`)).status).toBe(404)
  expect((await owner.call('GET', `/teams/${team.id}/tokens`)).body).toHaveLength(1)
})

it('[CL190] nothing that lets anybody in is kept, and what has run out goes', async () => {
  const unused = (await oauth.register()).body.client_id
  const { fields } = await oauth.code(robot, owner, { team_id: team.id, agent: 'secret' })
  const { body } = await oauth.token(fields)
  const [kept] = await sql<{ all: string }>("SELECT string_agg(i::text, ' ') AS all FROM oauth_items i")
  for (const secret of [fields.code, body.access_token, body.refresh_token])
    expect([secret, kept?.all.includes(String(secret))]).toEqual([expect.stringMatching(/^[\w-]{43}$/), false])
  const [{ id }] = await connections()
  await sql("UPDATE oauth_grants SET created_at = now() - interval '1 day' WHERE token_id = $1", [id])
  await sql("UPDATE oauth_items SET expires_at = now() - interval '1 day' WHERE grant_id = $1 AND kind <> 'Grant'", [id])
  await sql("UPDATE oauth_items SET expires_at = now() - interval '1 day' WHERE kind IN ('Client', 'Interaction')")
  const tidier = await openCloud({}, cloud.database)
  await until('the connection that nobody can use is gone', async () => !(await connections()).some((one: { id: string }) => one.id === id) || undefined)
  await tidier.close()
  const left = await sql<{ kind: string }>("SELECT kind FROM oauth_items WHERE expires_at < now() AND kind <> 'Client'")
  expect(left).toEqual([])
  // A client that somebody has connected stays known.
  expect((await openBrowser(cloud).walk(oauth.address(robot, newPkce().challenge))).reply.status).toBe(302)
  expect((await openBrowser(cloud).walk(oauth.address(unused, newPkce().challenge))).reply.status).toBe(400)
})
