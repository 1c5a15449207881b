// How much may be written in a team in a day, on two instances at once; what has to go on does.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, newPerson, newTeam, openCloud, password, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'
import { giveTeam, mustAdmin } from '../../../support/operator/operator.ts'
import { until } from '../../../support/until.ts'

let cloud: TestCloud
let second: TestCloud
let ana: TestPerson

beforeAll(async () => {
  cloud = await openCloud({ claims: { lookEvery: 50 } })
  second = await openCloud({ claims: { lookEvery: 50 } }, cloud.database)
  ana = await newPerson(cloud, 'Ana')
})
afterAll(async () => {
  await second.close()
  await cloud.close()
})

const usage = async ({ id }: TestTeam) => (await mustAdmin(cloud.database, 'teams', 'quota', id)).usage.daily_events
const sum = (replies: { status: number }[], status: number) => replies.filter((reply) => reply.status === status).length
const create = (team: TestTeam, nth: number) =>
  (nth % 2 === 0 ? cloud : second).call('POST', '/tasks', { title: `Bake ${nth}` }, { ...ana.as, 'x-team-id': team.id })

/** A team in which nothing more may be written today. */
async function fullTeam(name: string, prepare: (team: TestTeam) => Promise<unknown>): Promise<TestTeam> {
  const team = await newTeam(cloud, ana, name)
  await prepare(team)
  await giveTeam(cloud.database, team, { quota_daily_events: 0 })
  expect((await create(team, 0)).status).toBe(403)
  return team
}

describe('events of a day', () => {
  it('[OP34] 30 writes at once on two instances: as many as fit, and the others are told how much, which and until when', async () => {
    const team = await newTeam(cloud, ana, 'Kitchen')
    const { used } = await usage(team)
    await mustAdmin(cloud.database, 'teams', 'quota', team.id, '--events-a-day', String(used + 10))
    const replies = await Promise.all(Array.from({ length: 30 }, (_, nth) => create(team, nth)))
    expect([sum(replies, 201), sum(replies, 403)]).toEqual([10, 20])
    const refused = replies.find(({ status }) => status === 403)
    const midnight = new Date().setUTCHours(24, 0, 0, 0)
    expect(refused?.body).toMatchObject({
      code: 'quota_exceeded',
      quota: 'daily_events',
      used: used + 10,
      limit: used + 10,
      detail: expect.stringMatching(
        /^The team has made \d+ of \d+ changes today\. .* 00:00 UTC \(\d+ (?:hours|minutes) from now\), or ask the operator for more\.$/,
      ),
    })
    expect(refused?.headers.get('retry-after')).toBe(String(refused?.body.retry_after))
    expect(Math.abs(Date.now() + refused?.body.retry_after * 1000 - midnight)).toBeLessThan(60_000)
    expect(await usage(team)).toEqual({ used: used + 10, limit: used + 10, own: true })
    expect((await team.call('GET', '/tasks')).body).toHaveLength(10)
  })

  it('[OP34] the next day all goes on, without a restart', async () => {
    const team = await fullTeam('Night', () => Promise.resolve())
    await giveTeam(cloud.database, team, { quota_daily_events: 2 })
    await onDatabase(cloud.database.url, (client) => client.query('UPDATE team_counters SET events_day = events_day - 1 WHERE team_id = $1', [team.id]))
    expect(sum(await Promise.all([0, 1, 2, 3].map((nth) => create(team, nth))), 201)).toBe(2)
    expect((await usage(team)).used).toBe(2)
  })

  it('[OP35] deleting and finishing always work; changing, reopening and undoing a deletion do not', async () => {
    const ids: number[] = []
    const team = await fullTeam('Books', async (made) => {
      for (const nth of [1, 2]) ids.push((await create(made, nth)).body.id)
      await made.call('POST', `/tasks/${ids[0]}/comments`, { body: 'Flour' })
      await made.call('POST', '/contacts', { name: 'Bo' })
    })
    expect((await team.call('PATCH', `/tasks/${ids[0]}`, { title: 'Other' })).status).toBe(403)
    expect((await team.call('POST', `/tasks/${ids[0]}/comments`, { body: 'Salt' })).status).toBe(403)
    expect((await team.call('PATCH', `/tasks/${ids[0]}`, { status: 'done' })).status).toBe(200)
    expect((await team.call('PATCH', `/tasks/${ids[0]}`, { status: 'todo' })).status).toBe(403)
    expect((await team.call('DELETE', `/tasks/${ids[0]}`)).status).toBe(204)
    expect((await team.call('DELETE', `/tasks/${ids[1]}`)).status).toBe(204)
    expect((await team.call('DELETE', '/contacts/bo')).status).toBe(204)
    const history = (await team.call('GET', `/tasks/${ids[1]}/history`)).body as { seq: number; action: string }[]
    const deleted = history.find(({ action }) => action === 'deleted')
    expect(await ana.call('POST', '/undo', { entry: deleted?.seq }, { 'x-team-id': team.id })).toMatchObject({ status: 403, body: { code: 'quota_exceeded' } })
  })

  it('[OP35] a claim ends with its time and its token, and its task goes back', async () => {
    let task = 0
    let tokenId = ''
    const team = await fullTeam('Garage', async (made) => {
      task = (await create(made, 1)).body.id
      const agent = (await ana.call('POST', `/teams/${made.id}/tokens`, { name: 'claude', agent: 'claude' })).body
      tokenId = agent.id
      const claimed = await made.call('PUT', `/tasks/${task}/claim`, { begin: true }, { authorization: `Bearer ${agent.token}` })
      expect(claimed.status).toBe(200)
    })
    const status = async () => (await team.call('GET', `/tasks/${task}`)).body.status as string
    expect(await status()).toBe('in_progress')
    expect((await ana.call('DELETE', `/teams/${team.id}/tokens/${tokenId}`)).status).toBe(204)
    await until('the task to go back', async () => (await status()) === 'backlog' || undefined)
  })

  it('[OP35] an agent finishes what it has claimed, with what it says and proves, and is answered what it asked', async () => {
    const ids: number[] = []
    const keys: string[] = []
    let question = 0
    const team = await fullTeam('Shed', async (made) => {
      for (const nth of [0, 1, 2]) ids.push((await create(made, nth)).body.id)
      for (const id of ids.slice(0, 2)) keys.push((await made.call('PUT', `/tasks/${id}/claim`, { begin: true })).body.key)
      question = (await made.call('POST', `/tasks/${ids[2]}/questions`, { question: 'Which?' })).body.question_id
    })
    const evidence = [{ kind: 'claimed', text: 'It is tidy.' }]
    for (const [nth, more] of [{}, { evidence }].entries()) {
      const { status, body } = await team.call('POST', `/tasks/${ids[nth]}/finish`, { key: keys[nth], summary: 'Tidied.', ...more })
      expect({ status, outcome: body.outcome }, JSON.stringify(body)).toEqual({ status: 200, outcome: 'finished' })
      expect((await team.call('GET', `/tasks/${ids[nth]}`)).body.status).toBe('done')
    }
    expect((await ana.call('POST', `/questions/${question}/answer`, { answer: 'The left one' }, { 'x-team-id': team.id })).status).toBe(200)
    expect((await team.call('POST', `/tasks/${ids[2]}/comments`, { body: 'Salt' })).status).toBe(403)
  })

  it('[OP35] who is assigned to tasks leaves, with the account; the team is deleted', async () => {
    const bo = await newPerson(cloud, 'Bo')
    let task = 0
    const team = await fullTeam('Garden', async (made) => {
      await addMember(cloud, made, ana, bo)
      task = (await made.call('POST', '/tasks', { title: 'Dig', assignee: bo.email })).body.id
    })
    const ended = await bo.call('POST', '/auth/account/delete', { password })
    expect([ended.status, ended.body]).toEqual([204, undefined])
    expect((await team.call('GET', `/tasks/${task}`)).body.assignee).toBe('Bo (former member)')
    expect((await ana.call('DELETE', `/teams/${team.id}`)).status).toBe(204)
    expect((await ana.call('DELETE', `/teams/${team.id}?now=true`)).status).toBe(204)
  })
})
