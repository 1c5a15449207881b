// POST /import and GET /export, as programs call them.
import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readItems } from '../../../electron/service/imports/reading/read-items.ts'
import { startService, type Service } from '../../../electron/service/start-service.ts'
import { localContract } from '../../../shared/contract/local.ts'
import { type Client, createClient } from '../../../shared/http/client.ts'
import type { ImportRecord } from '../../../shared/schema/import.ts'
import { temporaryFolder } from '../../support/imports.ts'

let folder: ReturnType<typeof temporaryFolder>
let service: Service
let api: Client<typeof localContract>
beforeEach(async () => {
  folder = temporaryFolder()
  service = await startService({ port: 0, dataDir: folder.file('data'), version: 'test' })
  api = createClient(localContract, { baseUrl: service.url, headers: { 'X-Actor': 'agent:loader' } })
})
afterEach(async () => {
  await service.close()
  folder.remove()
})

const send = (records: ImportRecord[], source = 'test') => api.importBatch({ body: { source, records } })
const uid = '0190a0b0-1234-7abc-8def-0123456789ab'

test('records that make no sense are refused one by one, with a reason; the others are taken', async () => {
  const result = await send([
    { external_id: 'a', task: { title: 'Good', schedules: [{ type: 'weekly', day_of_week: 1, time: '09:00' }] } },
    { external_id: 'b', task: { title: 'Half a reminder', comments: [{ body: 'x' }], schedules: [{ type: 'weekly', day_of_week: 1 }] } },
    { external_id: 'c' },
    { external_id: 'd', task: { title: 'Both' }, contact: { name: 'Both' } },
    { external_id: 'e', task: { title: 'Never', created_at: '9999-12-31T23:59:59-12:00' } },
    { external_id: 'f', contact: { name: 'Ana Núñez' } },
  ])
  expect(result.results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['imported', null],
    ['refused', 'time is required for a weekly schedule, for example "09:00"'],
    ['refused', 'send one of task, contact, conversation, message, origin, list'],
    ['refused', 'send one of task, contact, conversation, message, origin, list'],
    ['refused', "created_at must be between the years 1 and 9999; got '9999-12-31T23:59:59-12:00'"],
    ['imported', null],
  ])
  expect((await api.listTasks()).map(({ title }) => title)).toEqual(['Good'])
  expect((await api.listContacts()).map(({ slug }) => slug)).toEqual(['ana-nunez'])
  // Nothing of the refused ones is in the journal: a task, its reminder, a contact.
  expect((await api.readJournal()).map(({ entity, actor }) => [entity, actor])).toEqual(
    ['task', 'schedule', 'contact'].map((entity) => [entity, { kind: 'agent', name: 'loader' }]),
  )
})

test.runIf(process.env.TANDEM_LONG)('[I7] records that bring more than others should wait for are refused together and taken one by one', async () => {
  const comments = Array.from({ length: 3000 }, (_, n) => ({ body: `${n}` }))
  const heavy = ['a', 'b'].map((name) => ({ external_id: name, task: { title: name, comments } }))
  await expect(send(heavy)).rejects.toMatchObject({ problem: { status: 413, detail: expect.stringContaining('Send fewer') as unknown } })
  expect(await api.listTasks()).toEqual([])
  for (const record of heavy) expect(await send([record])).toMatchObject({ imported: 1 })
  // A file is divided for whoever sends it.
  writeFileSync(folder.file('heavy.jsonl'), heavy.map(({ task }) => JSON.stringify(task)).join('\n'))
  const batches: number[] = []
  for await (const { items } of readItems(folder.file('heavy.jsonl'), 'jsonl')) batches.push(items.length)
  expect(batches).toEqual([1, 1])
  const reminders = Array.from({ length: 200 }, () => ({ type: 'weekly' as const, day_of_week: 1, time: '09:00' }))
  await expect(send(['c', 'd'].map((name) => ({ external_id: name, task: { title: name, schedules: reminders } })))).rejects.toMatchObject({
    problem: { status: 413 },
  })
})

test('[I7] long texts are refused together and taken one by one, and mails whose words are still to be found weigh more', async () => {
  const long = ['a', 'b'].map((name) => ({
    external_id: name,
    task: { title: name, comments: Array.from({ length: 200 }, () => ({ body: 'x'.repeat(19_000) })) },
  }))
  await expect(send(long)).rejects.toMatchObject({ problem: { status: 413, detail: expect.stringContaining('in length') as unknown } })
  for (const record of long) expect(await send([record])).toMatchObject({ imported: 1 })
  const conversation_uid = '019b0000-0000-7000-8000-000000000001'
  const conversation = { external_id: 'c', conversation: { uid: conversation_uid, source: 'mail', external_id: 'c', subject: 'Long' } }
  const mails = Array.from({ length: 5 }, (_, n) => ({
    external_id: `m${n}`,
    message: { conversation_uid, from: 'ana@example.com', sent_at: `2026-11-01T10:00:0${n}Z`, body: `${n}${'<p>a <b>'.repeat(60_000)}` },
  }))
  await expect(send([conversation, ...mails])).rejects.toMatchObject({ problem: { status: 413 } })
  expect(await send([conversation, ...mails.slice(0, 4)])).toMatchObject({ imported: 5 })
})

test('[I7] a task with more repetitions than can be computed while others wait is refused alone; once is taken as often as it comes', async () => {
  const weekly = Array.from({ length: 400 }, () => ({ type: 'weekly' as const, day_of_week: 1, time: '09:00' }))
  const rules = Array.from({ length: 26 }, () => ({ type: 'rule' as const, rule: 'FREQ=MONTHLY;BYDAY=-1FR', time: '09:00' }))
  const once = Array.from({ length: 400 }, (_, n) => ({ type: 'one_time' as const, fire_at: new Date(Date.UTC(2090, 0, 1 + n)).toISOString() }))
  const outcomes = []
  for (const [name, schedules] of Object.entries({ weekly, rules, once, few: rules.slice(1) }))
    outcomes.push((await send([{ external_id: name, task: { title: name, schedules } }])).results[0])
  expect(outcomes.map((one) => [one?.external_id, one?.outcome])).toEqual([
    ['weekly', 'refused'],
    ['rules', 'refused'],
    ['once', 'imported'],
    ['few', 'imported'],
  ])
  expect(outcomes[0]?.reason).toBe('a task may bring at most 333 reminders that repeat, of which each RRULE counts as 14; this one brings 400')
})

test('a body that is no import is refused as a whole, and says where', async () => {
  await expect(send([{ external_id: 'a', task: { title: 'x', status: 'doing' as never } }])).rejects.toMatchObject({
    problem: { status: 400, errors: [{ pointer: '/records/0/task/status' }] },
  })
  expect(await api.listTasks()).toEqual([])
})

test('ids are kept when they were never used here, also not by something that is gone', async () => {
  const first = await api.createTask({ body: { title: 'One' } })
  const gone = await api.createTask({ body: { title: 'Two' } })
  await api.deleteTask({ params: { id: gone.id } })
  const { results } = await send([1, 2, 7, 5].map((id) => ({ external_id: `t${id}`, task: { title: `Wants ${id}`, id } })))
  expect(first.id).toBe(1)
  expect(results.map(({ id }) => id)).toEqual([3, 4, 7, 5])
  expect((await api.createTask({ body: { title: 'Next' } })).id).toBe(8)
})

test('a uid that is here already is the same thing: never a second one, whatever its letters', async () => {
  await send([{ external_id: 'a', task: { title: 'First', uid } }])
  const { results } = await send([{ external_id: 'b', task: { title: 'Again', uid: uid.toUpperCase() } }], 'elsewhere')
  expect(results).toMatchObject([{ outcome: 'already', id: 1, reason: 'already here as #1' }])
  const comments = [
    { body: 'one', uid },
    { body: 'two', uid },
  ]
  expect(await send([{ external_id: 'c', task: { title: 'Comments of one uid', comments } }])).toMatchObject({ imported: 1 })
  expect(await api.listComments({ params: { id: 2 } })).toHaveLength(2)
})

test('undoing the undo of an import that was imported again meanwhile makes no second task', async () => {
  const record: ImportRecord = { external_id: 'a', task: { title: 'Mine', uid } }
  await send([record])
  const undone = await api.undo({ body: { entry: 1 } })
  expect(await send([record])).toMatchObject({ imported: 1 })
  const redone = await api.undo({ body: { entry: undone.entries[0] } })
  expect(redone).toMatchObject({ done: [], conflicts: [{ reason: 'it was imported again in the meantime, as task 2' }] })
  expect(await api.listTasks()).toHaveLength(1)
})

test('a reminder of something that is over comes switched off, one that is to come rings', async () => {
  const once = (fire_at: string) => ({ type: 'one_time' as const, fire_at })
  await send([
    { external_id: 'a', task: { title: 'Open', schedules: [once('2001-01-01T00:00:00Z'), once('2096-01-01T00:00:00Z')] } },
    { external_id: 'b', task: { title: 'Done', status: 'done', schedules: [once('2096-01-01T00:00:00Z')] } },
  ])
  expect((await api.listSchedules({ params: { id: 1 } })).map(({ enabled, next_fire_at }) => [enabled, next_fire_at])).toEqual([
    [true, '2096-01-01T00:00:00.000Z'],
    [false, null],
  ])
  expect(await api.listSchedules({ params: { id: 2 } })).toMatchObject([{ enabled: false, next_fire_at: null }])
})

test.runIf(process.env.TANDEM_LONG)('a batch may be larger than other bodies, but not without end', async () => {
  const description = 'x'.repeat(100_000)
  const records = (count: number) => Array.from({ length: count }, (_, n) => ({ external_id: String(n), task: { title: `Large ${n}`, description } }))
  expect(await send(records(50))).toMatchObject({ imported: 50 })
  await expect(send(records(170))).rejects.toMatchObject({ problem: { status: 413 } })
  await expect(send(Array.from({ length: 501 }, (_, n) => ({ external_id: String(n), task: { title: 'x' } })))).rejects.toMatchObject({
    problem: { status: 400 },
  })
})

test('the export is JSON Lines; a wrong part is refused', async () => {
  await send([
    { external_id: 'a', contact: { name: 'Ana' } },
    { external_id: 'b', task: { title: 'One', comments: [{ body: 'x' }] } },
  ])
  const response = await fetch(`${service.url}/export`)
  expect(response.headers.get('content-type')).toMatch(/^application\/x-ndjson/)
  const [header, contact, task, ...rest] = (await response.text()).split('\n')
  expect([header, ...rest]).toEqual(['{"format":"tandem","version":2}', ''])
  expect(JSON.parse(contact as string)).toMatchObject({ type: 'contact', slug: 'ana' })
  expect(JSON.parse(task as string)).toMatchObject({ type: 'task', id: 1, comments: [{ id: 1, body: 'x' }], schedules: [] })
  expect((await (await fetch(`${service.url}/export?part=journal`)).text()).trimEnd().split('\n')).toHaveLength(3)
  expect((await fetch(`${service.url}/export?part=all`)).status).toBe(400)
  expect((await fetch(`${service.url}/export`, { method: 'POST' })).status).toBe(405)
})
