// What agents propose on a desktop of a team: seen everywhere, decided anywhere, carried out once; and the agent that waits goes on.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { uidFrom } from '../../../shared/node/uid-from.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import { callUrl } from '../../contract/target.ts'
import { newPerson, newTeam, openCloud, prove, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { type FaultProxy, openFaultProxy } from '../../support/cloud/fault-proxy.ts'
import { openOlderCloud } from '../../support/cloud/older-cloud.ts'
import { firstOf } from '../../support/first-of.ts'
import { connectHttp } from '../../support/mcp/mcp-clients.ts'
import { startChild } from '../../support/service/child-service.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
let network: FaultProxy
const open: SyncedDesktop[] = []

beforeAll(async () => {
  cloud = await openCloud()
  owner = await newPerson(cloud, 'phone')
  await prove(cloud, owner)
  network = await openFaultProxy(cloud.url, () => 0)
})
beforeEach(async () => {
  team = await newTeam(cloud, owner)
})
afterEach(async () => {
  for (const name of ['ana', 'bo']) network.offline(name, false)
  await Promise.all(open.splice(0).map((desktop) => desktop.close()))
})
afterAll(async () => {
  await network.close()
  await cloud.close()
})

type Side = Pick<SyncedDesktop, 'call'>
const asks = { create: 'propose', status: 'propose', update: 'propose', comment: 'propose', claim: 'propose' }

async function desktop(name: string, url = network.urlOf(name)): Promise<SyncedDesktop> {
  const made = await openDesktop(name, { url }, team)
  open.push(made)
  await made.call('PUT', '/agents/claude/policy', asks)
  await made.connect()
  await made.synced()
  return made
}

const phone: Side = { call: (method, path, body) => owner.call(method, path, body, { 'x-team-id': team.id }) }
const create = async (side: SyncedDesktop, more: object = {}): Promise<number> => {
  const { id } = (await side.call('POST', '/tasks', { title: 'Renew the certificate', ...more })).body
  await side.synced()
  return id
}
async function propose(url: string, tool: string, args: Record<string, unknown>): Promise<number> {
  const agent = await connectHttp('modern', `${url}/mcp?tools=full`, 'claude')
  const { answer, text } = await agent.call(tool, args)
  await agent.close()
  expect(text).toContain('proposed')
  return answer.proposal
}
const all = async (side: Side, state = 'pending'): Promise<Proposal[]> => (await side.call('GET', `/proposals?state=${state}`)).body
const first = (what: string, side: Side, state = 'pending') => until(what, async () => (await all(side, state))[0])
const one = async (side: Side, id: number): Promise<Proposal> => (await side.call('GET', `/proposals/${id}`)).body
const accept = (side: Side, id: number) => side.call('POST', `/proposals/${id}/accept`)
const reject = (side: Side, id: number, reason?: string) => side.call('POST', `/proposals/${id}/reject`, reason ? { reason } : {})
const titles = async (side: Side): Promise<string[]> =>
  ((await side.call('GET', '/tasks?limit=100')).body as { title: string }[]).map(({ title }) => title).toSorted((a, b) => a.localeCompare(b))
const stateOf = async (side: Side, id: number) => (await one(side, id)).state

it('[X42] proposed on a desktop, accepted on the phone: within a second the agent goes on, and everybody sees who said yes', async () => {
  const [ana, bo] = [await desktop('ana'), await desktop('bo')]
  await create(bo, { title: 'So that numbers differ' })
  const blocker = await create(ana, { title: 'Order it first' })
  const task = await create(ana)
  const id = await propose(ana.url(), 'update_task', { id: task, priority: 'high', blocked_by: [blocker] })
  const there = await first('it on the phone', phone)
  const atBo = await first('it at bo', bo)
  expect(atBo).toMatchObject({ uid: there.uid, agent: 'claude', tool: 'update_task', kinds: ['update'] })
  expect((await bo.call('GET', `/tasks/${atBo.task_id}`)).body.title).toBe('Renew the certificate')
  const begun = performance.now()
  expect((await accept(phone, there.id)).status).toBe(200)
  await until('the agent to go on', async () => (await stateOf(ana, id)) === 'accepted')
  expect(performance.now() - begun).toBeLessThan(1000)
  expect(await one(ana, id)).toMatchObject({
    result: { outcome: 'updated', task: { id: task } },
    decided_by: { kind: 'person', name: expect.stringMatching(/^phone/) },
  })
  expect(await first('the yes at bo', bo, 'accepted')).toMatchObject({ uid: there.uid, decided_by: { name: expect.stringMatching(/^phone/) } })
  await Promise.all([ana.synced(), bo.synced()])
  await until('the change at ana', async () => (await ana.call('GET', `/tasks/${task}`)).body.priority === 'high')
  expect((await ana.call('GET', `/tasks/${task}`)).body.blocked_by).toEqual([blocker])
  const [entry] = (await phone.call('GET', `/tasks/${there.task_id}/history`)).body
  expect(entry).toMatchObject({ actor: { kind: 'agent', name: 'claude' }, principal: { kind: 'person', id: owner.id } })
})

it('[X42] accepted on another desktop it is made once everywhere, is taken back there and made anew; rejected with a reason the agent reads why', async () => {
  const [ana, bo] = [await desktop('ana'), await desktop('bo')]
  const id = await propose(ana.url(), 'create_task', { title: 'Proposed' })
  const atBo = await first('it at bo', bo)
  expect((await accept(bo, atBo.id)).body).toMatchObject({ state: 'accepted', decided_by: { name: 'bo' } })
  await until('the answer', async () => (await stateOf(ana, id)) === 'accepted')
  const sides = [ana, bo, phone]
  for (const side of sides) await until('the task', async () => (await titles(side)).join() === 'Proposed')
  const [made] = (await ana.call('GET', '/tasks')).body
  expect(made).toMatchObject({ uid: uidFrom('proposal', atBo.uid ?? '') })
  expect((await one(ana, id)).result).toMatchObject({ outcome: 'created', task: { id: made.id } })
  expect((await bo.call('POST', `/proposals/${atBo.id}/reopen`)).status).toBe(200)
  for (const side of sides) await until('it gone', async () => (await titles(side)).length === 0)
  await until('it to wait again', async () => (await stateOf(ana, id)) === 'pending')
  expect((await accept(ana, id)).body.state).toBe('accepted')
  for (const side of sides) await until('the task again', async () => (await titles(side)).join() === 'Proposed')
  const second = await propose(ana.url(), 'create_task', { title: 'Another' })
  const again = await until('the second at bo', async () => (await all(bo)).find(({ arguments: { title } }) => title === 'Another'))
  await reject(bo, again.id, 'Not now')
  await until('the no', async () => (await stateOf(ana, second)) === 'rejected')
  expect(await one(ana, second)).toMatchObject({ reason: 'Not now', decided_by: { name: 'bo' } })
  expect((await all(phone, 'rejected'))[0]).toMatchObject({ reason: 'Not now' })
})

it('[X42] of a yes and a no at the same moment on three devices one stands, and what is written agrees with it', async () => {
  const [ana, bo] = [await desktop('ana'), await desktop('bo')]
  for (const n of firstOf(3, [1, 2, 3, 4, 5, 6])) {
    const title = `Raced ${n}`
    const id = await propose(ana.url(), 'create_task', { title })
    const found = (side: Side) => until('it', async () => (await all(side)).find(({ arguments: given }) => given.title === title))
    const [b, c] = [await found(bo), await found(phone)]
    await Promise.all([
      n % 2 ? accept(ana, id) : reject(ana, id),
      n % 3 ? accept(bo, b.id) : reject(bo, b.id),
      n % 2 ? reject(phone, c.id) : accept(phone, c.id),
    ])
    const states = async () => Promise.all([stateOf(ana, id), stateOf(bo, b.id), stateOf(phone, c.id)])
    await until('one decision', async () => new Set(await states()).size === 1)
    const [state] = await states()
    expect(['accepted', 'rejected']).toContain(state)
    const wanted = state === 'accepted' ? 1 : 0
    for (const side of [ana, bo, phone])
      await until(`${title} ${wanted} times`, async () => (await titles(side)).filter((one) => one === title).length === wanted)
  }
})

it.runIf(process.env.TANDEM_LONG)(
  '[X42] decided without a network it counts later; what an offline yes wrote goes back when the team had said no',
  async () => {
    const [ana, bo] = [await desktop('ana'), await desktop('bo')]
    const task = await create(ana)
    const later = await propose(ana.url(), 'add_comment', { id: task, body: 'Said once' })
    const atBo = await first('it at bo', bo)
    network.offline('bo', true)
    expect((await accept(bo, atBo.id)).body).toMatchObject({ state: 'accepted', result: null })
    expect((await phone.call('GET', '/proposals')).body).toHaveLength(1)
    await bo.restart()
    network.offline('bo', false)
    await until('the late yes', async () => (await stateOf(ana, later)) === 'accepted')
    await until('its result at bo', async () => (await one(bo, atBo.id)).result?.outcome === 'created')
    await until('the comment', async () => ((await ana.call('GET', `/tasks/${task}/comments`)).body as unknown[]).length === 1)

    const id = await propose(ana.url(), 'create_task', { title: 'Not wanted' })
    const there = await until('it on the phone', async () => (await all(phone)).find(({ tool }) => tool === 'create_task'))
    network.offline('ana', true)
    expect((await accept(ana, id)).body.state).toBe('accepted')
    expect(await titles(ana)).toContain('Not wanted')
    await reject(phone, there.id, 'We have it')
    network.offline('ana', false)
    await until('the no that stands', async () => (await stateOf(ana, id)) === 'rejected')
    for (const side of [ana, bo, phone]) await until('it gone', async () => (await titles(side)).join() === 'Renew the certificate')
    expect((await one(ana, id)).reason).toBe('We have it')
  },
)

it.runIf(process.env.TANDEM_LONG)(
  '[X42] what the cloud has no tool for is accepted on its desktop only, and rejected anywhere; with its task it is withdrawn everywhere',
  async () => {
    const [ana, bo] = [await desktop('ana'), await desktop('bo')]
    const task = await create(ana)
    const id = await propose(ana.url(), 'claim_task', { id: task })
    const [there, atBo] = [await first('it on the phone', phone), await first('it at bo', bo)]
    for (const [side, proposal] of [
      [phone, there],
      [bo, atBo],
    ] as const) {
      expect(proposal.decide_on).toEqual(expect.any(String))
      const refused = await accept(side, proposal.id)
      expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(`on the desktop “${proposal.decide_on}”`)])
    }
    expect((await ana.call('GET', `/proposals/${id}`)).body.decide_on).toBeUndefined()
    // Its policy is changed while it waits: a person was asked, and answers.
    await ana.call('PUT', '/agents/claude/policy', {})
    await ana.call('DELETE', `/tasks/${task}`)
    await first('it withdrawn at bo', bo, 'withdrawn')
    await first('it withdrawn on the phone', phone, 'withdrawn')
    expect(await accept(phone, there.id)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('was deleted') } })
    const [deleted] = (await ana.call('GET', `/tasks/${task}/history`)).body as { seq: number }[]
    await ana.call('POST', '/undo', { entry: deleted?.seq })
    const again = await first('it again on the phone', phone)
    await first('it again at bo', bo)
    expect((await reject(phone, again.id)).body.state).toBe('rejected')
    await until('the no', async () => (await stateOf(ana, id)) === 'rejected')
  },
)

it('[X42] a cloud that is older than them hears nothing, and gets them once it has been updated; without a team those of others go', async () => {
  const old = await openOlderCloud(cloud.url, ['proposals'])
  try {
    const ana = await desktop('ana', old.url)
    await propose(ana.url(), 'add_comment', { id: await create(ana), body: 'x' })
    await ana.call('POST', '/tasks', { title: 'Another' })
    await ana.synced()
    expect([await all(phone), (await ana.state()).problem]).toEqual([[], null])
    old.lacks([])
    await first('it', phone)
    const bo = await desktop('bo')
    await first('it at bo', bo)
    await bo.call('DELETE', '/remote')
    expect([await all(bo), await all(bo, 'withdrawn')]).toEqual([[], []])
  } finally {
    await Promise.all(open.splice(0).map((each) => each.close()))
    await old.close()
  }
})

it('[X42] a desktop that is killed after its agent proposed, and again while it is accepted elsewhere, loses nothing and doubles nothing', async () => {
  const folder = temporaryFolder()
  let killed = await startChild(folder.path)
  const call = (method: string, path: string, body?: unknown) => callUrl(`${killed.url}${path}`, method, body, { 'x-actor': 'person:ana' })
  try {
    await call('PUT', '/agents/claude/policy', asks)
    expect((await call('PUT', '/remote', { url: cloud.url, token: team.token, team_id: team.id })).status).toBe(200)
    await propose(killed.url, 'create_task', { title: 'Survives' })
    await killed.kill()
    killed = await startChild(folder.path)
    const there = await first('it on the phone', phone)
    await killed.kill()
    expect((await accept(phone, there.id)).status).toBe(200)
    killed = await startChild(folder.path)
    const accepted = await until('the yes', async () => ((await call('GET', '/proposals?state=accepted')).body as Proposal[])[0])
    expect(accepted).toMatchObject({ uid: there.uid, result: { outcome: 'created' }, decided_by: { name: expect.stringMatching(/^phone/) } })
    await until('its task', async () => (await titles({ call })).join() === 'Survives')
    expect(await titles(phone)).toEqual(['Survives'])
  } finally {
    await killed.kill()
    folder.remove()
  }
})
