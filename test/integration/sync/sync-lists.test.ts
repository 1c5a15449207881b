// Saved lists on desktops and in their team: the rules of everything that devices share, for a kind that came later.
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { databaseFile } from '../../../electron/service/db/open.ts'
import type { SavedList } from '../../../shared/schema/saved-list.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { type FaultProxy, openFaultProxy } from '../../support/cloud/fault-proxy.ts'
import { openOlderCloud } from '../../support/cloud/older-cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
let network: FaultProxy
const open: SyncedDesktop[] = []

beforeAll(async () => {
  cloud = await openCloud()
  owner = await newPerson(cloud)
  network = await openFaultProxy(cloud.url, () => 0)
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((desktop) => desktop.close()))
})
afterAll(async () => {
  await network.close()
  await cloud.close()
})

async function desktop(name: string, url = network.urlOf(name)): Promise<SyncedDesktop> {
  const made = await openDesktop(name, { url }, team)
  open.push(made)
  return made
}

type Side = Pick<SyncedDesktop, 'call'>
const lists = async (side: Side): Promise<SavedList[]> => (await side.call('GET', '/lists')).body
const names = async (side: Side) => (await lists(side)).map(({ name }) => name)
const save = async (side: Side, name: string, more: object = {}): Promise<SavedList> => (await side.call('POST', '/lists', { name, ...more })).body
const change = (side: Side, uid: string, patch: object) => side.call('PATCH', `/lists/${uid}`, patch)
const becomes = (what: string, side: Side, wanted: string[]) => until(what, async () => JSON.stringify(await names(side)) === JSON.stringify(wanted))
const calm = async (of: SyncedDesktop) => {
  const { state, refused, waiting, conflicts } = await of.state()
  return { state, refused, waiting, conflicts }
}
const inStep = { state: 'synced', refused: 0, waiting: 0, conflicts: 0 }

it('[X35] lists of both sides are on both; renamed, moved, changed and deleted on either, also offline', async () => {
  team = await newTeam(cloud, owner)
  const query = { scope: 'open', label: ['bug'], where: ['created:7d'], sort: 'due', group: 'priority' }
  const ana = await desktop('ana')
  const bo = await desktop('bo')
  const bugs = await save(ana, 'Bugs', { query, color: 'red' })
  // Two with one name are two lists.
  await save(team, 'Bugs', { view: 'board' })
  await ana.connect()
  await bo.connect()
  await becomes('both', bo, ['Bugs', 'Bugs'])
  await becomes('both', ana, ['Bugs', 'Bugs'])
  expect((await lists(bo)).find(({ uid }) => uid === bugs.uid)).toMatchObject({ query, color: 'red', view: 'list', created_at: bugs.created_at })
  await ana.synced()
  await bo.synced()

  await change(bo, bugs.uid, { name: 'Defects', query: { label: ['bug', 'crash'] } })
  await until('the change', async () => (await lists(ana)).some(({ name }) => name === 'Defects'))
  expect((await lists(ana)).find(({ uid }) => uid === bugs.uid)).toMatchObject({ name: 'Defects', query: { label: ['bug', 'crash'] }, color: 'red' })
  const { journal } = (await ana.call('GET', '/health')).body
  expect((await ana.call('GET', `/journal?after=${journal - 1}`)).body).toMatchObject([
    { entity: 'list', action: 'updated', actor: { kind: 'sync', name: 'bo' } },
  ])

  network.offline('ana', true)
  const mine = await save(ana, 'Made offline')
  await change(ana, bugs.uid, { position: -1 })
  await change(bo, bugs.uid, { color: 'blue', position: 7 })
  const other = (await lists(bo)).find(({ name }) => name === 'Bugs') as SavedList
  await bo.call('DELETE', `/lists/${other.uid}`)
  await bo.synced()
  network.offline('ana', false)
  await becomes('what was done offline', bo, ['Defects', 'Made offline'])
  await becomes('what was done meanwhile', ana, ['Defects', 'Made offline'])
  await ana.synced()
  // Where it stands nobody is asked about.
  expect((await lists(bo))[0]).toMatchObject({ uid: bugs.uid, color: 'blue', position: -1 })
  expect([await calm(ana), await calm(bo)]).toEqual([inStep, inStep])

  await ana.call('DELETE', `/lists/${mine.uid}`)
  await becomes('the delete', bo, ['Defects'])
  expect(await names(team)).toEqual(['Defects'])
})

it('[X35] of one that both changed the later stands and the other is shown; one that is deleted there and changed here stays; a refused one waits for its person', async () => {
  team = await newTeam(cloud, owner)
  const ana = await desktop('ana')
  await ana.connect()
  const [one, two] = [await save(ana, 'One', { query: { label: ['a'] } }), await save(ana, 'Two')]
  await becomes('both', team, ['One', 'Two'])
  await ana.synced()
  network.offline('ana', true)
  await change(ana, one.uid, { query: { label: ['mine'] } })
  await change(ana, two.uid, { name: 'Two, kept' })
  await change(team, one.uid, { query: { label: ['theirs'] } })
  await team.call('DELETE', `/lists/${two.uid}`)
  network.offline('ana', false)
  await until('the one here', async () => (await lists(team)).some(({ query }) => query.label?.[0] === 'mine'))
  await becomes('the one that outlives its delete', team, ['One', 'Two, kept'])
  await ana.synced()
  const conflicts = (await ana.call('GET', '/remote/conflicts')).body as { id: number; field: string; entity: string }[]
  const query = conflicts.find(({ field }) => field === 'query')
  expect(query).toMatchObject({ entity: 'list', local: { label: ['mine'] }, remote: { label: ['theirs'] } })
  await ana.call('POST', `/remote/conflicts/${query?.id}/settle`, { keep: 'remote' })
  await until('the choice', async () => (await lists(team)).find(({ uid }) => uid === one.uid)?.query.label?.[0] === 'theirs')

  // The team has as many as there may be.
  await onDatabase(cloud.database.url, (client) =>
    client.query(
      `INSERT INTO lists (team_id, id, uid, name, position, view, query, version, created_at, updated_at)
       SELECT $1, 1000 + n, gen_random_uuid(), 'Many', n, 'list', '{}', 1, now(), now() FROM generate_series(1, 498) n`,
      [team.id],
    ),
  )
  await save(ana, 'One too many')
  await until('the refusal', async () => (await ana.state()).refused === 1)
  expect((await ana.call('GET', '/remote/refused')).body).toMatchObject([
    { entity: 'list', action: 'create', name: 'One too many', reason: expect.stringContaining('500') },
  ])
  await team.call('DELETE', `/lists/${one.uid}`)
  await ana.call('POST', '/remote/sync')
  await until('the one that was too many', async () => (await names(team)).includes('One too many'))
})

it.runIf(process.env.TANDEM_LONG)(
  '[X35] a cloud that is older than lists hears nothing of them, and gets them once it has been updated; so does a desktop',
  async () => {
    team = await newTeam(cloud, owner)
    const old = await openOlderCloud(cloud.url, ['lists', 'SyncListFields'])
    try {
      const ana = await desktop('ana', old.url)
      await save(ana, 'Before')
      const { id } = (await ana.call('POST', '/tasks', { title: 'A task' })).body
      await ana.connect()
      await ana.synced()
      await save(ana, 'While it is old')
      await ana.call('PATCH', `/tasks/${id}`, { title: 'Renamed' })
      await until('the task', async () => (await team.call('GET', '/tasks')).body[0]?.title === 'Renamed')
      await ana.synced()
      expect(await calm(ana)).toEqual(inStep)
      expect([await names(team), await names(ana)]).toEqual([[], ['Before', 'While it is old']])
      old.lacks([])
      await becomes('what waited', team, ['Before', 'While it is old'])
      await ana.synced()

      // As a program that did not know lists left it.
      await ana.restart(async () => {
        await save(team, 'Of the team')
        const db = new Database(databaseFile(ana.dataDir))
        db.exec("DELETE FROM remote_items WHERE entity = 'list'; UPDATE remote_fields SET fields = json_remove(fields, '$.list')")
        db.close()
      })
      await becomes('those of the team', ana, ['Before', 'While it is old', 'Of the team'])
      await ana.synced()
      expect(await names(team)).toEqual(['Before', 'While it is old', 'Of the team'])
      expect(await calm(ana)).toEqual(inStep)
    } finally {
      await Promise.all(open.splice(0).map((one) => one.close()))
      await old.close()
    }
  },
)
