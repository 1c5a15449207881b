// The end of an account and of a team: what has to be said, what stays, and that nothing else does.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stepAt, totpCode } from '../../../../cloud/auth/totp.ts'
import { expectProblem } from '../../../contract/http.ts'
import { unbase32 } from '../../../support/base32.ts'
import { addMember, newPerson, newTeam, openCloud, password, signIn, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await openCloud()
})
afterAll(() => cloud.close())

let people = 0
/** Without a name: called by the address. */
async function join(team: TestTeam, owner: TestPerson, role: string, name: string | null = 'Eve'): Promise<TestPerson> {
  const person = await newPerson(cloud, name ?? 'nobody', `joins-${++people}@example.org`)
  if (name === null) await onDatabase(cloud.database.url, (client) => client.query('UPDATE users SET name = NULL WHERE id = $1', [person.id]))
  await addMember(cloud, team, owner, person, role)
  return signIn(cloud, person.email)
}

/** Every row of every table that holds the text. */
const rowsWith = (text: string) =>
  onDatabase(cloud.database.url, async (client) => {
    const { rows } = await client.query("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'")
    const found: string[] = []
    for (const { table_name } of rows)
      for (const { row } of (await client.query(`SELECT t::text AS row FROM ${table_name} t WHERE position($1 IN lower(t::text)) > 0`, [text.toLowerCase()]))
        .rows)
        found.push(`${table_name}: ${row}`)
    return found
  })

describe('a deleted team', () => {
  it('[CL21] stays for seven days, in which everything works, everyone is told and an owner can restore it', async () => {
    const owner = await newPerson(cloud, 'Ana')
    const team = await newTeam(cloud, owner, 'Kitchen')
    const member = await join(team, owner, 'member')
    expectProblem(await member.call('DELETE', `/teams/${team.id}`), 403)
    expect((await owner.call('DELETE', `/teams/${team.id}`)).status).toBe(204)
    const { deletes_at } = (await member.call('GET', `/teams/${team.id}`)).body
    expect((Date.parse(deletes_at) - Date.now()) / 86_400_000).toBeCloseTo(7, 2)
    expect((await owner.call('GET', '/teams')).body).toMatchObject([{ deletes_at }])
    expect((await team.call('POST', '/tasks', { title: 'still here' })).status).toBe(201)
    for (const { email } of [owner, member])
      await expect.poll(() => cloud.mails(email).filter((mail) => mail.includes(deletes_at.slice(0, 10)))).toHaveLength(1)
    expect((await owner.call('DELETE', `/teams/${team.id}`)).status).toBe(204)
    expect((await owner.call('GET', `/teams/${team.id}`)).body.deletes_at).toBe(deletes_at)

    expectProblem(await member.call('POST', `/teams/${team.id}/restore`), 403)
    expect((await owner.call('POST', `/teams/${team.id}/restore`)).body).toMatchObject({ name: 'Kitchen', deletes_at: null, role: 'owner' })
    expect((await owner.call('POST', `/teams/${team.id}/restore`)).status).toBe(200)
    await expect.poll(() => cloud.mails(member.email).filter((mail) => mail.includes('stays'))).toHaveLength(1)
  })

  it('[CL21] is gone when its time is over, and only then', async () => {
    const owner = await newPerson(cloud)
    const [over, waiting, restored] = [await newTeam(cloud, owner), await newTeam(cloud, owner), await newTeam(cloud, owner)]
    await over.call('POST', '/tasks', { title: 'x' })
    for (const { id } of [over, waiting, restored]) await owner.call('DELETE', `/teams/${id}`)
    await owner.call('POST', `/teams/${restored.id}/restore`)
    await onDatabase(cloud.database.url, (client) => client.query("UPDATE teams SET deletes_at = now() - interval '1 minute' WHERE id = $1", [over.id]))
    const other = await openCloud({}, cloud.database)
    await expect.poll(async () => (await owner.call('GET', `/teams/${over.id}`)).status, { timeout: 20_000 }).toBe(404)
    for (const { id } of [waiting, restored]) expect((await owner.call('GET', `/teams/${id}`)).status).toBe(200)
    expect((await over.call('GET', '/tasks')).status).toBe(401)
    await other.close()
  })
})

describe('a deleted account', () => {
  const end = (person: TestPerson, more: object = {}) => person.call('POST', '/auth/account/delete', { password, ...more })

  it('[CL130] leaves its teams, keeps the name in what it wrote, and leaves no address behind', async () => {
    const owner = await newPerson(cloud, 'Ana')
    const team = await newTeam(cloud, owner, 'Kitchen')
    const [named, nameless] = [await join(team, owner, 'admin', 'Bo Stone'), await join(team, owner, 'owner', null)]
    const alone = await newTeam(cloud, named, 'My own')
    const inTeam = { 'x-team-id': team.id }
    const { id } = (await owner.call('POST', '/tasks', { title: 'Bake' }, inTeam)).body
    for (const person of [named, nameless]) {
      const comment = (await person.call('POST', `/tasks/${id}/comments`, { body: 'mine' }, inTeam)).body
      await person.call('PATCH', `/tasks/${id}/comments/${comment.id}`, { body: 'mine, too' }, inTeam)
      await person.call('PATCH', `/tasks/${id}`, { priority: person === named ? 'high' : 'low' }, inTeam)
      await person.call('POST', '/devices', { token: (person === named ? 'ab' : 'cd').repeat(32), platform: 'ios' })
    }
    const about = { assignee: named.email, requesters: [nameless.email.toUpperCase(), 'Zoe'] }
    const theirs = (await owner.call('POST', '/tasks', { title: 'Sweep', ...about }, inTeam)).body
    await owner.call('PUT', '/agents/shy/policy', { create: 'propose' }, inTeam)
    const { proposal } = (await team.call('POST', '/tasks', { title: 'Proposed', ...about }, { 'x-actor': 'agent:shy' })).body
    const token = (await named.call('POST', `/teams/${team.id}/tokens`, { name: 'script' })).body.token
    const asToken = { authorization: `Bearer ${token}`, ...inTeam }
    expect((await cloud.call('GET', '/tasks', undefined, asToken)).status).toBe(200)

    for (const person of [named, nameless]) {
      expect((await end(person)).status).toBe(204)
      expectProblem(await person.call('GET', '/auth/session'), 401)
      expectProblem(await cloud.call('POST', '/auth/sign-in', { email: person.email, password }), 401)
      await expect.poll(() => cloud.mails(person.email).at(-1)).toMatch(/Your Tandem account was deleted/)
      await expect.poll(() => rowsWith(person.email)).toEqual([])
    }
    expectProblem(await cloud.call('GET', '/tasks', undefined, asToken), 401)
    expectProblem(await owner.call('GET', `/teams/${alone.id}`), 404)
    expect((await owner.call('GET', `/teams/${team.id}/members`)).body).toMatchObject([{ email: owner.email }])
    const authors = ((await owner.call('GET', `/tasks/${id}/comments`, undefined, inTeam)).body as { author: object }[]).map(({ author }) => author)
    expect(authors).toEqual(['Bo Stone', 'Former member'].map((name) => ({ kind: 'person', name })))
    const history = (await owner.call('GET', `/tasks/${id}/history`, undefined, inTeam)).body as { actor: { name: string } }[]
    expect(new Set(history.map(({ actor }) => actor.name))).toEqual(new Set(['Ana', 'Bo Stone', 'Former member']))
    // Nobody who has the name too is taken for them.
    const kept = { assignee: 'Bo Stone (former member)', requesters: ['Former member', 'Zoe'] }
    expect((await owner.call('GET', `/tasks/${theirs.id}`, undefined, inTeam)).body).toMatchObject(kept)
    expect((await owner.call('GET', `/proposals/${proposal}`, undefined, inTeam)).body.arguments).toMatchObject(kept)
    // The address is free again.
    expect((await cloud.call('POST', '/auth/sign-up', { email: named.email, password })).status).toBe(202)
  })

  it.runIf(process.env.TANDEM_LONG)('[CL130] what somebody without a name decided or holds keeps no address either', async () => {
    const owner = await newPerson(cloud, 'Ana')
    const team = await newTeam(cloud, owner, 'Kitchen')
    const nameless = await join(team, owner, 'member', null)
    const inTeam = { 'x-team-id': team.id }
    const byAgent = { 'x-actor': 'agent:shy', 'x-run': 'one' }
    const { id } = (await team.call('POST', '/tasks', { title: 'Bake', status: 'todo' })).body
    const question = (await team.call('POST', `/tasks/${id}/questions`, { question: 'Which flour?' }, byAgent)).body
    expect((await nameless.call('POST', `/questions/${question.question_id}/answer`, { answer: 'Rye' }, inTeam)).status).toBe(200)
    await owner.call('PUT', '/agents/shy/policy', { create: 'propose' }, inTeam)
    const { proposal } = (await team.call('POST', '/tasks', { title: 'Sweep' }, byAgent)).body
    expect((await nameless.call('POST', `/proposals/${proposal}/reject`, {}, inTeam)).status).toBe(200)
    expect((await nameless.call('PUT', `/tasks/${id}/claim`, {}, inTeam)).status).toBe(200)

    expect((await end(nameless)).status).toBe(204)
    await expect.poll(() => rowsWith(nameless.email)).toEqual([])
    const read = async (path: string) => (await owner.call('GET', path, undefined, inTeam)).body
    expect((await read(`/questions/${question.question_id}`)).decided_by).toEqual({ kind: 'person', name: 'Former member' })
    expect((await read(`/proposals/${proposal}`)).decided_by).toEqual({ kind: 'person', name: 'Former member' })
  })

  it('[CL130] is not deleted by a borrowed session, nor with a team that would be left without an owner', async () => {
    const owner = await newPerson(cloud)
    const team = await newTeam(cloud, owner, 'Bakery')
    const member = await join(team, owner, 'member')
    expectProblem(await end(owner, { password: 'another password' }), 403)
    expectProblem(await end(owner), 409, /Bakery/)
    expect((await owner.call('GET', `/teams/${team.id}`)).status).toBe(200)
    const { body } = await owner.call('GET', `/teams/${team.id}/members`)
    const memberId = body.find(({ email }: { email: string }) => email === member.email).id
    await owner.call('PATCH', `/teams/${team.id}/members/${memberId}`, { role: 'owner' })
    // Two owners at the same moment: one of them stays, or is alone by then, and the team goes with whoever is the last.
    const both = await Promise.all([end(owner), end(member)])
    expect(both.map(({ status }) => status)).toContain(204)
    for (const [index, { status }] of both.entries()) {
      if (status === 204) continue
      expect(status).toBe(409)
      const left = index === 0 ? owner : member
      expect((await left.call('GET', `/teams/${team.id}/members`)).body).toMatchObject([{ email: left.email, role: 'owner' }])
      expect((await end(left)).status).toBe(204)
    }
    expect(await onDatabase(cloud.database.url, async (client) => (await client.query('SELECT 1 FROM teams WHERE id = $1', [team.id])).rowCount)).toBe(0)
  })

  it('[CL130] asks for the second factor where there is one', async () => {
    const person = await newPerson(cloud)
    const { secret } = (await person.call('POST', '/auth/totp', { password })).body
    const code = (step: number) => totpCode(unbase32(secret), stepAt(new Date()) + step)
    await person.call('POST', '/auth/totp/confirm', { code: code(0) })
    expectProblem(await end(person), 400, /code/)
    expectProblem(await end(person, { code: '000000' }), 401)
    expect((await end(person, { code: code(1) })).status).toBe(204)
    await expect(signIn(cloud, person.email)).rejects.toThrow()
  })
})
