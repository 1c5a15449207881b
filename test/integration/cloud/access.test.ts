// Who gets in: every route of the contract × every kind of caller. The table is the contract itself, so a new route cannot be forgotten.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloudContract } from '../../../shared/contract/cloud/cloud.ts'
import type { Route } from '../../../shared/contract/route.ts'
import { tokenFrom } from '../../../shared/domain/people/api-token.ts'
import { can } from '../../../shared/domain/people/roles.ts'
import type { Access, TeamAction } from '../../../shared/schema/cloud/access.ts'
import {
  addMember,
  type Headers_,
  newPerson,
  newTeam,
  openCloud,
  prove,
  signIn,
  type TestCloud,
  type TestPerson,
  type TestTeam,
} from '../../support/cloud/cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'

const routes = Object.entries<Route>(cloudContract)
const needsOf = (route: Route): Access => route.needs ?? 'work'
const isTeamAction = (needs: Access): needs is TeamAction => !['nobody', 'provider', 'anyone', 'session'].includes(needs)

/** Where browsers find it: with a name, without which there are no passkeys. */
const home = 'http://localhost:4874'
let cloud: TestCloud
let team: TestTeam
let other: TestTeam
let people: Record<'owner' | 'admin' | 'member' | 'stranger' | 'removed' | 'invited', TestPerson>
let revoked: string
let expired: string

beforeAll(async () => {
  cloud = await openCloud({ publicUrl: home })
  people = Object.fromEntries(
    await Promise.all(['owner', 'admin', 'member', 'stranger', 'removed', 'invited'].map(async (name) => [name, await newPerson(cloud, name)])),
  )
  const { owner, admin, member, stranger, removed } = people
  team = await newTeam(cloud, owner, 'ours')
  other = await newTeam(cloud, stranger, 'theirs')
  const add = async (person: TestPerson, role: string) => (await addMember(cloud, team, owner, person, role)).id
  await prove(cloud, owner)
  await add(admin, 'admin')
  await add(member, 'member')
  const removedId = await add(removed, 'admin')
  const theirs = (await removed.call('POST', `/teams/${team.id}/tokens`, { name: 'of a removed member' })).body.token as string
  await owner.call('DELETE', `/teams/${team.id}/members/${removedId}`)
  await owner.call('POST', `/teams/${team.id}/members`, { email: 'never-came@example.org' })
  const token = (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'revoked' })).body
  await owner.call('DELETE', `/teams/${team.id}/tokens/${token.id}`)
  revoked = token.token
  expect((await cloud.call('GET', '/tasks', undefined, { authorization: `Bearer ${theirs}`, 'x-team-id': team.id })).status).toBe(401)
  const old = await signIn(cloud, owner.email)
  await onDatabase(cloud.database.url, (client) =>
    client.query("UPDATE sessions SET expires_at = now() - interval '1 second' WHERE token_hash = sha256($1::bytea)", [old.token]),
  )
  expired = old.token
  // What agents may send by mail is asked by their policy, not by who gets in.
  const policy = await people.owner.call('PUT', '/agents/*/policy', { reply: 'allow' }, { 'x-team-id': team.id })
  expect(policy.status).toBe(200)
})
afterAll(() => cloud.close())

/** The route's address in a team; what it would change or read there does not exist. */
function address(route: Route, teamId: string): string {
  return route.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (name === 'teamId') return teamId
    if (name === 'slug') return 'nobody'
    return ['id', 'commentId', 'scheduleId'].includes(name) ? '9007199254740991' : '00000000-0000-4000-8000-000000000000'
  })
}

async function status(route: Route, headers: Headers_, teamId = team.id): Promise<number> {
  if (route.stream) {
    const reply = await fetch(`${cloud.url}/api${address(route, teamId)}`, { headers })
    await reply.body?.cancel()
    return reply.status
  }
  // No body: whoever is let in is told that it is missing, and nothing happens.
  return (await cloud.call(route.method, address(route, teamId), undefined, headers)).status
}

const bearer = (token: string, teamId?: string): Headers_ => ({ authorization: `Bearer ${token}`, ...(teamId ? { 'x-team-id': teamId } : {}) })
const letIn = (got: number) => got !== 401 && got !== 403

const untrue: [string, () => Headers_][] = [
  ['nobody', () => ({})],
  ['a made-up token', () => bearer('tdm_000000000000000000000000000000000000000', team.id)],
  ['a well-formed token that never was', () => bearer(tokenFrom(randomBytes(64)), team.id)],
  ['a revoked token', () => bearer(revoked, team.id)],
  ['a made-up session', () => bearer(`tds_${randomBytes(32).toString('base64url')}`, team.id)],
  ['an expired session', () => bearer(expired, team.id)],
  ['text that is no credential', () => bearer('hello', team.id)],
  ['another scheme', () => ({ authorization: 'Basic b3duZXI6cGFzc3dvcmQ=', 'x-team-id': team.id })],
]

it('[CL1] [CL154] without a credential that is true no agent is let in', async () => {
  const knock = async (headers: Headers_) => (await fetch(`${cloud.url}/mcp`, { method: 'POST', headers, body: null })).status
  expect(await Promise.all(untrue.map(async ([what, headers]) => [what, await knock(headers())]))).toEqual(untrue.map(([what]) => [what, 401]))
  expect(await knock(people.owner.as)).toBe(401)
  expect(letIn(await knock({ authorization: team.as.authorization ?? '' }))).toBe(true)
})

describe.each(routes.map(([name, route]) => ({ name, route, needs: needsOf(route) })))(
  '$name ($route.method $route.path, needs $needs)',
  ({ route, needs }) => {
    const namesTeam = route.path.includes(':teamId')

    it('[CL1] without a credential that is true nobody is let in', async () => {
      const got = await Promise.all(untrue.map(async ([what, headers]) => [what, await status(route, headers())]))
      if (needs === 'nobody') expect(got.filter(([, code]) => !letIn(Number(code)))).toEqual([])
      else expect(got).toEqual(untrue.map(([what]) => [what, 401]))
    })

    it.each(['stranger', 'removed', 'invited'] as const)('[CL2] %s sees nothing of the team', async (who) => {
      if (!isTeamAction(needs)) return
      expect(await status(route, { ...people[who].as, 'x-team-id': team.id })).toBe(namesTeam ? 404 : 403)
    })

    it('[CL3] a token of another team is refused, whichever team it names', async () => {
      if (!isTeamAction(needs)) return
      expect(await status(route, bearer(other.token, team.id))).toBe(403)
      if (namesTeam) expect(await status(route, bearer(other.token, other.id))).toBe(404)
    })

    it.each(['member', 'admin', 'owner', 'token'] as const)('[CL4] %s may do what the matrix says', async (who) => {
      let headers: Headers_ = who === 'token' ? team.as : { ...people[who].as, 'x-team-id': team.id }
      let teamId = team.id
      const allowed = needs === 'nobody' || needs === 'anyone' || (needs === 'session' ? who !== 'token' : isTeamAction(needs) && can(who, needs))
      if (allowed && needs === 'delete_team') {
        teamId = (await newTeam(cloud, people.owner)).id
        headers = people.owner.as
      }
      const got = await status(route, headers, teamId)
      if (allowed) expect([letIn(got), got < 500]).toEqual([true, true])
      else expect(got).toBe(needs === 'provider' ? 401 : 403)
      if (got === 204 && who !== 'token') people[who] = await signIn(cloud, people[who].email)
    })
  },
)

describe('which team', () => {
  it('[CL5] a token must say which team', async () => {
    const reply = await cloud.call('GET', '/tasks', undefined, bearer(team.token))
    expect([reply.status, reply.body.errors]).toEqual([400, [{ pointer: 'header X-Team-Id', detail: 'X-Team-Id is required' }]])
    expect((await cloud.call('GET', '/tasks', undefined, bearer(team.token, 'not-a-uuid'))).status).toBe(400)
    expect((await cloud.call('GET', '/tasks', undefined, bearer(team.token, team.id.toUpperCase()))).status).toBe(200)
  })

  it('[CL5] a session may leave it out with one team, not with two, and not with none', async () => {
    const person = await newPerson(cloud, 'several')
    expect((await person.call('GET', '/tasks')).status).toBe(403)
    const first = await newTeam(cloud, person, 'first')
    await first.call('POST', '/tasks', { title: 'here' })
    expect((await person.call('GET', '/tasks')).body).toMatchObject([{ title: 'here' }])
    const second = await newTeam(cloud, person, 'second')
    expect((await person.call('GET', '/tasks')).status).toBe(400)
    expect((await person.call('GET', '/tasks', undefined, { 'x-team-id': second.id })).body).toEqual([])
    expect((await person.call('GET', '/teams')).body).toMatchObject([
      { name: 'second', role: 'owner' },
      { name: 'first', role: 'owner' },
    ])
    expect((await second.call('GET', '/teams')).body).toMatchObject([{ id: second.id, role: 'member' }])
  })
})

describe('a browser with the cookie', () => {
  it('[CL6] may write from our own page only', async () => {
    const reply = await cloud.call('POST', '/auth/sign-in', { email: people.member.email, password: 'correct horse battery' })
    const cookie = (reply.headers.get('set-cookie') as string).split(';', 1)[0] as string
    expect(reply.headers.get('set-cookie')).toMatch(/^tandem_session=tds_[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/)
    const write = async (headers: Record<string, string | undefined>) =>
      (await cloud.call('POST', '/tasks', { title: 'by cookie' }, { cookie, ...(headers as Headers_) })).status
    expect(await write({ origin: home })).toBe(201)
    expect(await write({ 'sec-fetch-site': 'same-origin', origin: home })).toBe(201)
    expect(await write({})).toBe(201) // no browser: those send one of both
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://evil.example' },
    ])
      expect(await write(headers)).toBe(403)
    expect((await cloud.call('GET', '/tasks', undefined, { cookie, origin: 'https://evil.example' })).status).toBe(200)
    // The cookie of the secure name is not taken on plain http, nor the other way round.
    expect((await cloud.call('GET', '/tasks', undefined, { cookie: cookie.replace('tandem', '__Host-tandem') })).status).toBe(401)
  })

  it('[CL6] has the __Host- cookie when the public address is https', async () => {
    const secure = await openCloud({ publicUrl: 'https://tandem.example.org' }, cloud.database)
    try {
      const reply = await secure.call('POST', '/auth/sign-in', { email: people.member.email, password: 'correct horse battery' })
      expect(reply.headers.get('set-cookie')).toMatch(/^__Host-tandem_session=tds_[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/)
      const cookie = (reply.headers.get('set-cookie') as string).split(';', 1)[0] as string
      expect((await secure.call('POST', '/tasks', { title: 'x' }, { cookie, origin: 'https://tandem.example.org' })).status).toBe(201)
      expect((await secure.call('POST', '/tasks', { title: 'x' }, { cookie, origin: secure.url })).status).toBe(403)
    } finally {
      await secure.close()
    }
  })
})

describe('API tokens', () => {
  it('[CL7] are shown once, have a checksum, and end at once when revoked', async () => {
    const { body } = await people.owner.call('POST', `/teams/${team.id}/tokens`, { name: 'ci' })
    expect(body.token).toMatch(/^tdm_[0-9A-Za-z]{39}$/)
    const listed = (await people.owner.call('GET', `/teams/${team.id}/tokens`)).body
    expect(JSON.stringify(listed)).not.toContain(body.token)
    expect(listed[0]).toEqual({
      id: body.id,
      name: 'ci',
      last_four: body.token.slice(-4),
      created_at: body.created_at,
      last_used_at: null,
      made_by: null,
      created_by: people.owner.id,
      agent: null,
      read_only: false,
      expires_at: null,
      policy: {},
      may: null,
    })
    expect((await cloud.call('GET', '/tasks', undefined, bearer(body.token, team.id))).status).toBe(200)
    await expect
      .poll(async () => (await people.owner.call('GET', `/teams/${team.id}/tokens/${body.id}`)).body.last_used_at, { timeout: 5000 })
      .toEqual(expect.any(String))
    expect((await people.owner.call('DELETE', `/teams/${team.id}/tokens/${body.id}`)).status).toBe(204)
    expect((await cloud.call('GET', '/tasks', undefined, bearer(body.token, team.id))).status).toBe(401)
    expect((await people.owner.call('DELETE', `/teams/${team.id}/tokens/${body.id}`)).status).toBe(404)
    const stored = await onDatabase(cloud.database.url, (client) => client.query("SELECT string_agg(t::text, ' ') AS all FROM api_tokens t"))
    expect(stored.rows[0].all).not.toContain(body.token)
  })

  it('[CL8] and the sessions of one person share an allowance of calls', async () => {
    const strict = await openCloud({ requestsPerMinute: 4 }, cloud.database)
    try {
      const second = (await people.owner.call('POST', `/teams/${team.id}/tokens`, { name: 'a second one' })).body
      const logins = [team.as, people.owner.as, bearer(second.token, team.id)]
      const calls = []
      for (let i = 0; i < 7; i++) calls.push(await strict.call('GET', '/tasks', undefined, { 'x-team-id': team.id, ...logins[i % 3] }))
      expect(calls.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 429, 429, 429])
      expect(Number(calls[4]?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await strict.call('GET', '/tasks', undefined, { ...people.admin.as, 'x-team-id': team.id })).status).toBe(200)
      await people.owner.call('DELETE', `/teams/${team.id}/tokens/${second.id}`)
    } finally {
      await strict.close()
    }
  })

  it('[CL8] that are invented share one for their address, and take nothing from those that are known', async () => {
    const strict = await openCloud({ requestsPerMinute: 5, trustProxy: 'loopback' }, cloud.database)
    const from = (place: string, headers: Headers_) => strict.call('GET', '/tasks', undefined, { 'x-team-id': team.id, 'x-forwarded-for': place, ...headers })
    const invented = () => bearer(tokenFrom(randomBytes(64)), team.id)
    const inventedSession = () => ({ authorization: `Bearer tds_${randomBytes(32).toString('base64url')}` })
    try {
      expect((await from('192.0.2.1', people.admin.as)).status).toBe(200)
      // Mistyped ones are seen without asking anybody, and count for nothing.
      for (let i = 0; i < 20; i++) expect((await from('192.0.2.1', bearer(`${team.token.slice(0, -1)}!`, team.id))).status).toBe(401)
      const statuses = []
      for (let i = 0; i < 8; i++) statuses.push((await from('192.0.2.1', i % 2 ? invented() : inventedSession())).status)
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
      expect((await from('192.0.2.1', people.admin.as)).status).toBe(200)
      expect((await from('192.0.2.2', invented())).status).toBe(401)
      // A revoked one uses up nothing of its owner's.
      const gone = (await people.admin.call('POST', `/teams/${team.id}/tokens`, { name: 'gone' })).body
      expect((await from('192.0.2.3', bearer(gone.token, team.id))).status).toBe(200)
      await people.admin.call('DELETE', `/teams/${team.id}/tokens/${gone.id}`)
      const after = []
      for (let i = 0; i < 7; i++) after.push((await from('192.0.2.3', bearer(gone.token, team.id))).status)
      expect(after).toEqual([401, 401, 401, 401, 401, 401, 429])
      expect((await from('192.0.2.4', people.admin.as)).status).toBe(200)
    } finally {
      await strict.close()
    }
  })

  it('[J2] [CL9] is never a person, whatever it says; history shows which login wrote', async () => {
    const { id } = (await team.call('POST', '/tasks', { title: 'whose' }, { 'x-actor': 'person:Ana' })).body
    await team.call('PATCH', `/tasks/${id}`, { status: 'todo' }, { 'x-actor': 'person' })
    await team.call('POST', `/tasks/${id}/comments`, { body: 'x' }, { 'x-actor': 'person:Ana' })
    const task = (await team.call('GET', `/tasks/${id}`)).body
    const write = (key: string, actor: object, title: string, version: number) => ({
      key,
      action: 'update',
      uid: task.uid,
      id,
      version,
      actor,
      fields: { title },
    })
    const sync = (as: TestTeam['as'], ...tasks: object[]) => cloud.call('POST', '/sync', { tasks }, as)
    expect((await sync(team.as, write('a', { kind: 'person', name: 'Ana' }, 'hers', 2))).body.results[0].status).toBe('applied')
    expect((await sync(team.as, write('b', { kind: 'person', name: 'person' }, 'theirs', 3))).body.results[0].status).toBe('applied')
    const owner = { ...people.owner.as, 'x-team-id': team.id }
    // Who signed in is no device: what their role allows they do by the routes that ask for it.
    expect((await sync(owner, write('c', { kind: 'person', name: 'Ana' }, 'mine', 4))).status).toBe(403)
    expect((await cloud.call('PATCH', `/tasks/${id}`, { title: 'mine' }, owner)).status).toBe(200)
    const history = (await team.call('GET', `/tasks/${id}/history`)).body as { actor: object; principal: object }[]
    const token = { kind: 'token', id: team.tokenId, name: 'test', owner: { id: people.owner.id, name: 'owner' } }
    expect(history.map(({ actor, principal }) => [actor, principal])).toEqual([
      [
        { kind: 'person', name: 'owner' },
        { kind: 'person', id: people.owner.id, name: 'owner' },
      ],
      [{ kind: 'sync', name: 'test' }, token],
      [{ kind: 'sync', name: 'Ana' }, token],
      [{ kind: 'agent', name: 'Ana' }, token],
      [{ kind: 'agent', name: 'test' }, token],
      [{ kind: 'agent', name: 'Ana' }, token],
    ])
    expect((await team.call('GET', `/tasks/${id}/comments`)).body[0].author).toEqual({ kind: 'agent', name: 'Ana' })
  })
})
