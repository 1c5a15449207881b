// A desktop and a cloud that are not of the same version: what one of them has no field for stays where it is, and goes on once it has.
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { databaseFile } from '../../../electron/service/db/open.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { type OlderCloud, openOlderCloud } from '../../support/cloud/older-cloud.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
const ends: (() => Promise<void>)[] = []

beforeAll(async () => {
  cloud = await openCloud()
  owner = await newPerson(cloud)
})
afterAll(() => cloud.close())
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const newFields = ['due', 'assignee', 'parent_uid', 'blocker_uids', 'criteria', 'triage']

async function older(): Promise<OlderCloud> {
  const made = await openOlderCloud(cloud.url, newFields)
  ends.push(made.close)
  return made
}

async function desktop(name: string, url: string): Promise<SyncedDesktop> {
  const made = await openDesktop(name, { url }, team)
  ends.push(made.close)
  return made
}

const taskOf = async (from: SyncedDesktop, id: number) => (await from.call('GET', `/tasks/${id}`)).body
const there = async (uid: string) =>
  ((await team.call('GET', '/tasks')).body as { uid: string }[]).find((task) => task.uid === uid) as never as Record<string, unknown>
const state = async (of: SyncedDesktop) => {
  const { state: now, refused, waiting, conflicts } = await of.state()
  return { now, refused, waiting, conflicts }
}
const inStep = { now: 'synced', refused: 0, waiting: 0, conflicts: 0 }

it.runIf(process.env.TANDEM_LONG)('[X32] a newer desktop goes on beside an older cloud, and sends what that lacked once it has been updated', async () => {
  team = await newTeam(cloud, owner)
  const old = await older()
  const ana = await desktop('ana', old.url)
  const whole = (await ana.call('POST', '/tasks', { title: 'Whole' })).body
  expect(whole.triage).toBe('waiting')
  const made = (await ana.call('POST', '/tasks', { title: 'Before', due: '2031-05-01', assignee: 'ana', parent_id: whole.id })).body
  await ana.connect()
  await ana.synced()
  expect(await state(ana)).toEqual(inStep)
  expect(await there(made.uid)).toMatchObject({ title: 'Before', due: null, assignee: null, parent_uid: null })

  // Edits of both kinds, here and there: nothing is refused, and what the cloud tells erases nothing that it does not know.
  await ana.call('PATCH', `/tasks/${made.id}`, { title: 'Renamed', due: '2031-06-01', criteria: [{ text: 'It works' }] })
  await ana.call('PATCH', `/tasks/${whole.id}`, { assignee: 'ben' })
  await ana.synced()
  expect(await there(made.uid)).toMatchObject({ title: 'Renamed', due: null, criteria: [] })
  const { id } = (await there(made.uid)) as { id: number }
  await team.call('PATCH', `/tasks/${id}`, { priority: 'high' })
  await until('the priority', async () => (await taskOf(ana, made.id)).priority === 'high')
  expect(await taskOf(ana, made.id)).toMatchObject({
    title: 'Renamed',
    due: '2031-06-01',
    assignee: 'ana',
    parent_id: whole.id,
    criteria: [{ text: 'It works' }],
  })
  expect(await state(ana)).toEqual(inStep)

  // An older version made it, as far as the cloud knows: here it waits in the Inbox all the same.
  const left = (await ana.call('POST', '/tasks', { title: 'Not triaged' })).body
  await ana.synced()

  // A restart forgets neither what the cloud lacks nor what waits for it.
  old.named.clear()
  await ana.restart()
  await ana.call('PATCH', `/tasks/${made.id}`, { title: 'After a restart' })
  await until('the title', async () => (await there(made.uid)).title === 'After a restart')
  await ana.synced()
  expect([...old.named]).toEqual(['title'])

  old.lacks([])
  await until('what waited', async () => (await there(made.uid)).due === '2031-06-01' && (await there(whole.uid)).assignee === 'ben')
  await ana.synced()
  expect(await there(made.uid)).toMatchObject({
    title: 'After a restart',
    priority: 'high',
    assignee: 'ana',
    parent_uid: whole.uid,
    criteria: [{ text: 'It works' }],
  })
  expect([await there(whole.uid), await there(left.uid)]).toMatchObject([{ triage: null }, { triage: 'waiting' }])
  expect(await state(ana)).toEqual(inStep)
})

it('[X32] what a newer cloud had of a task is not erased by a desktop whose cloud was set back', async () => {
  team = await newTeam(cloud, owner)
  const old = await older()
  old.lacks([])
  const ana = await desktop('ana', old.url)
  await ana.connect()
  const task = (await ana.call('POST', '/tasks', { title: 'Kept', due: '2031-05-01' })).body
  await ana.synced()
  expect(await there(task.uid)).toMatchObject({ due: '2031-05-01' })

  old.lacks(newFields)
  await ana.call('PATCH', `/tasks/${task.id}`, { title: 'Still kept', due: '2031-06-01' })
  await until('the title', async () => (await there(task.uid)).title === 'Still kept')
  await ana.synced()
  expect(await taskOf(ana, task.id)).toMatchObject({ due: '2031-06-01' })
  expect(await there(task.uid)).toMatchObject({ due: '2031-05-01' })
  // Deleted there by somebody who saw no due date: that it was not sent is no reason to bring the task back.
  const other = (await ana.call('POST', '/tasks', { title: 'Deleted there', due: '2031-05-01' })).body
  await ana.synced()
  const { id } = (await there(other.uid)) as { id: number }
  await team.call('DELETE', `/tasks/${id}`)
  await until('the delete', async () => (await ana.call('GET', `/tasks/${other.id}`)).status === 404)

  old.lacks([])
  await until('the due date', async () => (await there(task.uid)).due === '2031-06-01')
  expect(await state(ana)).toEqual(inStep)
})

it('[X32] an older desktop erases nothing that it does not know, and reads it once it has been updated', async () => {
  team = await newTeam(cloud, owner)
  const ana = await desktop('ana', cloud.url)
  await ana.connect()
  const task = (await ana.call('POST', '/tasks', { title: 'Known', labels: ['a'] })).body
  await ana.synced()
  const { id } = (await there(task.uid)) as { id: number }
  await ana.restart(async () => {
    await team.call('PATCH', `/tasks/${id}`, { due: '2031-05-01', labels: ['a', 'b'] })
  })
  await until('the due date', async () => (await taskOf(ana, task.id)).due === '2031-05-01')
  await ana.synced()

  // As a program leaves it that has never heard of `due`: neither in the task, nor in what both had in common.
  await ana.restart(async () => {
    const db = new Database(databaseFile(ana.dataDir))
    db.exec(`
      UPDATE tasks SET due = NULL, title = 'Written by the older one';
      UPDATE remote_items SET base = json_remove(base, '$.due'), changes = 1 WHERE entity = 'task';
      UPDATE remote_fields SET fields = json_set(fields, '$.task', json('["title","description","status","priority","labels","requesters","completed_at"]')) WHERE name = 'known'`)
    db.close()
  })
  await until('what it did not know', async () => (await taskOf(ana, task.id)).due === '2031-05-01')
  await ana.synced()
  expect(await there(task.uid)).toMatchObject({ title: 'Written by the older one', due: '2031-05-01', labels: ['a', 'b'] })
  expect(await state(ana)).toEqual(inStep)
})
