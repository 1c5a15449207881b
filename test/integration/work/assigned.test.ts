// Who is told that a task was given to them, and that nothing can come between the write and its telling.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMember, newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { iosToken } from '../../support/push/push-cloud.ts'

let cloud: TestCloud
let team: TestTeam
let ana: TestPerson
let bo: TestPerson

async function withDevice(name: string, email: string): Promise<TestPerson> {
  const person = await newPerson(cloud, name, email)
  await person.call('POST', '/devices', { token: iosToken(), platform: 'ios' })
  return person
}

beforeAll(async () => {
  cloud = await openCloud()
  ana = await withDevice('Ana Kern', 'ana@example.org')
  bo = await withDevice('Bo Lind', 'bo@example.org')
  team = await newTeam(cloud, ana)
  await addMember(cloud, team, ana, bo)
  for (const email of ['cleo@example.org', 'cleo2@example.org']) await addMember(cloud, team, ana, await withDevice('Cleo', email))
})
afterAll(() => cloud.close())

const as =
  (person: TestPerson): TestTeam['call'] =>
  (method, path, body, headers) =>
    person.call(method, path, body, { 'x-team-id': team.id, ...headers })

interface Row {
  event: string
  task_id: number
  user_id: string
}

/** Whom a write has told by the moment in which it is answered: what was not committed with it would not be there yet. */
async function told<T>(write: () => Promise<T>, what = 'task.assigned'): Promise<{ answer: T; whom: string[] }> {
  const log = async () => (await team.call('GET', '/notifications/log?limit=500')).body as Row[]
  const before = await log()
  const answer = await write()
  const fresh = (await log()).slice(0, -before.length || undefined)
  expect(new Set(fresh.map(({ event }) => event)).size).toBeLessThan(2)
  expect(fresh.every(({ event }) => event === what)).toBe(true)
  return { answer, whom: fresh.map(({ user_id }) => ({ [ana.id]: 'ana', [bo.id]: 'bo' })[user_id] ?? '?') }
}

it('[CL150] whoever is given a task by somebody else is told once, in the write that gives it', async () => {
  const call = as(ana)
  const made = await told(() => call('POST', '/tasks', { title: 'Sharpen the knives', assignee: 'bo@example.org' }))
  expect(made.whom).toEqual(['bo'])
  const task = `/tasks/${made.answer.body.id}`
  const assign = async (assignee: string | null, by = call) => (await told(() => by('PATCH', task, { assignee }))).whom
  // The same again, and the same person by name.
  expect([await assign('bo@example.org'), await assign('Bo Lind'), await assign('BO@example.org')]).toEqual([[], [], []])
  // Oneself, nobody, somebody outside, an agent, a name of two members, what is done.
  for (const word of ['me', null, 'mia@example.org', 'agent:claude', 'Cleo']) expect([word, await assign(word)]).toEqual([word, []])
  expect([await assign('bo@example.org', as(bo)), await assign('ana@example.org', as(bo))]).toEqual([[], ['ana']])
  // What is taken back was told before.
  const { seq } = (await call('GET', `${task}/history`)).body[0] as { seq: number }
  expect(await assign('bo@example.org')).toEqual(['bo'])
  await assign('none')
  const last = (await call('GET', `${task}/history`)).body[0] as { seq: number }
  expect(last.seq).toBeGreaterThan(seq)
  const undone = await told(() => call('POST', '/undo', { entry: last.seq }))
  expect([undone.answer.status, undone.whom]).toEqual([200, []])
  const done = await told(() => call('POST', '/tasks', { title: 'long done', status: 'done', assignee: 'bo@example.org' }))
  expect([done.answer.status, done.whom]).toEqual([201, []])
  // An agent of one's own is somebody else. Once for a request that is sent twice.
  const key = { 'idempotency-key': randomUUID(), 'x-actor': 'agent:claude' }
  const post = () => told(() => team.call('POST', '/tasks', { title: 'by an agent', assignee: 'Ana Kern' }, key))
  expect([(await post()).whom, (await post()).whom]).toEqual([['ana'], []])
})

it('[CL150] a desktop says who gave it; an import, a first sync and one’s own desktop are no news', async () => {
  const give = (actor: { kind: string; name: string }, fields: object = {}) =>
    told(() =>
      team.call('POST', '/sync', {
        tasks: [{ key: randomUUID(), action: 'create', uid: randomUUID(), actor, fields: { title: 'from a desktop', assignee: 'ana@example.org', ...fields } }],
      }),
    ).then(({ answer, whom }) => {
      expect(answer.body).toMatchObject({ results: [{ status: 'applied' }] })
      return whom
    })
  const old = { created_at: new Date(Date.now() - 2 * 3_600_000).toISOString() }
  expect(await give({ kind: 'person', name: 'Bo Lind' })).toEqual(['ana'])
  expect(await give({ kind: 'agent', name: 'claude' })).toEqual(['ana'])
  expect(await give({ kind: 'person', name: 'Bo Lind' }, old)).toEqual([])
  expect(await give({ kind: 'person', name: 'import tasks.csv' })).toEqual([])
  expect(await give({ kind: 'person', name: 'Ana Kern' })).toEqual([])
  // The person at the desktop whose token it is: Ana made it.
  expect(await give({ kind: 'person', name: 'person' })).toEqual([])
})

it('[CL153] whose work an admin takes back is told, once for each undo; who takes back their own is not', async () => {
  const [byAna, byBo] = [as(ana), as(bo)]
  const { id } = (await byAna('POST', '/tasks', { title: 'Grind the rye' })).body
  const undo = (by: TestTeam['call'], body: object) => told(() => by('POST', '/undo', body), 'work.undone')
  const lastOf = async () => ((await byAna('GET', `/tasks/${id}/history`)).body as { seq: number }[])[0]?.seq as number
  const change = async (by: TestTeam['call'], body: object, headers?: Record<string, string>) => {
    expect((await by('PATCH', `/tasks/${id}`, body, headers)).status).toBe(200)
    return lastOf()
  }
  const theirs = [await change(byBo, { priority: 'high' }), await change(byBo, { labels: ['a'] })]
  expect((await undo(byAna, { entries: theirs, preview: true })).whom).toEqual([])
  const undone = await undo(byAna, { entries: theirs })
  expect([undone.answer.status, undone.whom]).toEqual([200, ['bo']])
  // Given back: nothing is lost any more.
  expect((await undo(byAna, { entry: await lastOf() })).whom).toEqual([])
  expect((await undo(byBo, { entry: await change(byBo, { status: 'todo' }) })).whom).toEqual([])
  expect((await undo(byBo, { entry: await change(team.call, { due: '2026-12-24' }, { 'x-actor': 'agent:claude' }) })).whom).toEqual([])
})
