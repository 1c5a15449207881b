// Desktops of a team ask the cloud before they give a task out. Without it they give it out unconfirmed, and the loser of the race is told.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { finishText } from '../../../shared/domain/work/finishing.ts'
import { uidFrom } from '../../../shared/node/uid-from.ts'
import { type Cable, openCable } from '../../support/cloud/cable.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
let cable: Cable
let ana: SyncedDesktop
/** Its line can be cut. */
let bo: SyncedDesktop

beforeEach(async () => {
  cloud = await openCloud({ claims: { lookEvery: 100 } })
  owner = await newPerson(cloud)
  team = await newTeam(cloud, owner)
  cable = await openCable(cloud.url)
  ana = await openDesktop('ana', cloud, team)
  bo = await openDesktop('bo', cable, team)
  for (const desktop of [ana, bo]) await desktop.connect()
  for (const desktop of [ana, bo]) await desktop.synced()
})
afterEach(async () => {
  await ana.close()
  await bo.close()
  await cable.close()
  await cloud.close()
})

const as = (name: string, run: string = randomUUID()) => ({ 'x-actor': `agent:${name}`, 'x-run': run })
const create = async (fields: object = {}) => (await team.call('POST', '/tasks', { title: 'a task', status: 'todo', ...fields })).body
const localIds = async (desktop: SyncedDesktop): Promise<number[]> => (await desktop.call('GET', '/tasks')).body.map(({ id }: { id: number }) => id)
/** The same on both, where all was made in the cloud. */
const arrived = (desktop: SyncedDesktop, count: number) => until(`${count} tasks at ${desktop.name}`, async () => (await localIds(desktop)).length === count)
const next = async (desktop: SyncedDesktop, headers: Record<string, string>, body: object = {}) =>
  (await desktop.call('POST', '/tasks/next', body, headers)).body
const finish = async (desktop: SyncedDesktop, id: number, headers: Record<string, string>, body: object) =>
  (await desktop.call('POST', `/tasks/${id}/finish`, body, headers)).body
const heldInCloud = async () => (await team.call('GET', '/claims')).body as { task_id: number; holder: { name: string } }[]

it('[X36] the cloud agrees before a task is given out: it is shown on the other desktop, which does not hand it out', async () => {
  const task = await create()
  await arrived(ana, 1)
  await arrived(bo, 1)
  const claude = as('claude')
  const given = await next(ana, claude)
  expect(given).toMatchObject({ outcome: 'claimed', task: { status: 'in_progress' } })
  expect(given.unconfirmed).toBeUndefined()
  expect(await heldInCloud()).toMatchObject([{ task_id: task.id, holder: { kind: 'agent', name: 'claude' } }])
  await until('it is shown at bo', async () => (await bo.call('GET', '/claims')).body.length === 1)
  expect(await next(bo, as('codex'))).toMatchObject({ outcome: 'none' })
  expect(await next(bo, as('codex'), { id: (await localIds(bo))[0] })).toMatchObject({ outcome: 'none', waits_for: [{ for: 'claim', who: 'claude' }] })
  // A lost answer.
  expect(await next(ana, claude)).toMatchObject({ outcome: 'resumed', key: given.key })
  expect(await finish(ana, given.task.id, claude, { key: given.key, summary: 'It is built.' })).toMatchObject({ outcome: 'finished', task: { status: 'done' } })
  expect(await finish(ana, given.task.id, claude, { key: given.key, summary: 'It is built.' })).toMatchObject({ outcome: 'unchanged' })
  await ana.synced()
  expect(await heldInCloud()).toEqual([])
  expect((await team.call('GET', `/tasks/${task.id}/comments`)).body).toMatchObject([{ body: 'It is built.' }])
  expect((await ana.call('GET', `/tasks/${given.task.id}/comments`)).body).toHaveLength(1)
  expect((await ana.state()).conflicts).toBe(0)
  await until('it is free at bo', async () => (await bo.call('GET', '/claims')).body.length === 0)
})

it('[X36] a claim that ends here ends there, and one that a person releases there ends here', async () => {
  const task = await create({ status: 'backlog' })
  await arrived(ana, 1)
  const claude = as('claude')
  const { task: mine } = await next(ana, claude)
  expect((await ana.call('DELETE', `/tasks/${mine.id}/claim`)).status).toBe(204)
  await until('it is free in the cloud', async () => (await heldInCloud()).length === 0)
  await until('it is back in the backlog', async () => (await team.call('GET', `/tasks/${task.id}`)).body.status === 'backlog')
  await ana.synced()
  const again = await next(ana, claude)
  expect(again).toMatchObject({ outcome: 'claimed', task: { id: mine.id } })
  await team.call('DELETE', `/tasks/${task.id}/claim?key=${again.key}`)
  await until('it has ended here', async () => (await ana.call('GET', '/claims')).body.length === 0)
  expect(await finish(ana, mine.id, claude, { key: again.key, summary: 'late' })).toMatchObject({ outcome: 'lost' })
})

it('[X36] a claim that ends here while the cloud is away ends there once it is back, also after a restart', async () => {
  await create()
  await arrived(bo, 1)
  const { task } = await next(bo, as('claude'))
  expect(await heldInCloud()).toHaveLength(1)
  cable.cut()
  expect((await bo.call('DELETE', `/tasks/${task.id}/claim`)).status).toBe(204)
  await bo.restart(async () => cable.mend())
  await until('it is free in the cloud', async () => (await heldInCloud()).length === 0)
  expect(await next(ana, as('codex'), { wait_seconds: 30 })).toMatchObject({ outcome: 'claimed' })
})

it('[X36] whoever finished in the cloud, and died before the answer was written here, is not told that the work is lost', async () => {
  const { id } = await create()
  await arrived(bo, 1)
  const claude = as('claude')
  const { key, task } = await next(bo, claude)
  const asked = { key, summary: 'It is built.' }
  // What the desktop sent before it was killed.
  const sent = { ...asked, comment_uid: uidFrom(key, finishText(asked), 'comment') }
  expect((await team.call('POST', `/tasks/${id}/finish`, sent, as('claude'))).body).toMatchObject({ outcome: 'finished' })
  await until('it is heard here', async () => (await bo.call('GET', `/tasks/${task.id}`)).body.status === 'done')
  await until('the claim has ended here', async () => (await bo.call('GET', '/claims')).body.length === 0)
  cable.cut()
  await until('the cloud to be away', async () => (await bo.state()).state === 'offline')
  expect(await finish(bo, task.id, claude, asked)).toMatchObject({ outcome: 'unchanged' })
  expect(await finish(bo, task.id, claude, { key, summary: 'Something else.' })).toMatchObject({ outcome: 'lost' })
})

it('[X37] offline a task is given out unconfirmed; the loser of the race is told at its next call, and writes nothing', async () => {
  await create()
  await arrived(ana, 1)
  await arrived(bo, 1)
  cable.cut()
  await until('bo is offline', async () => (await bo.state()).state === 'offline')
  const codex = as('codex')
  const there = await next(bo, codex)
  expect(there).toMatchObject({ outcome: 'claimed', unconfirmed: true })
  expect((await bo.call('GET', '/claims')).body).toMatchObject([{ holder: { name: 'codex' }, unconfirmed: true }])
  const claude = as('claude')
  const here = await next(ana, claude)
  expect(here).toMatchObject({ outcome: 'claimed' })
  cable.mend()
  await until('bo knows whose it is', async () => (await bo.call('GET', '/claims')).body[0]?.holder.name === 'claude')
  expect(await finish(bo, there.task.id, codex, { key: there.key, summary: 'Mine!' })).toMatchObject({ outcome: 'lost', held_by: 'claude' })
  expect(await finish(ana, here.task.id, claude, { key: here.key, summary: 'It is built.' })).toMatchObject({ outcome: 'finished' })
  for (const desktop of [ana, bo]) await desktop.synced()
  await until('both have it', async () => (await bo.call('GET', `/tasks/${there.task.id}`)).body.status === 'done')
  expect((await bo.call('GET', `/tasks/${there.task.id}/comments`)).body.map(({ body }: { body: string }) => body)).toEqual(['It is built.'])
})

it('[X37] what was claimed offline and is nobody else’s is confirmed once the cloud is there again', async () => {
  const task = await create()
  await arrived(bo, 1)
  cable.cut()
  await until('bo is offline', async () => (await bo.state()).state === 'offline')
  const codex = as('codex')
  const given = await next(bo, codex)
  expect(given.unconfirmed).toBe(true)
  cable.mend()
  await until('the cloud knows it', async () => (await heldInCloud())[0]?.task_id === task.id)
  expect((await bo.call('GET', '/claims')).body[0].unconfirmed).toBeUndefined()
  // Its key is the key there, too.
  expect((await team.call('POST', `/tasks/${task.id}/finish`, { key: given.key, summary: 'It is built.' }, as('codex'))).body).toMatchObject({
    outcome: 'finished',
  })
})

it('[X37] what a desktop held whose token was revoked is unconfirmed, and lost to whoever was given it meanwhile', async () => {
  const { id: tokenId, token } = (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'cy' })).body
  const access = { ...team, token }
  const cy = await openDesktop('cy', cloud, access)
  try {
    await cy.connect()
    await cy.synced()
    await create()
    for (const desktop of [ana, cy]) await arrived(desktop, 1)
    const codex = as('codex')
    const held = await next(cy, codex)
    expect(held).toMatchObject({ outcome: 'claimed' })
    expect(held.unconfirmed).toBeUndefined()
    await owner.call('DELETE', `/teams/${team.id}/tokens/${tokenId}`)
    await until('cy knows', async () => (await cy.state()).state === 'revoked')
    await until('the claim is unconfirmed', async () => (await cy.call('GET', '/claims')).body[0]?.unconfirmed === true)
    expect((await cy.call('PUT', `/tasks/${held.task.id}/claim`, { key: held.key }, codex)).body).toMatchObject({ unconfirmed: true })
    const claude = as('claude')
    const given = await next(ana, claude, { wait_seconds: 20 })
    expect(given).toMatchObject({ outcome: 'claimed' })
    access.token = team.token
    await cy.connect()
    await until('cy knows whose it is', async () => (await cy.call('GET', '/claims')).body[0]?.holder.name === 'claude')
    expect(await finish(cy, held.task.id, codex, { key: held.key, summary: 'Mine!' })).toMatchObject({ outcome: 'lost', held_by: 'claude' })
    expect(await finish(ana, given.task.id, claude, { key: given.key, summary: 'It is built.' })).toMatchObject({ outcome: 'finished' })
  } finally {
    await cy.close()
  }
})
