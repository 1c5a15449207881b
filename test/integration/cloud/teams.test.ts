// Teams and members, on two instances over one database.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../../contract/http.ts'
import { addMember, newPerson, newTeam, openCloud, prove, signIn, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'

let cloud: TestCloud
let second: TestCloud
let clock = 0

beforeAll(async () => {
  const now = () => new Date(Date.now() + clock)
  cloud = await openCloud({ now })
  second = await openCloud({ now }, cloud.database)
})
afterAll(async () => {
  await second.close()
  await cloud.close()
})

type Role = 'owner' | 'admin' | 'member'

/** A team with an owner and others, as callers and by member id. */
async function teamOf(...roles: Role[]): Promise<{ team: TestTeam; owner: TestPerson; others: TestPerson[]; ids: string[] }> {
  const owner = await newPerson(cloud, 'owner')
  const team = await newTeam(cloud, owner)
  const others = await Promise.all(roles.map((role) => newPerson(cloud, role)))
  for (const [i, role] of roles.entries()) await addMember(cloud, team, owner, others[i] as TestPerson, role)
  const members = (await owner.call('GET', `/teams/${team.id}/members`)).body as { id: string; email: string }[]
  return { team, owner, others, ids: [owner, ...others].map(({ email }) => members.find((member) => member.email === email)?.id as string) }
}

const linkIn = (mail: string | undefined) => /#token=([\w-]+)/.exec(mail ?? '')?.[1] as string

describe('teams', () => {
  it('[CL20] whoever creates a team owns it', async () => {
    const ana = await newPerson(cloud, 'ana')
    const reply = await ana.call('POST', '/teams', { name: 'Kitchen' })
    expect([reply.status, reply.body]).toEqual([
      201,
      { id: expect.any(String), name: 'Kitchen', role: 'owner', created_at: expect.any(String), updated_at: expect.any(String), deletes_at: null },
    ])
    expect((await cloud.call('GET', (reply.headers.get('location') as string).slice(4), undefined, ana.as)).body).toEqual(reply.body)
    expect((await ana.call('GET', `/teams/${reply.body.id}/members`)).body).toEqual([
      expect.objectContaining({ email: ana.email, name: 'ana', role: 'owner', status: 'active', user_id: ana.id, invitation_expires_at: null }),
    ])
    expect((await ana.call('PATCH', `/teams/${reply.body.id}`, { name: 'Kitchen 2' })).body.name).toBe('Kitchen 2')
    expectProblem(await ana.call('POST', '/teams', { name: ' ' }), 400, /name/)
  })

  it('[C5] a member changes and deletes their own comments, an admin or the owner everybody’s', async () => {
    const { team, owner, others } = await teamOf('admin', 'member')
    const [admin, member] = others as [TestPerson, TestPerson]
    const inTeam = { 'x-team-id': team.id }
    const { id } = (await owner.call('POST', '/tasks', { title: 'x' }, inTeam)).body
    const write = async (who: TestPerson) => `/tasks/${id}/comments/${(await who.call('POST', `/tasks/${id}/comments`, { body: who.email }, inTeam)).body.id}`
    const [ofOwner, ofMember] = [await write(owner), await write(member)]
    for (const method of ['PATCH', 'DELETE'])
      expectProblem(await member.call(method, ofOwner, method === 'PATCH' ? { body: 'mine' } : undefined, inTeam), 403, /author/)
    expect((await member.call('PATCH', ofMember, { body: 'own' }, inTeam)).body.body).toBe('own')
    expect((await admin.call('PATCH', ofMember, { body: 'by role' }, inTeam)).body).toMatchObject({ body: 'by role', author: { kind: 'person' } })
    expect((await owner.call('DELETE', ofMember, undefined, inTeam)).status).toBe(204)
    expect((await owner.call('GET', ofOwner, undefined, inTeam)).body.body).toBe(owner.email)
  })

  it('[CL21] deleting a team takes everything along', async () => {
    const { team, owner } = await teamOf('member')
    const task = (await team.call('POST', '/tasks', { title: 'x' }, { 'idempotency-key': 'k' })).body
    await team.call('POST', `/tasks/${task.id}/comments`, { body: 'x' })
    await team.call('POST', `/tasks/${task.id}/schedules`, { type: 'interval', interval_days: 1 })
    await team.call('POST', '/contacts', { name: 'x' })
    expect((await owner.call('DELETE', `/teams/${team.id}?now=true`)).status).toBe(204)
    expect((await owner.call('GET', `/teams/${team.id}`)).status).toBe(404)
    expect((await team.call('GET', '/tasks')).status).toBe(401)
    await onDatabase(cloud.database.url, async (client) => {
      const { rows } = await client.query("SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'team_id'")
      expect(rows.length).toBeGreaterThan(7)
      for (const { table_name } of rows) expect((await client.query(`SELECT 1 FROM ${table_name} WHERE team_id = $1`, [team.id])).rowCount).toBe(0)
    })
  })
})

describe('members', () => {
  it('[CL22] only owners touch owners; admins change the others', async () => {
    const { team, owner, others, ids } = await teamOf('admin', 'member', 'admin')
    const [admin, member] = others as [TestPerson, TestPerson]
    const [ownerId, adminId, memberId, secondAdminId] = ids as [string, string, string, string]
    const at = (id: string) => `/teams/${team.id}/members/${id}`
    expectProblem(await admin.call('PATCH', at(ownerId), { role: 'member' }), 403, /owner/)
    expectProblem(await admin.call('DELETE', at(ownerId)), 403, /owner/)
    expectProblem(await admin.call('PATCH', at(memberId), { role: 'owner' }), 403, /owner/)
    expectProblem(await admin.call('POST', `/teams/${team.id}/members`, { email: 'x@example.org', role: 'owner' }), 403, /owner/)
    expect((await admin.call('PATCH', at(memberId), { role: 'admin' })).body.role).toBe('admin')
    expect((await admin.call('PATCH', at(memberId), { role: 'member' })).body.role).toBe('member')
    expectProblem(await member.call('DELETE', at(adminId)), 403, /admin or owner/)
    expect((await admin.call('DELETE', at(secondAdminId))).status).toBe(204)
    expect((await owner.call('PATCH', at(adminId), { role: 'owner' })).body.role).toBe('owner')
    expect((await admin.call('PATCH', at(ownerId), { role: 'member' })).body.role).toBe('member')
    expectProblem(await admin.call('PATCH', at(memberId), { role: 'boss' }), 400, /role must be one of/)
    expectProblem(await admin.call('PATCH', at('00000000-0000-4000-8000-000000000000'), { role: 'member' }), 404)
  })

  it('[CL23] the last owner can neither leave nor step down', async () => {
    const { team, owner, ids } = await teamOf('admin')
    const own = `/teams/${team.id}/members/${ids[0]}`
    expectProblem(await owner.call('DELETE', own), 409, /last one/)
    expectProblem(await owner.call('PATCH', own, { role: 'admin' }), 409, /last one/)
    expect((await owner.call('POST', `/teams/${team.id}/transfer`, { member_id: ids[1] })).body).toMatchObject({ role: 'owner', id: ids[1] })
    expect((await owner.call('GET', `/teams/${team.id}`)).body.role).toBe('admin')
    expect((await owner.call('DELETE', own)).status).toBe(204)
    expect((await owner.call('GET', `/teams/${team.id}`)).status).toBe(404)
  })

  it('[CL23] two owners who leave at once on two instances leave one behind', async () => {
    for (let round = 0; round < (process.env.TANDEM_LONG ? 5 : 2); round++) {
      const { team, owner, others, ids } = await teamOf('owner', 'owner')
      const leave = (instance: TestCloud, person: TestPerson, id: string) => instance.call('DELETE', `/teams/${team.id}/members/${id}`, undefined, person.as)
      const replies = await Promise.all([
        leave(cloud, owner, ids[0] as string),
        leave(second, others[0] as TestPerson, ids[1] as string),
        leave(cloud, others[1] as TestPerson, ids[2] as string),
      ])
      expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([204, 204, 409])
    }
  })

  it('[CL24] whoever goes loses access at once, and their tokens end', async () => {
    const { team, owner, others, ids } = await teamOf('admin')
    const admin = others[0] as TestPerson
    const { body: token } = await admin.call('POST', `/teams/${team.id}/tokens`, { name: 'mine' })
    const as = { authorization: `Bearer ${token.token}`, 'x-team-id': team.id }
    expect((await second.call('GET', '/tasks', undefined, as)).status).toBe(200)
    expect((await owner.call('DELETE', `/teams/${team.id}/members/${ids[1]}`)).status).toBe(204)
    expect((await second.call('GET', '/tasks', undefined, as)).status).toBe(401)
    expect((await second.call('GET', '/tasks', undefined, { ...admin.as, 'x-team-id': team.id })).status).toBe(403)
    expect((await team.call('GET', '/tasks')).status).toBe(200)
  })
})

describe('invitations', () => {
  it('[CL25] an unknown address is invited, and in once it signs in', async () => {
    const { team, owner } = await teamOf()
    const email = `new-${team.id}@Example.org`
    const reply = await owner.call('POST', `/teams/${team.id}/members`, { email, role: 'admin' })
    expect([reply.status, reply.body]).toEqual([
      201,
      expect.objectContaining({ email, status: 'invited', role: 'admin', user_id: null, name: null, invitation_expires_at: expect.any(String) }),
    ])
    expect(await cloud.call('GET', (reply.headers.get('location') as string).slice(4), undefined, owner.as)).toMatchObject({ body: reply.body })
    await prove(cloud, await newPerson(cloud, 'newcomer', email.toLowerCase()))
    const person = await signIn(cloud, email.toLowerCase())
    expect((await person.call('GET', `/teams`)).body).toMatchObject([{ id: team.id, role: 'admin' }])
    expect((await owner.call('GET', `/teams/${team.id}/members`)).body[1]).toMatchObject({
      status: 'active',
      user_id: person.id,
      name: 'newcomer',
      invitation_expires_at: null,
    })
    expectProblem(await owner.call('POST', `/teams/${team.id}/members`, { email }), 409, /already/)
    const stored = await onDatabase(cloud.database.url, (client) =>
      client.query('SELECT kind, before, after FROM event_queue WHERE team_id = $1 AND entity = $2 ORDER BY seq', [team.id, 'member']),
    )
    expect(stored.rows.map((row) => [row.kind, row.after?.status])).toEqual([
      ['member.created', 'active'],
      ['member.created', 'invited'],
      ['member.updated', 'active'],
    ])
  })

  it('[CL26] the mailed link works once, for the invited address only', async () => {
    const { team, owner } = await teamOf()
    const invited = await newPerson(cloud, 'invited')
    const stranger = await newPerson(cloud, 'stranger')
    await prove(cloud, invited, stranger)
    await owner.call('POST', `/teams/${team.id}/members`, { email: invited.email })
    const invitation = () => cloud.mails(invited.email).find((mail) => mail.includes('/invitation#'))
    await expect.poll(invitation).toBeDefined()
    const link = linkIn(invitation())
    expectProblem(await stranger.call('POST', '/invitations/accept', { token: link }), 404)
    expectProblem(await invited.call('POST', '/invitations/accept', { token: 'x' }), 404)
    expect((await invited.call('POST', '/invitations/accept', { token: link })).body).toMatchObject({ id: team.id, role: 'member' })
    expectProblem(await invited.call('POST', '/invitations/accept', { token: link }), 404)
  })

  it('[CL151] whoever has the link sees who invites into which team, and nobody else anything', async () => {
    const { team, owner } = await teamOf()
    const email = `guest-${team.id}@example.org`
    const { body } = await owner.call('POST', `/teams/${team.id}/members`, { email })
    const linkTo = async (n: number) => {
      const mails = () => cloud.mails(email).filter((mail) => mail.includes('/invitation#'))
      await expect.poll(() => mails().length).toBe(n)
      expect(mails().at(-1)).toContain(`&team=${team.id}`)
      return linkIn(mails().at(-1))
    }
    const token = await linkTo(1)
    const show = (link: string, teamId = team.id) => cloud.call('POST', '/invitations/show', { token: link, team_id: teamId })
    const known = {
      id: expect.any(String),
      team: { id: team.id, name: 'team' },
      invited_by: 'owner',
      address: 'g…@example.org',
      expires_at: body.invitation_expires_at,
    }
    const shown = await show(token)
    expect([shown.status, shown.body]).toEqual([200, { state: 'open', ...known }])
    const other = await teamOf()
    for (const [link, teamId] of [
      ['x', team.id],
      [token, other.team.id],
      [token, '00000000-0000-4000-8000-000000000000'],
    ] as const)
      expectProblem(await show(link, teamId), 404, /already used or withdrawn/)
    clock = 7 * 24 * 3_600_000 + 1000
    try {
      expect((await show(token)).body).toEqual({ state: 'expired', ...known })
    } finally {
      clock = 0
    }
    await owner.call('POST', `/teams/${team.id}/members`, { email })
    const newer = await linkTo(2)
    expectProblem(await show(token), 404)
    expect((await show(newer)).body.state).toBe('open')
    await owner.call('DELETE', `/teams/${team.id}/members/${body.id}`)
    expectProblem(await show(newer), 404)
  })

  it('[CL27] is void after seven days, until it is renewed', async () => {
    const { team, owner } = await teamOf()
    const email = `late-${team.id}@example.org`
    const { body } = await owner.call('POST', `/teams/${team.id}/members`, { email })
    const person = await (async () => {
      clock = 7 * 24 * 3_600_000 + 1000
      try {
        await prove(cloud, await newPerson(cloud, 'late', email))
        return await signIn(cloud, email)
      } finally {
        clock = 0
      }
    })()
    expect((await person.call('GET', '/teams')).body).toEqual([])
    const again = await owner.call('POST', `/teams/${team.id}/members`, { email, role: 'admin' })
    expect(again.body).toMatchObject({ id: body.id, role: 'admin', status: 'invited', created_at: body.created_at })
    expect((await person.call('POST', `/invitations/${body.id}/accept`)).status).toBe(200)
    expect((await person.call('GET', '/teams')).body).toMatchObject([{ id: team.id }])
  })

  it('[CL27] a withdrawn invitation lets nobody in', async () => {
    const { team, owner } = await teamOf()
    const email = `gone-${team.id}@example.org`
    const { body } = await owner.call('POST', `/teams/${team.id}/members`, { email })
    await owner.call('DELETE', `/teams/${team.id}/members/${body.id}`)
    await prove(cloud, await newPerson(cloud, 'gone', email))
    const person = await signIn(cloud, email)
    expectProblem(await person.call('POST', `/invitations/${body.id}/accept`), 404)
    expect((await person.call('GET', '/teams')).body).toEqual([])
  })

  it('[CL28] the same invitation sent and taken up many times at once gives one member', async () => {
    const { team, owner } = await teamOf()
    const email = `race-${team.id}@example.org`
    const invite = (instance: TestCloud) => instance.call('POST', `/teams/${team.id}/members`, { email }, owner.as)
    expect((await Promise.all([invite(cloud), invite(second), invite(cloud), invite(second)])).map((reply) => reply.status)).toEqual([201, 201, 201, 201])
    await prove(cloud, await newPerson(cloud, 'race', email))
    const [first] = await Promise.all([signIn(cloud, email), signIn(second, email), signIn(cloud, email)])
    expect((await first.call('GET', '/teams')).body).toHaveLength(1)
    const members = (await owner.call('GET', `/teams/${team.id}/members`)).body as { email: string }[]
    expect(members.filter((member) => member.email === email)).toHaveLength(1)
  })

  it('[CL28] taken up while it is withdrawn: one of the two happens', async () => {
    for (let round = 0; round < (process.env.TANDEM_LONG ? 4 : 2); round++) {
      const { team, owner } = await teamOf()
      const email = `either-${team.id}@example.org`
      const { body } = await owner.call('POST', `/teams/${team.id}/members`, { email })
      await prove(cloud, await newPerson(cloud, 'either', email))
      const [person, removed] = await Promise.all([signIn(second, email), owner.call('DELETE', `/teams/${team.id}/members/${body.id}`)])
      expect(removed.status).toBe(204)
      expect((await person.call('GET', '/teams')).body).toEqual([])
      expect((await owner.call('GET', `/teams/${team.id}/members`)).body).toHaveLength(1)
    }
  })
})
