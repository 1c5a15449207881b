// A session that ends, on another instance, ends its streams and the calls that wait, at once: no look now and then comes before the end of the test.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMember, newPerson, newTeam, openCloud, password, signIn, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { follow } from '../../../support/cloud/team-events.ts'

let cloud: TestCloud
let second: TestCloud
let ana: TestPerson
let team: TestTeam

const seldom = { streams: { pollEvery: 3_600_000 } }
beforeAll(async () => {
  cloud = await openCloud(seldom)
  second = await openCloud(seldom, cloud.database)
  ana = await newPerson(cloud, 'Ana')
  team = await newTeam(cloud, ana)
})
afterAll(async () => {
  await second.close()
  await cloud.close()
})

async function asked(): Promise<number> {
  const { id } = (await team.call('POST', '/tasks', { title: 'Bake' })).body
  return (await team.call('POST', `/tasks/${id}/questions`, { question: 'Rye?' }, { 'x-actor': 'agent:claude' })).body.question_id
}

/** A stream and a waiting call of that session, on the second instance. */
async function open(session: TestPerson) {
  const as = { ...session.as, 'x-team-id': team.id }
  const question = await asked()
  const stream = await follow(second.url, as)
  const answer = second.call('GET', `/questions/${question}?wait_seconds=200`, undefined, as)
  return { stream, answer, question }
}

it.each([
  ['signing out', (mine: TestPerson) => mine.call('POST', '/auth/sign-out')],
  ['signing out everywhere else', () => ana.call('DELETE', '/auth/sessions')],
  ['another password', () => ana.call('POST', '/auth/password', { current_password: password, password })],
])('[CL252] %s ends its streams and waiting calls on another instance, and no other’s', async (_what, end) => {
  const mine = await signIn(cloud, ana.email)
  const other = await newPerson(cloud, 'Bo')
  await addMember(cloud, team, ana, other)
  const bos = await open(await signIn(cloud, other.email))
  const { stream, answer, question } = await open(mine)
  expect((await end(mine)).status).toBeLessThan(300)
  expect((await answer).status).toBe(401)
  await stream.ended
  await ana.call('POST', `/questions/${question}/answer`, { answer: 'yes' })
  await ana.call('POST', `/questions/${bos.question}/answer`, { answer: 'no' })
  expect((await bos.answer).body).toMatchObject({ answer: 'no' })
  bos.stream.close()
})
