// A team without room, by each of the ways in which something is written: what is refused is said and changes nothing, what waits is not lost, and nothing
// stands in the way of the rest.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { connectMailbox, type Gmail, openGmail, push } from '../../../support/mail/mail-stand-ins.ts'
import { connectHttp, type Era } from '../../../support/mcp/mcp-clients.ts'
import { giveTeam } from '../../../support/operator/operator.ts'
import { openDesktop } from '../../../support/sync/synced.ts'
import { until } from '../../../support/until.ts'

let gmail: Gmail
let cloud: TestCloud
let ana: TestPerson

beforeAll(async () => {
  gmail = await openGmail()
  cloud = await openCloud({ email: { gmail: gmail.config, microsoft: undefined }, streams: { leaseFor: 3000, pollEvery: 200 } })
  ana = await newPerson(cloud, 'Ana')
})
afterAll(async () => {
  await cloud.close()
  await gmail.close()
})

const setQuota = (team: { id: string }, which: 'tasks' | 'daily_events', value: number | null) => giveTeam(cloud.database, team, { [`quota_${which}`]: value })
const titles = async (team: TestTeam) => ((await team.call('GET', '/tasks')).body as { title: string }[]).map(({ title }) => title).sort()
const add = async (team: TestTeam, title: string): Promise<{ id: number; uid: string; version: number }> => (await team.call('POST', '/tasks', { title })).body

describe.each<Era>(['legacy', 'modern'])('MCP, %s', (era) => {
  it('[OP39] an agent is told which quota, how much and what to do; finishing goes on', async () => {
    const team = await newTeam(cloud, ana, 'Kitchen')
    await add(team, 'Sharpen the knives')
    const agent = await connectHttp(era, cloud.url, 'claude', { headers: { authorization: `Bearer ${team.token}` } })
    try {
      await setQuota(team, 'tasks', 1)
      const refused = await agent.call('create_task', { title: 'Translate the whole manual' })
      expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/The team has 1 of 1 tasks\. .*ask the operator for more/) })
      expect(await titles(team)).toEqual(['Sharpen the knives'])
      const taken = (await agent.call('next_task')).answer
      expect(taken).toMatchObject({ outcome: 'claimed' })
      await setQuota(team, 'daily_events', 1)
      expect((await agent.call('update_task', { id: taken.task.id, description: 'Other' })).text).toMatch(/changes today\. .* 00:00 UTC/)
      expect((await agent.call('update_task', { id: taken.task.id, status: 'done' })).isError).toBe(false)
    } finally {
      await agent.close()
    }
  })
})

it('[OP39] a call with many writes is refused as a whole; sent in parts, what fits is taken', async () => {
  const team = await newTeam(cloud, ana, 'Books')
  const old = await add(team, 'Old')
  await setQuota(team, 'tasks', 3)
  const create = (title: string) => ({ key: randomUUID(), action: 'create', uid: uuidv7(), fields: { title } })
  const four = ['a', 'b', 'c', 'd'].map(create)
  expect(await team.call('POST', '/sync', { tasks: four })).toMatchObject({ status: 403, body: { code: 'quota_exceeded', quota: 'tasks', limit: 3 } })
  expect(await titles(team)).toEqual(['Old'])
  const taken = await team.call('POST', '/sync', { tasks: four.slice(0, 2) })
  expect(taken.body.results.map(({ status }: { status: string }) => status)).toEqual(['applied', 'applied'])
  // With a deletion in the same call there is room: it is counted at the end of each write, and deletions come last.
  const gone = { key: randomUUID(), action: 'delete', uid: old.uid, id: old.id, version: old.version, after: taken.body.results[1].seq }
  expect((await team.call('POST', '/sync', { tasks: [gone] })).body.results[0].status).toBe('applied')
  // The same keys again: what was refused was never done.
  expect((await team.call('POST', '/sync', { tasks: [four[2]] })).body.results[0].status).toBe('applied')
  expect(await titles(team)).toEqual(['a', 'b', 'c'])
})

it('[OP39] undo of a deletion is refused while there is no room, and works once there is', async () => {
  const team = await newTeam(cloud, ana, 'Garden')
  const as = { 'x-team-id': team.id }
  const { id } = await add(team, 'Dig')
  await ana.call('DELETE', `/tasks/${id}`, undefined, as)
  await add(team, 'Plant')
  await setQuota(team, 'tasks', 1)
  const history = (await ana.call('GET', `/tasks/${id}/history`, undefined, as)).body as { seq: number; action: string }[]
  const entry = history.find(({ action }) => action === 'deleted')?.seq
  expect(await ana.call('POST', '/undo', { entry }, as)).toMatchObject({ status: 403, body: { code: 'quota_exceeded', quota: 'tasks' } })
  expect(await titles(team)).toEqual(['Plant'])
  await setQuota(team, 'tasks', 2)
  expect((await ana.call('POST', '/undo', { entry }, as)).status).toBe(200)
  expect(await titles(team)).toEqual(['Dig', 'Plant'])
})

describe('mail', () => {
  it.each([
    ['tasks', 1],
    ['daily_events', 0],
  ] as const)(
    '[OP40] to a team that is full (%s) is not lost and holds up none behind it: its tasks go to the team once there is room',
    async (option, limit) => {
      const team = await newTeam(cloud, ana, `Workshop ${option}`)
      await connectMailbox(cloud.url, { ...ana.as, 'x-team-id': team.id })
      await add(team, 'There already')
      const desktop = await openDesktop('mails', cloud, team, { syncTimes: { firstRetry: 20, maxRetry: 100, refusedRetry: 200 } })
      const arrives = async (subject: string) => {
        const history = gmail.arrive({ from: 'Bo Lind <bo@example.org>', text: `please: ${subject}`, messageId: `<${randomUUID()}@example.org>`, subject })
        expect((await push(cloud.url, gmail, history)).status).toBe(204)
      }
      try {
        await desktop.connect()
        await desktop.synced()
        await setQuota(team, option, limit)
        await arrives('The heating is off')
        await arrives('The door does not close')
        const here = async () => ((await desktop.call('GET', '/tasks')).body as { title: string }[]).map(({ title }) => title).sort()
        const all = ['The door does not close', 'The heating is off', 'There already']
        await until('both mails to be tasks here', async () => (await here()).length === 3 || undefined)
        expect(await here()).toEqual(all)
        await until('both events to be done', async () => (await team.call('GET', '/email/health')).body[0].waiting === 0 || undefined)
        await until('the cloud to have refused both', async () => (await desktop.state()).refused >= 2 || undefined)
        expect(await titles(team)).toEqual(['There already'])
        await setQuota(team, option, null)
        // Nobody is there to try again.
        await until('both to be in the team', async () => (await titles(team)).length === 3 || undefined)
        await desktop.synced()
        expect(await titles(team)).toEqual(all)
      } finally {
        await desktop.close()
        await cloud.call('POST', '/email/oauth/revoke', {}, { ...ana.as, 'x-team-id': team.id })
      }
    },
  )
})
