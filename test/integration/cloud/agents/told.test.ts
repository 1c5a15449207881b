// Who waits for a person is told in the write itself: what was not committed with it would not be in the log when the write is answered.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { iosToken } from '../../../support/push/push-cloud.ts'

let cloud: TestCloud
let owner: TestPerson
let team: TestTeam

beforeAll(async () => {
  cloud = await openCloud({ sendsPerMinute: 3 })
  owner = await newPerson(cloud, 'owner')
  await owner.call('POST', '/devices', { token: iosToken(), platform: 'ios' })
  team = await newTeam(cloud, owner)
  await owner.call('PUT', '/agents/shy/policy', { update: 'propose' })
})
afterAll(() => cloud.close())

const by = (agent: string) => ({ 'x-actor': `agent:${agent}` })
const told = async (): Promise<string[]> => (await team.call('GET', '/notifications/log')).body.map(({ event }: { event: string }) => event).reverse()

it('[CL120] [CL121] a question and a proposal are queued with the write that makes them, and no agent rings a team hundreds of times', async () => {
  const { id } = (await team.call('POST', '/tasks', { title: 'Mend the fence' })).body
  expect((await team.call('POST', `/tasks/${id}/questions`, { question: 'Wood or wire?' }, by('curious'))).status).toBe(200)
  expect(await told()).toEqual(['agent.question'])
  const propose = async (priority: string) => (await team.call('PATCH', `/tasks/${id}`, { priority }, by('shy'))).body.proposal
  await propose('high')
  // The same again is the same proposal.
  await propose('high')
  expect(await told()).toEqual(['agent.question', 'agent.proposal'])
  // Beyond the sends of a minute they wait unannounced.
  const all = [await propose('low'), await propose('medium'), await propose('none')]
  expect((await team.call('GET', '/proposals')).body.map((one: { id: number }) => one.id)).toEqual(
    expect.arrayContaining(all.filter((one) => one !== undefined)),
  )
  expect(await told()).toEqual(['agent.question', 'agent.proposal', 'agent.proposal'])
})
