// POST and GET /api/sync: many writes in one call, each on the version that it was made on.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'

let cloud: TestCloud
let owner: TestPerson
let team: TestTeam

beforeAll(async () => {
  cloud = await openCloud()
  owner = await newPerson(cloud)
  team = await newTeam(cloud, owner)
})
afterAll(() => cloud.close())

const key = () => randomUUID()
const send = async (body: object, by: TestTeam = team) => {
  const reply = await by.call('POST', '/sync', body)
  expect([reply.status, reply.body.errors]).toEqual([200, undefined])
  return reply.body.results as { key: string; status: string; id: number; version: number; seq: number; row: Record<string, unknown> | null }[]
}
const newTask = (title: string, more: object = {}) => ({ key: key(), action: 'create', uid: randomUUID(), fields: { title, ...more } })

it('[X12] a task, its comment and a contact come in one call, each with its own answer, in the name of who made them', async () => {
  const task = newTask('from a desktop', { labels: ['a'], created_at: '2026-01-02T03:04:05.000Z' })
  const comment = {
    key: key(),
    action: 'create',
    uid: randomUUID(),
    task_uid: task.uid,
    actor: {
      kind: 'person',
      name: 'Ana',
    },
    fields: { body: 'said offline' },
  }
  const contact = { key: key(), action: 'create', uid: randomUUID(), fields: { name: 'Bo', slug: 'bo-from-there' } }
  const results = await send({ tasks: [task], comments: [comment], contacts: [contact] })
  expect(results.map(({ status, version }) => [status, version])).toEqual([
    ['applied', 1],
    ['applied', 1],
    ['applied', 1],
  ])
  const read = (await team.call('GET', `/tasks/${results[0]?.id}`)).body
  expect(read).toMatchObject({ title: 'from a desktop', uid: task.uid, labels: ['a'], created_at: '2026-01-02T03:04:05.000Z' })
  expect((await team.call('GET', `/tasks/${read.id}/comments`)).body).toMatchObject([{ body: 'said offline', author: { kind: 'sync', name: 'Ana' } }])
  expect((await team.call('GET', '/contacts/bo-from-there')).body).toMatchObject({ name: 'Bo' })

  // Sent again: the same answers, and nothing twice.
  expect(await send({ tasks: [task], comments: [comment], contacts: [contact] })).toEqual(results)
  expect((await team.call('GET', `/tasks/${read.id}/comments`)).body).toHaveLength(1)
  // The same key for something else.
  expect(await send({ tasks: [{ ...task, fields: { title: 'other' } }] })).toMatchObject([{ status: 'refused' }])
})

it('[H19] a moment that does not exist is refused', async () => {
  const reply = await team.call('POST', '/sync', { tasks: [newTask('never made', { created_at: '2026-02-30T03:04:05.000Z' })] })
  expect([reply.status, reply.body.detail]).toEqual([400, expect.stringContaining('must be a moment that exists')])
})

it('[X12] a write on another version than the present one is answered with what stands there, and changes nothing', async () => {
  const task = newTask('one')
  const [made] = await send({ tasks: [task] })
  await team.call('PATCH', `/tasks/${made?.id}`, { priority: 'high' })
  const write = { key: key(), action: 'update', uid: task.uid, id: made?.id, version: 1, fields: { title: 'two' } }
  const [conflict] = await send({ tasks: [write] })
  expect(conflict).toMatchObject({ status: 'conflict', version: 2, row: { title: 'one', priority: 'high', version: 2 } })
  const [applied] = await send({ tasks: [{ ...write, version: 2 }] })
  expect(applied).toMatchObject({ status: 'applied', version: 3 })
  expect(await send({ tasks: [{ ...newTask('again'), uid: task.uid }] })).toMatchObject([{ status: 'conflict', row: { title: 'two' } }])
  expect(await send({ tasks: [{ key: key(), action: 'update', uid: randomUUID(), version: 1, fields: { title: 'x' } }] })).toMatchObject([{ status: 'gone' }])
})

it('[X12] a task about which more has happened than the device knows is not deleted', async () => {
  const task = newTask('keep me')
  const [made] = await send({ tasks: [task] })
  await team.call('POST', `/tasks/${made?.id}/comments`, { body: 'wait' })
  const remove = { key: key(), action: 'delete', uid: task.uid, id: made?.id, version: 1, after: made?.seq }
  const [conflict] = await send({ tasks: [remove] })
  expect(conflict).toMatchObject({ status: 'conflict', row: { title: 'keep me' } })
  expect(await send({ tasks: [{ ...remove, after: conflict?.seq }] })).toMatchObject([{ status: 'applied' }])
  expect((await team.call('GET', `/tasks/${made?.id}`)).status).toBe(404)
})

it('[X12] what was deleted since the device heard of the team last is not made again, until the device has heard of that', async () => {
  const task = newTask('home')
  const comment = { key: key(), action: 'create', uid: randomUUID(), task_uid: task.uid, fields: { body: 'said' } }
  const [home, said] = await send({ tasks: [task], comments: [comment] })
  const seq = home?.seq as number
  await team.call('DELETE', `/tasks/${home?.id}/comments/${said?.id}`)
  const again = (after: number) => ({ ...comment, key: key(), after })
  const [conflict] = await send({ comments: [again(seq)] })
  expect(conflict).toMatchObject({ status: 'conflict', id: null, version: null, row: null })
  expect((await team.call('GET', `/tasks/${home?.id}/comments`)).body).toEqual([])
  // What happened to others since speaks against nothing.
  await team.call('POST', '/tasks', { title: 'another' })
  expect(await send({ comments: [again(conflict?.seq as number)] })).toMatchObject([{ status: 'applied' }])

  // A task that went with all that hung on it.
  await team.call('DELETE', `/tasks/${home?.id}`)
  const both = { tasks: [{ ...task, key: key(), after: seq }], comments: [again(seq)] }
  const [first, second] = await send(both)
  expect([first?.status, second?.status]).toEqual(['conflict', 'conflict'])
  const now = { after: first?.seq as number }
  expect(await send({ tasks: [{ ...task, key: key(), ...now }], comments: [{ ...again(0), ...now }] })).toMatchObject([
    { status: 'applied' },
    { status: 'applied' },
  ])
  // Of a device that does not say what it knows nothing is asked.
  await team.call('DELETE', `/tasks/${(await send({ tasks: [{ ...task, key: key() }] }))[0]?.id}`)
  expect(await send({ tasks: [{ ...task, key: key() }] })).toMatchObject([{ status: 'applied' }])
})

it('[X13] everything is read page by page, with the event up to which it holds', async () => {
  const own = await newTeam(cloud, owner)
  expect((await own.call('GET', '/sync?entity=task')).body).toEqual({ seq: expect.any(Number), rows: [], next: null })
  const results = await send({ tasks: Array.from({ length: 5 }, (_, i) => newTask(`task ${i}`)) }, own)
  const first = (await own.call('GET', '/sync?entity=task&limit=3')).body
  const rest = (await own.call('GET', `/sync?entity=task&limit=3&after=${first.next}`)).body
  expect([...first.rows, ...rest.rows].map((row: { title: string }) => row.title)).toEqual([0, 1, 2, 3, 4].map((i) => `task ${i}`))
  expect([first.seq, rest.next]).toEqual([results.at(-1)?.seq, null])
})

it('[X12] [CL30] a team neither sees nor touches what another one calls by the same uid', async () => {
  const other = await newTeam(cloud, await newPerson(cloud))
  const task = newTask('ours')
  await send({ tasks: [task] })
  expect(await send({ tasks: [{ key: key(), action: 'delete', uid: task.uid, version: 1, after: 999 }] }, other)).toMatchObject([{ status: 'gone' }])
  expect(await send({ tasks: [{ ...task, fields: { title: 'theirs' } }] }, other)).toMatchObject([{ status: 'applied', id: 1 }])
  expect((await other.call('GET', '/sync?entity=task')).body.rows).toMatchObject([{ title: 'theirs' }])
})

it('[X12] ten devices that write the same tasks at the same time each get an answer, and every version was made by one', async () => {
  const own = await newTeam(cloud, owner)
  const shared = Array.from({ length: 10 }, () => newTask('start'))
  const made = await send({ tasks: shared }, own)
  const devices = await Promise.all(
    Array.from({ length: 10 }, (_, device) =>
      send({ tasks: shared.map(({ uid }, i) => ({ key: key(), action: 'update', uid, id: made[i]?.id, version: 1, fields: { title: `by ${device}` } })) }, own),
    ),
  )
  for (let i = 0; i < 10; i++) expect(devices.filter((results) => results[i]?.status === 'applied')).toHaveLength(1)
})
