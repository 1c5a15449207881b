// Another address for an account: who may ask for it, what changes when, and the way back.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectProblem } from '../../../contract/http.ts'
import { addMember, newPerson, newTeam, openCloud, password, prove, signIn, type TestCloud, type TestPerson } from '../../../support/cloud/cloud.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'

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
