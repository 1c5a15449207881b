// What a person may have at most, in all teams together, and that their tokens share one allowance.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, newPerson, newTeam, openCloud, prove, roomy, signIn, type TestCloud, type TestPerson } from '../../../support/cloud/cloud.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'
import { mustAdmin } from '../../../support/operator/operator.ts'
import { until } from '../../../support/until.ts'

let cloud: TestCloud
let second: TestCloud
const options = { quotas: { ...roomy, personTeams: 3, personTokens: 6 } }

beforeAll(async () => {
  cloud = await openCloud(options)
  second = await openCloud(options, cloud.database)
})
afterAll(async () => {
  await second.close()
  await cloud.close()
})

const sum = (replies: { status: number }[], status: number) => replies.filter((reply) => reply.status === status).length
const onBoth = (nth: number, person: TestPerson, path: string, body: object) => (nth % 2 === 0 ? cloud : second).call('POST', path, body, person.as)

describe('quotas of a person', () => {
  it('[OP36] 12 teams at once on two instances: 3 are made', async () => {
    const ana = await newPerson(cloud, 'Ana')
    const replies = await Promise.all(Array.from({ length: 12 }, (_, nth) => onBoth(nth, ana, '/teams', { name: `Team ${nth}` })))
    expect([sum(replies, 201), sum(replies, 403)]).toEqual([3, 9])
    expect(replies.find(({ status }) => status === 403)?.body).toMatchObject({
      code: 'quota_exceeded',
      quota: 'teams',
      used: 3,
      limit: 3,
      detail: expect.stringMatching(/^One person may own 3 teams, .* or ask the operator for more\.$/),
    })
    const teams = (await ana.call('GET', '/teams')).body
    expect(teams).toHaveLength(3)
    expect((await ana.call('DELETE', `/teams/${teams[0].id}?now=true`)).status).toBe(204)
    expect((await ana.call('POST', '/teams', { name: 'Room again' })).status).toBe(201)
  })

  it('[OP36] who is an owner of enough teams is made one of no other, and their sign-in works', async () => {
    const [bo, eve] = [await newPerson(cloud, 'Bo'), await newPerson(cloud, 'Eve')]
    await mustAdmin(cloud.database, 'users', 'quota', bo.email, '--teams', '0')
    expect((await bo.call('POST', '/teams', { name: 'None' })).body).toMatchObject({ code: 'quota_exceeded', quota: 'teams', used: 0, limit: 0 })
    const team = await newTeam(cloud, eve, 'Hers')
    const member = await addMember(cloud, team, eve, bo)
    expect(await eve.call('PATCH', `/teams/${team.id}/members/${member.id}`, { role: 'owner' })).toMatchObject({ status: 403, body: { quota: 'teams' } })
    expect((await eve.call('PATCH', `/teams/${team.id}/members/${member.id}`, { role: 'admin' })).status).toBe(200)
    const other = await newTeam(cloud, eve, 'Another')
    const invited = (await eve.call('POST', `/teams/${other.id}/members`, { email: bo.email, role: 'owner' })).body
    expect((await bo.call('POST', `/invitations/${invited.id}/accept`)).body).toMatchObject({ code: 'quota_exceeded' })
    expect((await signIn(cloud, bo.email)).token).toBeTruthy()
    await mustAdmin(cloud.database, 'users', 'quota', bo.email, '--teams', 'default')
    expect((await bo.call('POST', `/invitations/${invited.id}/accept`)).status).toBe(200)
    expect((await mustAdmin(cloud.database, 'users', 'show', bo.email)).user.usage).toEqual({
      teams: { used: 1, limit: 3, own: false },
      tokens: { used: 0, limit: 6, own: false },
    })
  })

  it('[OP36] tokens count over all teams, on both instances, also those made for somebody else; expired ones do not', async () => {
    const [ana, bo] = [await newPerson(cloud, 'Ana'), await newPerson(cloud, 'Bo')]
    const teams = [await newTeam(cloud, ana, 'One'), await newTeam(cloud, ana, 'Two')]
    const make = (nth: number, by: TestPerson, body: object = {}) => onBoth(nth, by, `/teams/${teams[nth % 2]?.id}/tokens`, { name: `token ${nth}`, ...body })
    const replies = await Promise.all(Array.from({ length: 12 }, (_, nth) => make(nth, ana)))
    expect([sum(replies, 201), sum(replies, 403)]).toEqual([4, 8])
    expect(replies.find(({ status }) => status === 403)?.body).toMatchObject({ code: 'quota_exceeded', quota: 'tokens', used: 6, limit: 6 })
    await addMember(cloud, teams[0] as { id: string }, ana, bo)
    expect((await make(0, ana, { person: bo.id })).body).toMatchObject({ code: 'quota_exceeded', quota: 'tokens', used: 6, limit: 6 })
    const { body: made } = replies.find(({ status }) => status === 201) as { body: { id: string } }
    const gone = await Promise.all(teams.map(({ id }) => ana.call('DELETE', `/teams/${id}/tokens/${made.id}`)))
    expect(sum(gone, 204)).toBe(1)
    expect((await make(1, ana, { expires_at: new Date(Date.now() + 1500).toISOString() })).status).toBe(201)
    expect((await make(1, ana)).status).toBe(403)
    await until('the token to expire', async () => (await make(1, ana)).status === 201 || undefined)
  })

  it('[OP36] tokens that one person makes for another, 12 at once on two instances, fill the maker’s quota and not the other’s', async () => {
    const [eve, bo] = [await newPerson(cloud, 'Eve'), await newPerson(cloud, 'Bo')]
    const [theirs, own] = [await newTeam(cloud, eve, 'Hers'), await newTeam(cloud, bo, 'His')]
    await addMember(cloud, theirs, eve, bo)
    const make = (nth: number) => onBoth(nth, eve, `/teams/${theirs.id}/tokens`, { name: `for Bo ${nth}`, person: bo.id })
    const replies = await Promise.all(Array.from({ length: 12 }, (_, nth) => make(nth)))
    // Each of them has the token of their own team already.
    expect([sum(replies, 201), sum(replies, 403)]).toEqual([5, 7])
    const used = async (person: TestPerson) => [
      (await person.call('GET', '/auth/usage')).body[1].used,
      (await mustAdmin(cloud.database, 'users', 'quota', person.email)).usage.tokens.used,
      (await mustAdmin(cloud.database, 'users', 'show', person.email)).user.usage.tokens.used,
    ]
    expect([await used(eve), await used(bo)]).toEqual([
      [6, 6, 6],
      [1, 1, 1],
    ])
    const his = await Promise.all(Array.from({ length: 7 }, (_, nth) => onBoth(nth, bo, `/teams/${own.id}/tokens`, { name: `own ${nth}` })))
    expect([sum(his, 201), sum(his, 403)]).toEqual([5, 2])
    // One of hers that ends makes room for her.
    const { body: made } = replies.find(({ status }) => status === 201) as { body: { id: string } }
    expect((await eve.call('DELETE', `/teams/${theirs.id}/tokens/${made.id}`)).status).toBe(204)
    expect((await make(0)).status).toBe(201)
    expect([await used(eve), await used(bo)]).toEqual([
      [6, 6, 6],
      [6, 6, 6],
    ])
  })

  it('[OP36] tokens made for a member stay when their maker leaves or ends the account, and count on nobody then', async () => {
    const [ana, eve, bo] = [await newPerson(cloud, 'Ana'), await newPerson(cloud, 'Eve'), await newPerson(cloud, 'Bo')]
    const team = await newTeam(cloud, ana, 'Kitchen')
    await addMember(cloud, team, ana, bo)
    const membership = await addMember(cloud, team, ana, eve)
    const promote = (id: string) => ana.call('PATCH', `/teams/${team.id}/members/${id}`, { role: 'admin' })
    const make = async () => (await eve.call('POST', `/teams/${team.id}/tokens`, { name: 'Bo’s desktop', person: bo.id })).body
    const used = async (person: TestPerson) => (await person.call('GET', '/auth/usage')).body[1].used
    const answers = async ({ token }: { token: string }) =>
      (await cloud.call('GET', '/tasks', undefined, { authorization: `Bearer ${token}`, 'x-team-id': team.id })).status
    await promote(membership.id)
    const first = await make()
    expect([await used(eve), await used(bo)]).toEqual([1, 0])
    expect((await eve.call('DELETE', `/teams/${team.id}/members/${membership.id}`)).status).toBe(204)
    expect([await used(eve), await used(bo), await answers(first)]).toEqual([0, 0, 200])
    // Back in the team they can end it, and it counts on them again.
    await promote((await addMember(cloud, team, ana, eve)).id)
    const second = await make()
    expect([await used(eve), await used(bo)]).toEqual([2, 0])
    await mustAdmin(cloud.database, 'users', 'delete', eve.email, '--yes')
    expect([await used(bo), await answers(first), await answers(second)]).toEqual([0, 200, 200])
    expect((await ana.call('DELETE', `/teams/${team.id}/tokens/${first.id}`)).status).toBe(204)
    expect([await answers(first), await answers(second)]).toEqual([401, 200])
  })

  it('[OP36] who has enough keeps what comes with a team from another cell', async () => {
    const ana = await newPerson(cloud, 'Ana')
    await onDatabase(cloud.database.url, async (client) => {
      await client.query('UPDATE users SET quota_teams = 0, quota_tokens = 0 WHERE id = $1', [ana.id])
      const team = randomUUID()
      const enter = () =>
        client.query(
          "INSERT INTO members (team_id, id, user_id, email, email_key, role, status, created_at, updated_at) VALUES ($1, $2, $3, 'a', 'a', 'owner', 'active', now(), now())",
          [team, randomUUID(), ana.id],
        )
      await client.query("INSERT INTO teams (id, name, created_at, updated_at) VALUES ($1, 'Moved', now(), now())", [team])
      await client.query('INSERT INTO team_counters (team_id, changed_at) VALUES ($1, now())', [team])
      await expect(enter()).rejects.toMatchObject({ code: 'TQ001' })
      await client.query("UPDATE team_counters SET move = 'arriving' WHERE team_id = $1", [team])
      await enter()
    })
  })

  it('[OP37] what an operator gives one person is in the audit', async () => {
    const ana = await newPerson(cloud, 'Ana')
    const { usage } = await mustAdmin(cloud.database, 'users', 'quota', ana.email, '--teams', '7', '--tokens', '8')
    expect(usage).toEqual({ teams: { used: 0, limit: 7, own: true }, tokens: { used: 0, limit: 8, own: true } })
    expect((await mustAdmin(cloud.database, 'audit')).acts[0]).toMatchObject({
      act: 'users quota',
      target_id: ana.id,
      arguments: { quota_teams: 7, quota_tokens: 8 },
    })
  })
})

describe('GET /auth/usage', () => {
  const usage = async (person: TestPerson, at = cloud) => (await at.call('GET', '/auth/usage', undefined, person.as)).body
  const of = (teams: [used: number, limit: number], tokens: [used: number, limit: number]) => [
    { quota: 'teams', used: teams[0], limit: teams[1], resets_at: null },
    { quota: 'tokens', used: tokens[0], limit: tokens[1], resets_at: null },
  ]

  it('[OP46] counts what is the person’s in all teams, and nobody else’s', async () => {
    const [ana, bo] = [await newPerson(cloud, 'Ana'), await newPerson(cloud, 'Bo')]
    expect(await usage(ana)).toEqual(of([0, 3], [0, 6]))
    const [one, two] = [await newTeam(cloud, ana, 'One'), await newTeam(cloud, ana, 'Two')]
    const before = await usage(ana)
    expect(before).toMatchObject([{ used: 2 }, { used: 2 }])
    const make = (team: { id: string }, body: object) => ana.call('POST', `/teams/${team.id}/tokens`, { name: 'one more', ...body })
    // Hers, in both teams; an agent's is hers, too; what has expired counts no longer.
    await make(one, { agent: 'claude' })
    await make(two, { expires_at: new Date(Date.now() + 60_000).toISOString() })
    expect(await usage(ana)).toEqual(of([2, 3], [4, 6]))
    await onDatabase(cloud.database.url, (client) =>
      client.query('UPDATE api_tokens SET expires_at = now() WHERE created_by = $1 AND expires_at IS NOT NULL', [ana.id]),
    )
    expect(await usage(ana)).toEqual(of([2, 3], [3, 6]))
    // What she makes for another member counts on her; nothing of another counts: teams in which one is not an owner, and tokens that somebody else made.
    await addMember(cloud, one, ana, bo)
    await make(one, { person: bo.id })
    expect(await usage(ana)).toEqual(of([2, 3], [4, 6]))
    expect(await usage(bo)).toEqual(of([0, 3], [0, 6]))
    expect((await mustAdmin(cloud.database, 'users', 'quota', bo.email)).usage).toEqual({
      teams: { used: 0, limit: 3, own: false },
      tokens: { used: 0, limit: 6, own: false },
    })
  })

  it('[OP46] what an operator gives one person is told at once, by every instance', async () => {
    const ana = await newPerson(cloud, 'Ana')
    await usage(ana, second)
    await mustAdmin(cloud.database, 'users', 'quota', ana.email, '--teams', '0', '--tokens', '1')
    expect(await Promise.all([cloud, second].map((at) => usage(ana, at)))).toEqual([of([0, 0], [0, 1]), of([0, 0], [0, 1])])
    await mustAdmin(cloud.database, 'users', 'quota', ana.email, '--teams', 'default', '--tokens', 'default')
    expect(await usage(ana, second)).toEqual(of([0, 3], [0, 6]))
  })

  it('[OP46] is for whoever is signed in: no token, of an agent or a person, is told', async () => {
    const ana = await newPerson(cloud, 'Ana')
    const team = await newTeam(cloud, ana, 'Kitchen')
    const { token } = (await ana.call('POST', `/teams/${team.id}/tokens`, { name: 'agent', agent: 'claude' })).body
    const asked = (path: string, as: Record<string, string>) => cloud.call('GET', path, undefined, as)
    expect((await asked('/auth/usage', {})).status).toBe(401)
    for (const bearer of [token, team.token]) {
      const as = { authorization: `Bearer ${bearer}`, 'x-team-id': team.id }
      const [refused, neighbour] = [await asked('/auth/usage', as), await asked('/auth/sessions', as)]
      expect([refused.status, refused.body.detail]).toEqual([403, neighbour.body.detail])
    }
  })
})

describe('one person with many tokens', () => {
  /** `count` tokens of one person, some of them an agent's. */
  async function tokensOf(at: TestCloud, person: TestPerson, count: number) {
    await mustAdmin(at.database, 'users', 'quota', person.email, '--tokens', '1000')
    const team = await newTeam(at, person)
    const made = await Promise.all(
      Array.from({ length: count }, (_, nth) =>
        person.call('POST', `/teams/${team.id}/tokens`, { name: `token ${nth}`, ...(nth % 2 === 0 ? {} : { agent: `agent ${nth}` }) }),
      ),
    )
    return { team, headers: made.map(({ body }) => ({ authorization: `Bearer ${body.token}`, 'x-team-id': team.id })) }
  }

  it('[OP38] 50 tokens have one allowance of calls', async () => {
    const ana = await newPerson(cloud, 'Ana')
    const { headers } = await tokensOf(cloud, ana, 50)
    const strict = await openCloud({ ...options, requestsPerMinute: 10 }, cloud.database)
    try {
      const replies = []
      for (const as of headers) replies.push(await strict.call('GET', '/tasks', undefined, as))
      // Each token is looked up once before it is known whose it is; the calls that are answered are the person's.
      expect([sum(replies, 200), sum(replies, 429)]).toEqual([10, 40])
      expect((await strict.call('GET', '/teams', undefined, ana.as)).status).toBe(429)
    } finally {
      await strict.close()
    }
  })

  it('[OP38] 50 tokens have one allowance of open streams, which one that closes frees', async () => {
    const [ana, bo] = [await newPerson(cloud, 'Ana'), await newPerson(cloud, 'Bo')]
    const { team, headers } = await tokensOf(cloud, ana, 50)
    await prove(cloud, bo)
    await addMember(cloud, team, ana, bo)
    const strict = await openCloud({ ...options, streamsPerPerson: 8 }, cloud.database)
    const closing = new AbortController()
    // Held on to: a reply that nothing refers to is given up with its stream, whenever memory is tidied.
    const replies: Response[] = []
    const open = async (as: Record<string, string>, signal = closing.signal) => {
      const reply = await fetch(`${strict.url}/api/events/stream`, { headers: { ...as, 'x-team-id': team.id }, signal })
      replies.push(reply)
      return reply.status
    }
    try {
      const first = new AbortController()
      expect(await open(headers[0] as Record<string, string>, first.signal)).toBe(200)
      const statuses = await Promise.all(headers.slice(1).map((as) => open(as)))
      expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length]).toEqual([7, 42])
      expect(await open(ana.as)).toBe(429)
      expect(await open(bo.as)).toBe(200)
      first.abort()
      await until('a place to be free', async () => (await open(ana.as)) === 200 || undefined)
    } finally {
      closing.abort()
      await strict.close()
    }
  })
})

describe('tokens that somebody else made for a person', () => {
  /** Two teams of Eve’s, in each of which she made a token for Bo; in one of them she made one for Cy, its other admin, who made one for Bo. Bo has a team, too. */
  async function madeByEve() {
    const [eve, bo, cy] = [await newPerson(cloud, 'Eve'), await newPerson(cloud, 'Bo'), await newPerson(cloud, 'Cy')]
    const [theirs, more, own] = [await newTeam(cloud, eve, 'Hers'), await newTeam(cloud, eve, 'Hers, too'), await newTeam(cloud, bo, 'His')]
    await addMember(cloud, theirs, eve, bo)
    await addMember(cloud, more, eve, bo)
    const { id } = await addMember(cloud, theirs, eve, cy)
    await eve.call('PATCH', `/teams/${theirs.id}/members/${id}`, { role: 'admin' })
    const make = async (by: TestPerson, person: TestPerson, team = theirs) => {
      const { body } = await by.call('POST', `/teams/${team.id}/tokens`, { name: 'desktop', person: person.id })
      return { authorization: `Bearer ${body.token}`, 'x-team-id': team.id }
    }
    const forBo = [await make(eve, bo), await make(eve, bo, more)] as const
    return { eve, bo, theirs, own, forBo, forCy: await make(eve, cy), forBoByCy: await make(cy, bo) }
  }

  it('[OP38] share one allowance of calls, in whatever teams, and leave the person’s own as it is', async () => {
    const { eve, bo, theirs, own, forBo, forCy, forBoByCy } = await madeByEve()
    const strict = await openCloud({ ...options, requestsPerMinute: 10 }, cloud.database)
    try {
      const status = async (as: Record<string, string>) => (await strict.call('GET', '/tasks', undefined, as)).status
      const replies = []
      for (let nth = 0; nth < 16; nth++) replies.push(await status(forBo[nth % 2] as Record<string, string>))
      expect([replies.filter((one) => one === 200).length, replies.filter((one) => one === 429).length]).toEqual([10, 6])
      const sessions = [own, theirs].map(({ id }) => ({ ...bo.as, 'x-team-id': id }))
      const others = [own.as, ...sessions, forBoByCy, forCy, { ...eve.as, 'x-team-id': theirs.id }]
      for (const as of others) expect(await status(as)).toBe(200)
      // A batch over MCP is counted there, too.
      const batch = Array.from({ length: 11 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
      const headers = { ...forCy, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      expect((await fetch(`${strict.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(batch) })).status).toBe(429)
      expect(await status(forCy)).toBe(429)
    } finally {
      await strict.close()
    }
  })

  it('[OP38] share one allowance of open streams likewise', async () => {
    const { bo, own, forBo, forCy, forBoByCy } = await madeByEve()
    const strict = await openCloud({ ...options, streamsPerPerson: 3, streamsPerLogin: 3 }, cloud.database)
    const closing = new AbortController()
    // Held on to, as above.
    const replies: Response[] = []
    const open = async (as: Record<string, string>) => {
      const reply = await fetch(`${strict.url}/api/events/stream`, { headers: as, signal: closing.signal })
      replies.push(reply)
      return reply.status
    }
    try {
      const statuses = []
      for (const as of [forBo[0], forBo[1], forBo[0], forBo[1]]) statuses.push(await open(as))
      expect(statuses).toEqual([200, 200, 200, 429])
      for (const as of [own.as, { ...bo.as, 'x-team-id': own.id }, forBoByCy, forCy]) expect(await open(as)).toBe(200)
    } finally {
      closing.abort()
      await strict.close()
    }
  })
})
