// Accounts and teams that an operator locks, on two running instances: out at once, everywhere, and back with nothing lost. No look now and then
// comes before the end of the test.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addMember,
  newPerson,
  newTeam,
  openCloud,
  password,
  prove,
  signIn,
  type TestCloud,
  type TestPerson,
  type TestTeam,
} from '../../../support/cloud/cloud.ts'
import { admin, mustAdmin } from '../../../support/operator/operator.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'
import { follow } from '../../../support/cloud/team-events.ts'
import { until } from '../../../support/until.ts'

let cloud: TestCloud
let second: TestCloud
let ana: TestPerson
let bo: TestPerson
let team: TestTeam

const seldom = { streams: { pollEvery: 3_600_000 } }
beforeAll(async () => {
  cloud = await openCloud(seldom)
  second = await openCloud(seldom, cloud.database)
  ana = await newPerson(cloud, 'Ana')
  team = await newTeam(cloud, ana, 'Kitchen')
  bo = await newPerson(cloud, 'Bo')
  await addMember(cloud, team, ana, bo)
})
afterAll(async () => {
  await second.close()
  await cloud.close()
})

const inTeam = (one: TestPerson) => ({ ...one.as, 'x-team-id': team.id })
async function waitingCall(as: Record<string, string>) {
  const { id } = (await team.call('POST', '/tasks', { title: 'Bake' })).body
  const asked = (await team.call('POST', `/tasks/${id}/questions`, { question: 'Rye?' }, { 'x-actor': 'agent:claude' })).body.question_id
  return second.call('GET', `/questions/${asked}?wait_seconds=200`, undefined, as)
}

describe('an account', () => {
  it('[OP4] is out at once on every instance, its token as well, and comes back with nothing lost', async () => {
    const made = await ana.call('POST', `/teams/${team.id}/tokens`, { name: 'desktop of Bo', person: bo.id })
    const token = { authorization: `Bearer ${made.body.token}`, 'x-team-id': team.id }
    const calendar = (await bo.call('POST', `/teams/${team.id}/calendars`, { of: 'all' })).body.url as string
    const path = new URL(calendar).pathname
    const streams = [await follow(second.url, inTeam(bo)), await follow(second.url, token)]
    const call = waitingCall(inTeam(bo))
    const anas = await follow(second.url, inTeam(ana))

    const locked = await mustAdmin(cloud.database, 'users', 'lock', bo.email, '--reason', 'spam')
    expect(locked).toMatchObject({ changed: true, user: { id: bo.id, email: bo.email, locked_at: expect.any(String) } })
    for (const stream of streams) await stream.ended
    expect(await call).toMatchObject({ status: 403, body: { code: 'locked' } })
    for (const instance of [cloud, second]) {
      for (const as of [inTeam(bo), token])
        expect(await instance.call('GET', '/tasks', undefined, as)).toMatchObject({ status: 403, body: { code: 'locked', locked: 'account' } })
      expect(await instance.call('POST', '/auth/sign-in', { email: bo.email, password })).toMatchObject({ status: 403, body: { code: 'locked' } })
      expect((await fetch(`${instance.url}${path}`)).status).toBe(403)
      expect((await fetch(`${instance.url}/api/events/stream`, { headers: token })).status).toBe(403)
    }
    // A wrong password is not told that there is such an account.
    expect((await cloud.call('POST', '/auth/sign-in', { email: bo.email, password: 'another one' })).status).toBe(401)
    // Nobody else is out.
    expect((await second.call('GET', '/tasks', undefined, inTeam(ana))).status).toBe(200)
    anas.close()

    expect(await mustAdmin(cloud.database, 'users', 'lock', bo.id)).toMatchObject({ changed: false })
    expect(await mustAdmin(cloud.database, 'users', 'unlock', bo.id)).toMatchObject({ changed: true, user: { locked_at: null } })
    for (const as of [inTeam(bo), token]) expect((await second.call('GET', '/tasks', undefined, as)).status).toBe(200)
    expect((await fetch(`${second.url}${path}`)).status).toBe(200)
    expect((await signIn(second, bo.email)).id).toBe(bo.id)
  })

  it('[OP4] keeps no token that it made for somebody else', async () => {
    const carla = await newPerson(cloud, 'Carla')
    await addMember(cloud, team, ana, carla, 'admin')
    const { token } = (await carla.call('POST', `/teams/${team.id}/tokens`, { name: 'for Bo', person: bo.id })).body
    const as = { authorization: `Bearer ${token}`, 'x-team-id': team.id }
    expect((await second.call('GET', '/tasks', undefined, as)).status).toBe(200)
    await mustAdmin(cloud.database, 'users', 'lock', carla.email)
    expect((await second.call('GET', '/tasks', undefined, as)).body).toMatchObject({ code: 'locked' })
  })
})

describe('a team', () => {
  it('[OP5] is 403 for everyone, streams end, and whoever is not in it is told as before', async () => {
    const streams = [await follow(second.url, inTeam(ana)), await follow(cloud.url, team.as)]
    const call = waitingCall(team.as)
    await mustAdmin(cloud.database, 'teams', 'lock', 'kitchen')
    for (const stream of streams) await stream.ended
    expect(await call).toMatchObject({ status: 403, body: { code: 'locked', locked: 'team' } })
    for (const as of [inTeam(ana), team.as])
      for (const instance of [cloud, second])
        expect(await instance.call('POST', '/tasks', { title: 'No' }, as)).toMatchObject({ status: 403, body: { code: 'locked' } })
    const stranger = await newPerson(cloud, 'Stranger')
    expect((await second.call('GET', '/tasks', undefined, inTeam(stranger))).body).toMatchObject({ code: 'forbidden' })
    // The session itself goes on: the person has other teams.
    expect((await ana.call('GET', '/auth/session')).body.teams).toMatchObject([{ id: team.id }])
    await mustAdmin(cloud.database, 'teams', 'unlock', team.id)
    expect((await second.call('POST', '/tasks', { title: 'Yes' }, inTeam(ana))).status).toBe(201)
  })

  it('[OP5] does not end with the account of the one person in it while it is locked, nor takes anybody in', async () => {
    const cy = await newPerson(cloud, 'Cy')
    const locked = await newTeam(cloud, cy, 'Cellar')
    const { body: dora } = await cy.call('POST', `/teams/${locked.id}/members`, { email: bo.email })
    await mustAdmin(cloud.database, 'teams', 'lock', locked.id)
    const refused = await cy.call('POST', '/auth/account/delete', { password })
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'locked', teams: [locked.id], detail: expect.stringMatching(/^“Cellar” would end with your account/) },
    })
    const byOperator = await admin(cloud.database, ['users', 'delete', cy.id, '--yes'])
    expect(byOperator.out + byOperator.err).toMatch(/“Cellar” would end with the account.* Unlock it, or delete it, first/)
    await prove(cloud, bo)
    const again = await signIn(cloud, bo.email)
    const accepted = await again.call('POST', `/invitations/${dora.id}/accept`)
    expect([accepted.status, accepted.body.code]).toEqual([403, 'locked'])
    await mustAdmin(cloud.database, 'teams', 'unlock', locked.id)
    expect((await again.call('POST', `/invitations/${dora.id}/accept`)).status).toBe(200)
    expect((await second.call('GET', '/tasks', undefined, { ...cy.as, 'x-team-id': locked.id })).status).toBe(200)
  })

  it('[OP5] is locked for a week: its webhooks did not fail in it, and what they wait for has not expired', async () => {
    const locked = await newTeam(cloud, ana, 'Attic')
    const query = (text: string) => onDatabase(cloud.database.url, async (client) => (await client.query(text, [locked.id])).rows)
    await query(
      `INSERT INTO webhooks (team_id, id, url, kinds, secret_sealed, created_by, created_at, updated_at, position, failing_since)
        SELECT $1, gen_random_uuid(), 'https://example.org', '{}', '', gen_random_uuid(), now(), now(), 1000, now() - interval '8 days'`,
    )
    await query(
      `INSERT INTO webhook_deliveries (team_id, webhook_id, id, kind, status, next_attempt_at, expires_at, created_at, updated_at)
        SELECT team_id, id, gen_random_uuid(), 'task.created', 'queued', now() + interval '1 hour', now() - interval '5 days', now(), now() FROM webhooks WHERE team_id = $1`,
    )
    await mustAdmin(cloud.database, 'teams', 'lock', locked.id)
    await query("UPDATE team_counters SET locked_at = now() - interval '7 days' WHERE team_id = $1")
    await mustAdmin(cloud.database, 'teams', 'unlock', locked.id)
    expect(
      await query(
        `SELECT round(extract(epoch FROM now() - failing_since) / 86400)::int AS failing, round(extract(epoch FROM expires_at - now()) / 86400)::int AS left
          FROM webhooks w JOIN webhook_deliveries d ON d.team_id = w.team_id WHERE w.team_id = $1`,
      ),
    ).toEqual([{ failing: 1, left: 2 }])
    await query('DELETE FROM webhooks WHERE team_id = $1')
  })

  it('[OP5] is not deleted while it is locked, since its owners cannot keep it meanwhile', async () => {
    const [locked, open] = [await newTeam(cloud, ana, 'Cellar'), await newTeam(cloud, ana, 'Attic')]
    for (const { id } of [locked, open]) expect((await ana.call('DELETE', `/teams/${id}`)).status).toBe(204)
    await mustAdmin(cloud.database, 'teams', 'lock', locked.id)
    const query = (text: string) => onDatabase(cloud.database.url, async (client) => (await client.query(text, [[locked.id, open.id]])).rows)
    await query("UPDATE teams SET deletes_at = now() - interval '1 minute' WHERE id = any($1)")
    // An instance tidies up when it starts.
    const third = await openCloud(seldom, cloud.database)
    await until('the other one to be gone', async () => (await query('SELECT id FROM teams WHERE id = any($1)')).length < 2)
    expect(await query('SELECT id FROM teams WHERE id = any($1)')).toEqual([{ id: locked.id }])
    await mustAdmin(cloud.database, 'teams', 'unlock', locked.id)
    expect((await ana.call('POST', `/teams/${locked.id}/restore`)).status).toBe(200)
    await third.close()
  })
})

describe('who is meant', () => {
  it('[OP3] a name that two have is not guessed; an address that nobody has is not found', async () => {
    const twins = [await newPerson(cloud, 'Twin'), await newPerson(cloud, 'Twin')]
    const ambiguous = await admin(cloud.database, ['users', 'lock', 'twin'])
    expect(ambiguous).toMatchObject({ code: 1, json: { error: { code: 'ambiguous' } } })
    expect(ambiguous.json.error.candidates.map(({ id }: { id: string }) => id).toSorted()).toEqual(twins.map(({ id }) => id).toSorted())
    expect(await admin(cloud.database, ['users', 'lock', 'nobody@example.org'])).toMatchObject({ code: 1, json: { error: { code: 'not_found' } } })
    expect((await mustAdmin(cloud.database, 'users', 'lock', (twins[0] as TestPerson).email)).changed).toBe(true)
    expect((await twins[1]?.call('GET', '/auth/session'))?.status).toBe(200)
  })

  it('[OP3] a person whose name is another’s address is not taken for them', async () => {
    const dora = await newPerson(cloud, 'Dora')
    const other = await newPerson(cloud, 'Other')
    await onDatabase(cloud.database.url, (client) => client.query('UPDATE users SET name = $1 WHERE id = $2', [dora.email, other.id]))
    expect(await mustAdmin(cloud.database, 'users', 'show', dora.email)).toMatchObject({ user: { id: dora.id } })
  })
})

describe('the audit', () => {
  it('[OP2] has a row for each act, which nobody changes', async () => {
    const { acts } = await mustAdmin(cloud.database, 'audit', '--target', bo.email)
    expect(acts.map(({ act }: { act: string }) => act)).toEqual(['users unlock', 'users lock', 'users lock'])
    expect(acts.at(-1)).toMatchObject({ target_kind: 'user', target_id: bo.id, arguments: { reason: 'spam' }, outcome: 'done', host: expect.any(String) })
    await onDatabase(cloud.database.url, async (client) => {
      for (const change of ["UPDATE operator_acts SET operator = 'x'", 'DELETE FROM operator_acts', 'TRUNCATE operator_acts'])
        await expect(client.query(change)).rejects.toThrow('only added')
      for (const role of ['tandem_login', 'tandem_app', 'tandem_identity', 'tandem_courier']) {
        await expect(client.query(`BEGIN; SET LOCAL ROLE ${role}; SELECT 1 FROM operator_acts`)).rejects.toThrow('permission denied')
        await client.query('ROLLBACK')
      }
    })
  })

  it('[OP2] names who acts, and pages', async () => {
    await mustAdmin(cloud.database, 'users', 'unlock', ana.id, '--as', 'Olga')
    const first = await mustAdmin(cloud.database, 'audit', '--limit', '1')
    expect(first.acts).toMatchObject([{ operator: expect.stringMatching(/^Olga \(.+\)$/) }])
    const rest = await mustAdmin(cloud.database, 'audit', '--before', first.next)
    expect(rest.acts.every(({ id }: { id: string }) => id !== first.acts[0].id)).toBe(true)
    expect(rest.next).toBeNull()
  })

  it('[OP6] of two operators at once one locks, the other is told that it was so; both have a row', async () => {
    const both = await Promise.all(['Olga', 'Otto'].map((as) => mustAdmin(cloud.database, 'users', 'lock', ana.id, '--as', as)))
    expect(both.filter(({ changed }) => changed)).toHaveLength(1)
    await mustAdmin(cloud.database, 'users', 'unlock', ana.id)
    expect((await mustAdmin(cloud.database, 'audit', '--target', ana.id, '--act', 'users lock')).acts).toHaveLength(2)
  })
})
