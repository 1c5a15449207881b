// Which tasks are different is said once for a whole team: on any desktop or in the cloud, also without a network.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pairUid } from '../../../shared/domain/duplicates/pair-uid.ts'
import { addMember, newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { openCable } from '../../support/cloud/cable.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
const open: SyncedDesktop[] = []

/** What is suspected is found by meaning, too. */
const { TANDEM_EMBEDDER: before } = process.env
beforeAll(async () => {
  delete process.env.TANDEM_EMBEDDER
  cloud = await openCloud()
  owner = await newPerson(cloud, 'phone')
  team = await newTeam(cloud, owner, 'ours')
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((desktop) => desktop.close()))
})
afterAll(async () => {
  if (before !== undefined) process.env.TANDEM_EMBEDDER = before
  await cloud.close()
})

async function desktop(name: string, at: Pick<TestCloud, 'url'> = cloud): Promise<SyncedDesktop> {
  const { token } = (await owner.call('POST', `/teams/${team.id}/tokens`, { name })).body
  const made = await openDesktop(name, at, { ...team, token })
  open.push(made)
  await made.connect()
  await made.synced()
  return made
}
const person = { 'x-actor': 'person:Ana' }
const title = 'Printer on the second floor is out of toner'
/** Two tasks with one text at the cloud: a pair on every desktop. */
async function pair(): Promise<{ ids: number[]; uids: string[]; words: string }> {
  const words = `${title} ${randomUUID().slice(0, 8)}`
  const made = [1, 2].map(async () => (await owner.call('POST', '/tasks', { title: words })).body as { id: number; uid: string })
  const tasks = await Promise.all(made)
  return { ids: tasks.map(({ id }) => id), uids: tasks.map(({ uid }) => uid), words }
}
const idsAt = async (side: SyncedDesktop, uids: readonly string[]): Promise<number[]> =>
  until('both tasks', async () => {
    const found = (await side.call('GET', `/tasks?${uids.map((uid) => `uid=${uid}`).join('&')}`)).body as { id: number }[]
    return found.length === 2 && found.map(({ id }) => id)
  })
const suspected = async (side: SyncedDesktop, [a]: readonly number[]): Promise<number> =>
  ((await side.call('GET', `/tasks/duplicates?task=${a}`)).body as unknown[]).length
const seen = (side: SyncedDesktop, ids: readonly number[], many: number) => until(`${many} pairs`, async () => (await suspected(side, ids)) === many)
const judge = async (side: SyncedDesktop, [a, b]: readonly number[], distinct: boolean) =>
  expect((await side.call('POST', '/tasks/duplicates', { a, b, distinct }, person)).status).toBe(204)

it('[X46] said on one desktop it holds on all, and so does taking it back; the cloud keeps who said it', async () => {
  const [ana, bo] = [await desktop('ana'), await desktop('bo')]
  const { uids, ids: there } = await pair()
  const [atAna, atBo] = [await idsAt(ana, uids), await idsAt(bo, uids)]
  await seen(ana, atAna, 1)
  await seen(bo, atBo, 1)
  await judge(ana, atAna, true)
  await seen(bo, atBo, 0)
  const kept = (await team.call('GET', '/sync/pairs')).body as { uid: string }[]
  expect(kept.find(({ uid }) => uid.includes(uids[0] ?? '-'))).toMatchObject({ state: 'different', version: 1, decided_by: { name: 'Ana' } })
  await judge(bo, atBo, false)
  await seen(ana, atAna, 1)
  // In the cloud a person says it under the same route; whoever comes later hears of it with the first reading.
  expect((await owner.call('POST', '/tasks/duplicates', { a: there[0], b: there[1], distinct: true })).status).toBe(204)
  await seen(ana, atAna, 0)
  await seen(bo, atBo, 0)
  const late = await desktop('late')
  const atLate = await idsAt(late, uids)
  await until('the word of the team', async () => (await late.call('POST', '/tasks/find-duplicates', { text: title })).body.length > 0)
  expect(await suspected(late, atLate)).toBe(0)
})

it.runIf(process.env.TANDEM_LONG)('[X46] said without a network it is brought later, also after a restart', async () => {
  const cable = await openCable(cloud.url)
  const [ana, bo] = [await desktop('ana', cable), await desktop('bo')]
  const { uids } = await pair()
  const [atAna, atBo] = [await idsAt(ana, uids), await idsAt(bo, uids)]
  await seen(ana, atAna, 1)
  await seen(bo, atBo, 1)
  cable.cut()
  await judge(ana, atAna, true)
  await ana.restart()
  expect([await suspected(ana, atAna), await suspected(bo, atBo)]).toEqual([0, 1])
  cable.mend()
  await seen(bo, atBo, 0)
  await cable.close()
})

it('[X46] nobody but a person of the team says it, and a pair is two tasks that are there', async () => {
  const { ids, uids } = await pair()
  const [a, b] = ids
  const uid = uids.toSorted().join('_')
  const said = { state: 'different', decided_by: { kind: 'person', name: 'Ana' }, decided_at: new Date().toISOString(), on: 0 }
  expect((await team.call('POST', '/tasks/duplicates', { a, b, distinct: true })).status).toBe(403)
  expect((await owner.call('POST', '/tasks/duplicates', { a, b: a, distinct: true })).status).toBe(400)
  expect((await owner.call('POST', '/tasks/duplicates', { a, b: 4711, distinct: true })).status).toBe(404)
  const { token } = (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'x', agent: 'claude' })).body
  const asAgent = { authorization: `Bearer ${token}`, 'x-team-id': team.id }
  expect((await cloud.call('PUT', `/sync/pairs/${uid}`, said, asAgent)).status).toBe(403)
  expect((await team.call('PUT', `/sync/pairs/${uids.toSorted().reverse().join('_')}`, said)).status).toBe(400)
  expect((await team.call('PUT', `/sync/pairs/${uids[0]}_${uids[0]}`, said)).status).toBe(400)
  expect((await team.call('PUT', `/sync/pairs/${pairUid(uids[0] ?? '', 'ffffffff-ffff-4fff-bfff-ffffffffffff')}`, said)).status).toBe(404)
  const member = await newPerson(cloud, 'member')
  await addMember(cloud, team, owner, member, 'member')
  expect((await member.call('POST', '/tasks/duplicates', { a, b, distinct: true })).status).toBe(204)
  // A word on a version that is no more changes nothing, and is told what stands.
  expect((await team.call('PUT', `/sync/pairs/${uid}`, { ...said, state: 'open', on: 0 })).body).toMatchObject({ state: 'different', version: 1 })
  const others = await newTeam(cloud, owner, 'others')
  expect((await others.call('GET', '/sync/pairs')).body).toEqual([])
})
