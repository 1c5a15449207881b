// Another address for an account: who may ask for it, what changes when, and the way back.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stepAt, totpCode } from '../../../../cloud/auth/totp.ts'
import { expectProblem } from '../../../contract/http.ts'
import { unbase32 } from '../../../support/base32.ts'
import { addMember, newPerson, newTeam, openCloud, password, prove, signIn, type TestCloud, type TestPerson } from '../../../support/cloud/cloud.ts'
import { oauthAt } from '../../../support/cloud/oauth-flow.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'
import { until } from '../../../support/until.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await openCloud()
})
afterAll(() => cloud.close())

const fresh = () => `a-${randomUUID()}@example.org`
async function mailTo(email: string, what: string): Promise<string> {
  const found = () => cloud.mails(email).findLast((mail) => mail.includes(what))
  await expect.poll(found, { timeout: 10_000 }).toBeDefined()
  return found() as string
}
const linkIn = (mail: string) => /#token=([\w-]+)/.exec(mail)?.[1] as string
const confirm = (token: string) => cloud.call('POST', '/auth/address/confirm', { token })
async function proven(name: string): Promise<TestPerson> {
  const person = await newPerson(cloud, name)
  await prove(cloud, person)
  return signIn(cloud, person.email)
}

it('[CL132] changes with the link into the new mailbox, and teams follow: member, assignee, requester', async () => {
  const [ana, bo] = [await proven('Ana'), await proven('Bo')]
  const team = await newTeam(cloud, ana, 'Kitchen')
  await addMember(cloud, team, ana, bo)
  const t = { 'x-team-id': team.id }
  const { id } = (await bo.call('POST', '/tasks', { title: 'Knives', assignee: ana.email.toUpperCase(), requesters: [ana.email, 'Mia'] }, t)).body
  const elsewhere = await signIn(cloud, ana.email)
  const email = fresh()
  expect((await ana.call('POST', '/auth/address', { email, password })).status).toBe(202)
  const link = linkIn(await mailTo(email, '/address#'))
  // Nothing before that.
  expect((await elsewhere.call('GET', '/auth/session')).body.user.email).toBe(ana.email)
  // Somebody invited the new address meanwhile: it is the same person.
  await bo.call('POST', `/teams/${team.id}/members`, { email }, t)
  await ana.call('POST', `/teams/${team.id}/members`, { email }, t)
  expect((await confirm(link)).status).toBe(204)
  expectProblem(await confirm(link), 400, /already used/)
  expect((await elsewhere.call('GET', '/auth/session')).status).toBe(401)
  expect((await ana.call('GET', '/auth/session')).body.user).toMatchObject({ email, email_verified: true })
  expect((await signIn(cloud, email)).id).toBe(ana.id)
  expect((await cloud.call('POST', '/auth/sign-in', { email: ana.email, password })).status).toBe(401)
  const members = (await bo.call('GET', `/teams/${team.id}/members`, undefined, t)).body as { email: string; status: string }[]
  expect(members.map((one) => [one.email, one.status])).toEqual([
    [email, 'active'],
    [bo.email, 'active'],
  ])
  expect((await bo.call('GET', `/tasks/${id}`, undefined, t)).body).toMatchObject({ assignee: email, requesters: [email, 'Mia'] })
  expect((await ana.call('GET', '/tasks?assignee=me', undefined, t)).body).toHaveLength(1)
  // The old address is free again once nobody can take it back.
  await expect(newPerson(cloud, 'other', ana.email)).rejects.toThrow(/sign-in: 401/)
  await onDatabase(cloud.database.url, (client) =>
    client.query("UPDATE address_changes SET expires_at = now() WHERE purpose = 'undo' AND user_id = $1", [ana.id]),
  )
  expect((await newPerson(cloud, 'other', ana.email)).id).not.toBe(ana.id)
})

it('[CL132] asks for password, code and a confirmed address; nobody takes, or learns of, an address that has an account', async () => {
  const ana = await proven('Ana')
  const bo = await proven('Bo')
  const ask = (by: TestPerson, body: object) => by.call('POST', '/auth/address', body)
  expectProblem(await ask(ana, { email: fresh(), password: 'not the password' }), 403)
  expectProblem(await ask(ana, { email: ana.email.toUpperCase(), password }), 400, /already/)
  expectProblem(await ask(await newPerson(cloud, 'new'), { email: fresh(), password }), 403, /Confirm/)
  const [free, taken] = [await ask(ana, { email: fresh(), password }), await ask(ana, { email: bo.email, password })]
  expect(taken).toMatchObject({ status: free.status, body: free.body })
  await mailTo(bo.email, 'belongs to a Tandem account')
  // Taken between the mail and the link.
  const email = fresh()
  await ask(ana, { email, password })
  const link = linkIn(await mailTo(email, '/address#'))
  await newPerson(cloud, 'faster', email)
  expectProblem(await confirm(link), 400)
  expect((await ana.call('GET', '/auth/session')).body.user.email).toBe(ana.email)
  // A newer link voids the older.
  const [first, second] = [fresh(), fresh()]
  await ask(ana, { email: first, password })
  const older = linkIn(await mailTo(first, '/address#'))
  await ask(ana, { email: second, password })
  const newer = linkIn(await mailTo(second, '/address#'))
  expectProblem(await confirm(older), 400)
  expect((await confirm(newer)).status).toBe(204)
})

const totp = async (person: TestPerson) => {
  const { secret } = (await person.call('POST', '/auth/totp', { password })).body as { secret: string }
  expect((await person.call('POST', '/auth/totp/confirm', { code: totpCode(unbase32(secret), stepAt(new Date())) })).status).toBe(200)
  return secret
}
/** Moves an account away and returns the way back; `code` for who has a second factor. */
async function movedAway(by: TestPerson, code?: string): Promise<string> {
  const email = fresh()
  expect((await by.call('POST', '/auth/address', { email, password, ...(code === undefined ? {} : { code }) })).status).toBe(202)
  expect((await confirm(linkIn(await mailTo(email, '/address#')))).status).toBe(204)
  return linkIn(await mailTo(by.email, '/address-undo#'))
}
const undo = (token: string, more: object = {}) => cloud.call('POST', '/auth/address/undo', { token, ...more })
const laterBy = (days: number, table: string, column: string, id: string) =>
  onDatabase(cloud.database.url, (client) => client.query(`UPDATE ${table} SET ${column} = now() - make_interval(days => $1) WHERE id = $2`, [days, id]))

it('[CL338] the way back ends what was made with the account in teams since the week before the change, and nothing else', async () => {
  const [ana, bo] = [await proven('Ana'), await proven('Bo')]
  const team = await newTeam(cloud, ana, 'Larder')
  const { id: membership } = await addMember(cloud, team, ana, bo)
  await ana.call('PATCH', `/teams/${team.id}/members/${membership}`, { role: 'admin' })
  const make = async (by: TestPerson, body: object) => (await by.call('POST', `/teams/${team.id}/tokens`, body)).body as { id: string; token: string }
  const [old, bos] = [await make(ana, { name: 'old' }), await make(bo, { name: 'Bo’s' })]
  await laterBy(8, 'api_tokens', 'created_at', old.id)
  const thief = await signIn(cloud, ana.email)
  const [own, another] = [await make(thief, { name: 'mine', agent: 'robot' }), await make(thief, { name: 'as Bo', person: bo.id })]
  const calendar = (await thief.call('POST', `/teams/${team.id}/calendars`, { of: 'all' })).body as { url: string }
  expect((await fetch(calendar.url)).status).toBe(200)
  const opens = async ({ token }: { token: string }) =>
    (await cloud.call('GET', '/tasks', undefined, { authorization: `Bearer ${token}`, 'x-team-id': team.id })).status
  const agent = new Client({ name: 'waiter', version: '1' })
  const headers = { authorization: `Bearer ${own.token}` }
  await agent.connect(new StreamableHTTPClientTransport(new URL(`${cloud.url}/mcp`), { requestInit: { headers } }))
  const waiting = agent.callTool({ name: 'next_task', arguments: { labels: ['none'], wait_seconds: 60 } })
  await until('the call waits', async () => /^tandem_waiting_calls 1$/m.test(await (await fetch(`${cloud.url}/metrics`)).text()) || undefined)
  const oauth = oauthAt(cloud)
  const connected = await oauth.connect((await oauth.register()).body.client_id, thief, { team_id: team.id, agent: 'hosted' })
  expect(await oauth.knock(connected.access_token)).toBe(400)
  // What they made for another member is theirs all the same, also in a team that they have left.
  const left = await newTeam(cloud, thief, 'Cellar')
  const { id: place } = await addMember(cloud, left, thief, bo)
  await thief.call('PATCH', `/teams/${left.id}/members/${place}`, { role: 'owner' })
  const behind = (await thief.call('POST', `/teams/${left.id}/tokens`, { name: 'behind', person: bo.id })).body as { token: string }
  const inLeft = async () => (await cloud.call('GET', '/tasks', undefined, { authorization: `Bearer ${behind.token}`, 'x-team-id': left.id })).status
  const there = (await thief.call('GET', `/teams/${left.id}/members`)).body as { id: string; user_id: string }[]
  const mine = there.find(({ user_id }) => user_id === ana.id)
  expect((await thief.call('DELETE', `/teams/${left.id}/members/${mine?.id}`)).status).toBe(204)
  expect(await inLeft()).toBe(200)
  const back = await movedAway(thief)
  expect(await mailTo(ana.email, '/address-undo#')).toContain('API tokens')
  expect(await Promise.all([old, bos, own, another].map(opens))).toEqual([200, 200, 200, 200])
  expect((await undo(back)).status).toBe(204)
  expect(await Promise.all([old, bos, own, another].map(opens))).toEqual([200, 200, 401, 401])
  expect((await waiting).isError).toBe(true)
  expect(await oauth.knock(connected.access_token)).toBe(401)
  expect(await inLeft()).toBe(401)
  await agent.close().catch(() => undefined)
  expect((await fetch(calendar.url)).status).toBe(404)
})

it('[CL339] a second factor of the week before ends for who knows the password of then, not for a reader of the old mailbox; an older one stays', async () => {
  const robbed = await proven('Ana')
  const thiefs = await totp(robbed)
  const now = () => totpCode(unbase32(thiefs), stepAt(new Date()) + 1)
  const back = await movedAway(robbed, now())
  expectProblem(await undo(back), 400, /Two-factor/)
  expectProblem(await undo(back, { password: 'what a reader guesses' }), 403)
  expect((await robbed.call('GET', '/auth/session')).body.user.email).not.toBe(robbed.email)
  expect((await undo(back, { password })).status).toBe(204)
  await cloud.call('POST', '/auth/reset/confirm', { token: linkIn(await mailTo(robbed.email, '/reset#')), password })
  expect((await signIn(cloud, robbed.email)).id).toBe(robbed.id)

  // Without it the address comes back, and the factor keeps them out who read that mailbox only.
  const moved = await proven('Bo')
  const own = await totp(moved)
  const theirs = await movedAway(moved, totpCode(unbase32(own), stepAt(new Date()) + 1))
  expect((await undo(theirs, { password: '' })).status).toBe(204)
  await cloud.call('POST', '/auth/reset/confirm', { token: linkIn(await mailTo(moved.email, '/reset#')), password })
  await expect(signIn(cloud, moved.email)).rejects.toThrow(/sign-in: 401/)

  const careful = await proven('Cy')
  const older = await totp(careful)
  await laterBy(8, 'users', 'totp_confirmed_at', careful.id)
  const link = await movedAway(careful, totpCode(unbase32(older), stepAt(new Date()) + 1))
  expect((await undo(link, { password })).status).toBe(204)
  await cloud.call('POST', '/auth/reset/confirm', { token: linkIn(await mailTo(careful.email, '/reset#')), password })
  await expect(signIn(cloud, careful.email)).rejects.toThrow(/sign-in: 401/)
})

it('[CL133] the way back from the old mailbox outlives a new password, ends all sessions and voids what somebody else knows', async () => {
  const ana = await proven('Ana')
  const team = await newTeam(cloud, ana, 'Attic')
  const thief = fresh()
  const thieves = await signIn(cloud, ana.email)
  await thieves.call('POST', '/auth/address', { email: thief, password })
  await confirm(linkIn(await mailTo(thief, '/address#')))
  const back = linkIn(await mailTo(ana.email, '/address-undo#'))
  expect(await mailTo(ana.email, '/address-undo#')).not.toContain(thief)
  // The thief goes on: another password, another address.
  await cloud.call('POST', '/auth/reset', { email: thief })
  const stolen = 'a password of the thief'
  await cloud.call('POST', '/auth/reset/confirm', { token: linkIn(await mailTo(thief, '/reset#')), password: stolen })
  const again = await signIn(cloud, thief, { password: stolen })
  const next = fresh()
  await again.call('POST', '/auth/address', { email: next, password: stolen })
  await confirm(linkIn(await mailTo(next, '/address#')))
  const theirs = linkIn(await mailTo(thief, '/address-undo#'))

  // Nor does an account that nobody has confirmed shut the way back.
  expect((await cloud.call('POST', '/auth/sign-up', { email: ana.email, password: stolen, name: 'Thief' })).status).toBe(202)
  expect((await cloud.call('POST', '/auth/sign-in', { email: ana.email, password: stolen })).status).toBe(401)

  expect((await cloud.call('POST', '/auth/address/undo', { token: back })).status).toBe(204)
  expect((await again.call('GET', '/auth/session')).status).toBe(401)
  for (const email of [ana.email, thief, next]) expect((await cloud.call('POST', '/auth/sign-in', { email, password: stolen })).status).toBe(401)
  expectProblem(await cloud.call('POST', '/auth/address/undo', { token: theirs }), 400)
  await cloud.call('POST', '/auth/reset/confirm', { token: linkIn(await mailTo(ana.email, '/reset#')), password })
  const home = await signIn(cloud, ana.email)
  expect((await home.call('GET', `/teams/${team.id}/members`)).body).toMatchObject([{ email: ana.email }])

  // Killed between the change and the teams: whoever tidies up goes on, and what is over is over.
  const { rows } = await onDatabase(cloud.database.url, (client) => client.query("SELECT 1 FROM address_changes WHERE purpose = 'follow'"))
  expect(rows).toEqual([])
})
