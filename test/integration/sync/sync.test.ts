// Two desktops and a phone: real services and a real cloud.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { expectProblem } from '../../contract/http.ts'
import { callUrl } from '../../contract/target.ts'
import { startChild } from '../../support/service/child-service.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { openFaultProxy } from '../../support/cloud/fault-proxy.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
const open: SyncedDesktop[] = []

beforeAll(async () => {
  cloud = await openCloud()
  owner = await newPerson(cloud)
})
afterAll(() => cloud.close())
afterEach(async () => {
  await Promise.all(open.splice(0).map((desktop) => desktop.close()))
})

async function desktops(...names: string[]): Promise<SyncedDesktop[]> {
  team = await newTeam(cloud, owner)
  const made = await Promise.all(names.map((name) => openDesktop(name, cloud, team)))
  open.push(...made)
  return made
}

const body = async (desktop: SyncedDesktop, path: string) => (await desktop.call('GET', path)).body

it('[X1] says what connecting would do, and whether address, token or team are wrong', async () => {
  const [ana] = (await desktops('ana')) as [SyncedDesktop]
  await ana.call('POST', '/tasks', { title: 'mine' })
  await team.call('POST', '/tasks', { title: 'theirs' })
  const given = { url: cloud.url, token: team.token, team_id: team.id }
  const plan = await ana.call('POST', '/remote/check', given)
  expect([plan.status, plan.body]).toEqual([
    200,
    {
      team: { id: team.id, name: 'team', role: 'member' },
      secret_place: 'file',
      upload: { tasks: 1, comments: 0, contacts: 0, schedules: 0, lists: 0 },
      in_cloud: { tasks: 1, contacts: 0 },
    },
  ])
  expect(await body(ana, '/remote')).toMatchObject({ state: 'off', url: null })
  const tokenOf = async (more: object) => (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'x', ...more })).body.token as string
  for (const [wrong, pointer, said] of [
    [{ token: await tokenOf({ agent: 'claude' }) }, '/token', /agent 'claude' cannot sync/],
    [{ token: await tokenOf({ read_only: true }) }, '/token', /can only read/],
    [{ url: 'http://tandem.example.org' }, '/url', /http is only allowed on this computer/],
    [{ url: 'nowhere' }, '/url', /must be an address/],
    [{ url: 'http://127.0.0.1:9' }, '/url', /does not respond/],
    [{ url: ana.url() }, '/url', /no Tandem cloud/],
    [{ token: `${team.token.slice(0, -1)}!` }, '/token', /rejected this token/],
    [{ team_id: owner.id }, '/team_id', /does not belong to the team/],
  ] as const) {
    for (const [method, path] of [
      ['POST', '/remote/check'],
      ['PUT', '/remote'],
    ] as const) {
      const reply = await ana.call(method, path, { ...given, ...wrong })
      expect([reply.status, reply.body.errors?.[0]]).toEqual([400, { pointer, detail: expect.stringMatching(said) }])
      expect(JSON.stringify(reply.body)).not.toContain(team.token)
    }
  }
  expect(await body(ana, '/remote')).toMatchObject({ state: 'off' })
})

it('[X2] what is on either side is on both afterwards, and stays in step', async () => {
  const [ana, bo] = (await desktops('ana', 'bo')) as [SyncedDesktop, SyncedDesktop]
  const task = (await ana.call('POST', '/tasks', { title: 'mine', labels: ['a'], status: 'done' })).body
  await ana.call('POST', `/tasks/${task.id}/comments`, { body: 'a word' })
  await ana.call('POST', `/tasks/${task.id}/schedules`, { type: 'weekly', day_of_week: 1, time: '09:00', timezone: 'Europe/Berlin' })
  await ana.call('POST', '/contacts', { name: 'Cleo', email: 'cleo@example.org' })
  await team.call('POST', '/tasks', { title: 'theirs' })
  await ana.connect()
  await bo.connect()
  await ana.synced()
  await bo.synced()
  await until('both tasks on both', async () => (await body(bo, '/tasks')).length === 2 && (await body(ana, '/tasks')).length === 2)
  const there = (await body(bo, '/tasks')).find((one: { title: string }) => one.title === 'mine')
  expect(there).toMatchObject({ uid: task.uid, labels: ['a'], status: 'done', completed_at: task.completed_at, created_at: task.created_at })
  await until('the comment', async () => (await body(bo, `/tasks/${there.id}/comments`)).length === 1)
  expect(await body(bo, `/tasks/${there.id}/comments`)).toMatchObject([{ body: 'a word', author: { kind: 'sync', name: 'ana' } }])
  await until('the reminder', async () => (await body(bo, `/tasks/${there.id}/schedules`)).length === 1)
  expect(await body(bo, `/tasks/${there.id}/schedules`)).toMatchObject([{ type: 'weekly', time: '09:00', timezone: 'Europe/Berlin' }])
  const [reminder] = await body(bo, `/tasks/${there.id}/schedules`)
  const monthly = { type: 'rule', rule: 'FREQ=MONTHLY;BYDAY=1MO', starts_on: '2031-01-01' }
  await bo.call('PATCH', `/tasks/${there.id}/schedules/${reminder.id}`, monthly)
  await until('its rule', async () => (await body(ana, `/tasks/${task.id}/schedules`))[0]?.rule === monthly.rule)
  expect(await body(ana, `/tasks/${task.id}/schedules`)).toMatchObject([{ ...monthly, day_of_week: null, next_fire_at: '2031-01-06T08:00:00.000Z' }])
  await ana.call('PATCH', `/tasks/${task.id}/schedules/${(await body(ana, `/tasks/${task.id}/schedules`))[0].id}`, { type: 'weekly', day_of_week: 2 })
  await until('the weekday again', async () => (await body(bo, `/tasks/${there.id}/schedules`))[0]?.type === 'weekly')
  expect(await body(bo, `/tasks/${there.id}/schedules`)).toMatchObject([{ type: 'weekly', day_of_week: 2, rule: null, starts_on: null }])
  await bo.call('PATCH', `/tasks/${there.id}/schedules/${reminder.id}`, { type: 'one_time', before_due_minutes: 60 })
  await until('the one before it is due', async () => (await body(ana, `/tasks/${task.id}/schedules`))[0]?.before_due_minutes === 60)
  expect(await body(ana, `/tasks/${task.id}/schedules`)).toMatchObject([{ fire_at: null, next_fire_at: null }])
  await bo.call('PATCH', `/tasks/${there.id}`, { due: '2031-01-06' })
  await until('its moment', async () => (await body(ana, `/tasks/${task.id}/schedules`))[0]?.next_fire_at === '2031-01-06T07:00:00.000Z')
  await bo.call('PATCH', `/tasks/${there.id}/schedules/${reminder.id}`, { fire_at: '2031-01-07T09:00:00Z' })
  await until('a moment of its own', async () => (await body(ana, `/tasks/${task.id}/schedules`))[0]?.before_due_minutes === null)
  expect(await body(bo, '/contacts')).toMatchObject([{ name: 'Cleo', slug: 'cleo' }])

  // Live, both ways; the history says who did it.
  await bo.call('PATCH', `/tasks/${there.id}`, { title: 'ours', priority: 'high' })
  await until('the new title', async () => (await body(ana, `/tasks/${task.id}`)).title === 'ours')
  expect((await body(ana, `/tasks/${task.id}/history`))[0]).toMatchObject({ actor: { kind: 'sync', name: 'bo' }, after: { title: 'ours', priority: 'high' } })
  await ana.call('DELETE', `/tasks/${task.id}`)
  await until('the delete', async () => (await bo.call('GET', `/tasks/${there.id}`)).status === 404)
  await ana.synced()
  expect(await body(ana, '/remote')).toMatchObject({ state: 'synced', waiting: 0, conflicts: 0, team: { name: 'team' } })

  const where = await body(ana, `/tasks/${(await body(ana, '/tasks'))[0].id}/remote`)
  expect(where).toMatchObject({ cloud_id: 1, url: `${cloud.url}/task/1`, waiting: 0 })
})

it('[X3] what is written offline waits, is counted, and goes there afterwards; a restart forgets nothing', async () => {
  const [ana] = (await desktops('ana')) as [SyncedDesktop]
  await ana.connect()
  await ana.synced()
  await ana.call('DELETE', '/remote')
  expect(await body(ana, '/remote')).toMatchObject({ state: 'off' })
  const task = (await ana.call('POST', '/tasks', { title: 'offline' })).body
  await ana.call('PATCH', `/tasks/${task.id}`, { priority: 'low' })
  await ana.restart()
  await ana.connect()
  await ana.synced()
  expect((await team.call('GET', '/tasks')).body).toMatchObject([{ title: 'offline', priority: 'low', uid: task.uid }])
})

it.runIf(process.env.TANDEM_LONG)('[X7] what was written there before it was deleted comes back with the edit that outlives the delete', async () => {
  team = await newTeam(cloud, owner)
  const network = await openFaultProxy(cloud.url, () => 0)
  try {
    const ana = await openDesktop('ana', { url: network.urlOf('ana') }, team)
    open.push(ana)
    await ana.connect()
    for (const round of [1, 2, 3, 4, 5]) {
      const { id, uid } = (await ana.call('POST', '/tasks', { title: `Round ${round}`, description: 'first' })).body
      await ana.synced()
      const there = ((await team.call('GET', '/tasks')).body as { id: number; uid: string }[]).find((task) => task.uid === uid)
      network.offline('ana', true)
      await ana.call('PATCH', `/tasks/${id}`, { status: 'done' })
      await team.call('PATCH', `/tasks/${there?.id}`, { description: 'first\nand from the phone' })
      expect((await team.call('DELETE', `/tasks/${there?.id}`)).status).toBe(204)
      network.offline('ana', false)
      await ana.synced()
      const stands = { status: 'done', description: 'first\nand from the phone' }
      await until('the task to stand there again', async () => ((await team.call('GET', '/tasks')).body as { uid: string }[]).some((task) => task.uid === uid))
      expect(((await team.call('GET', '/tasks')).body as { uid: string }[]).find((task) => task.uid === uid)).toMatchObject(stands)
      expect((await ana.call('GET', `/tasks/${id}`)).body).toMatchObject(stands)
    }
  } finally {
    await Promise.all(open.splice(0).map((desktop) => desktop.close()))
    await network.close()
  }
})

it('[X4] a token that is revoked ends it, and another one goes on', async () => {
  const [ana] = (await desktops('ana')) as [SyncedDesktop]
  await ana.connect()
  await ana.synced()
  await owner.call('DELETE', `/teams/${team.id}/tokens/${team.tokenId}`)
  await until('the revoked state', async () => (await ana.state()).state === 'revoked')
  await ana.call('POST', '/tasks', { title: 'meanwhile' })
  expect(await body(ana, '/remote')).toMatchObject({ state: 'revoked', waiting: 1, problem: expect.stringContaining('Create a new one') })
  const { token } = (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'new' })).body
  expect((await ana.call('PUT', '/remote', { url: cloud.url, token, team_id: team.id })).status).toBe(200)
  await ana.synced()
  expect((await owner.call('GET', '/tasks', undefined, { 'x-team-id': team.id })).body).toMatchObject([{ title: 'meanwhile' }])
})

it('[X6] a field changed on both sides: what was written here stands, the other is shown, both are in the history', async () => {
  const [ana] = (await desktops('ana')) as [SyncedDesktop]
  const task = (await ana.call('POST', '/tasks', { title: 'start', description: 'one\ntwo' })).body
  await ana.connect()
  await ana.synced()
  await ana.call('DELETE', '/remote')
  await ana.call('PATCH', `/tasks/${task.id}`, { title: 'mine', description: 'one\ntwo\nmine', labels: ['l'] })
  await team.call('PATCH', '/tasks/1', { title: 'theirs', description: 'theirs\none\ntwo', labels: ['r'], priority: 'high' })
  await ana.connect()
  await ana.synced()
  expect(await body(ana, `/tasks/${task.id}`)).toMatchObject({ title: 'mine', description: 'theirs\none\ntwo\nmine', labels: ['r', 'l'], priority: 'high' })
  expect((await team.call('GET', '/tasks/1')).body).toMatchObject({ title: 'mine', description: 'theirs\none\ntwo\nmine', priority: 'high' })
  const [conflict] = await body(ana, '/remote/conflicts')
  expect(conflict).toMatchObject({ task_id: task.id, field: 'title', base: 'start', local: 'mine', remote: 'theirs', kept: 'mine' })
  expect(JSON.stringify(await body(ana, `/tasks/${task.id}/history`))).toContain('"title":"theirs"')
  expect((await ana.call('POST', `/remote/conflicts/${conflict.id}/settle`, { keep: 'remote' })).status).toBe(204)
  expect((await ana.call('POST', `/remote/conflicts/${conflict.id}/settle`, { keep: 'remote' })).status).toBe(409)
  // Whoever takes the choice back is asked again.
  expect((await ana.call('POST', `/remote/conflicts/${conflict.id}/reopen`)).body).toEqual(conflict)
  expect(await body(ana, '/remote/conflicts')).toEqual([conflict])
  expect((await ana.call('POST', `/remote/conflicts/${conflict.id}/settle`, { keep: 'remote' })).status).toBe(204)
  await ana.synced()
  expect((await team.call('GET', '/tasks/1')).body).toMatchObject({ title: 'theirs' })
  expect(await body(ana, '/remote/conflicts')).toEqual([])
})

it('[EV10] [T18] of a conflict nobody chooses what they could not write: a task done without proof, a task that waits for itself', async () => {
  const [ana] = (await desktops('ana')) as [SyncedDesktop]
  const make = async (title: string) => (await ana.call('POST', '/tasks', { title })).body
  const [task, whole, other] = [await make('task'), await make('whole'), await make('other')]
  await ana.connect()
  await ana.synced()
  await ana.call('DELETE', '/remote')
  const inTeam = (await team.call('GET', '/tasks')).body as { id: number; uid: string }[]
  const teamId = ({ uid }: { uid: string }) => inTeam.find((one) => one.uid === uid)?.id
  await ana.call('PATCH', `/tasks/${task.id}`, { status: 'todo', parent_id: other.id })
  await team.call('PATCH', `/tasks/${teamId(task)}`, { status: 'done', parent_id: teamId(whole) })
  await ana.connect()
  await ana.synced()
  const conflicts = (await body(ana, '/remote/conflicts')) as { id: number; field: string }[]
  const settle = (field: string, actor = 'person:ana') =>
    ana.call('POST', `/remote/conflicts/${conflicts.find((one) => one.field === field)?.id}/settle`, { keep: 'remote' }, { 'x-actor': actor })
  expect((await ana.call('PUT', '/agents/worker/policy', { status: 'proven' })).status).toBe(200)
  expectProblem(await settle('status', 'agent:worker'), 403, /done without proof/)
  expect(await body(ana, `/tasks/${task.id}`)).toMatchObject({ status: 'todo' })
  expect((await settle('status')).status).toBe(204)
  await ana.call('PATCH', `/tasks/${task.id}`, { blocked_by: [whole.id] })
  expectProblem(await settle('parent_uid'), 409, /would wait for itself/)
  expect(await body(ana, `/tasks/${task.id}`)).toMatchObject({ status: 'done', parent_id: other.id })
  expect(await body(ana, '/remote/conflicts')).toHaveLength(1)
})

it('[X7] deleted on one side and edited on the other: the edit stays, on both, with what hangs on it', async () => {
  const [ana] = (await desktops('ana')) as [SyncedDesktop]
  const first = (await ana.call('POST', '/tasks', { title: 'edited here' })).body
  const second = (await ana.call('POST', '/tasks', { title: 'edited there' })).body
  const third = (await ana.call('POST', '/tasks', { title: 'commented there' })).body
  for (const { id } of [first, second, third]) await ana.call('POST', `/tasks/${id}/comments`, { body: `on ${id}` })
  await ana.connect()
  await ana.synced()
  const cloudId = async (id: number) => (await body(ana, `/tasks/${id}/remote`)).cloud_id
  const [one, two, three] = [await cloudId(first.id), await cloudId(second.id), await cloudId(third.id)]
  await ana.call('DELETE', '/remote')
  await ana.call('PATCH', `/tasks/${first.id}`, { priority: 'high' })
  await ana.call('DELETE', `/tasks/${second.id}`)
  await ana.call('DELETE', `/tasks/${third.id}`)
  await team.call('DELETE', `/tasks/${one}`)
  await team.call('PATCH', `/tasks/${two}`, { priority: 'high' })
  await team.call('POST', `/tasks/${three}/comments`, { body: 'wait' })
  await ana.connect()
  await ana.synced()
  const titles = (tasks: { title: string; priority: string }[]) => tasks.map(({ title, priority }) => `${title} ${priority}`).sort()
  const all = ['commented there medium', 'edited here high', 'edited there high']
  expect(titles(await body(ana, '/tasks'))).toEqual(all)
  expect(titles((await team.call('GET', '/tasks')).body)).toEqual(all)
  for (const { id } of [first, second]) expect(await body(ana, `/tasks/${id}/comments`)).toMatchObject([{ body: `on ${id}` }])
  expect(await body(ana, `/tasks/${third.id}/comments`)).toMatchObject([{ body: `on ${third.id}` }, { body: 'wait' }])
  const again = await cloudId(first.id)
  expect(again).not.toBe(one)
  expect((await team.call('GET', `/tasks/${again}/comments`)).body).toMatchObject([{ body: `on ${first.id}` }])
  expect((await team.call('GET', `/tasks/${again}`)).body.uid).toBe(first.uid)
})

it('[X3] kill -9 in the middle of the first upload: everything is there afterwards, once', async () => {
  team = await newTeam(cloud, owner)
  const folder = temporaryFolder()
  const as = { 'x-actor': 'person:ana' }
  let child = await startChild(folder.path)
  try {
    const records = Array.from({ length: 400 }, (_, i) => ({ external_id: `${i}`, task: { title: `task ${i}`, comments: [{ body: `on ${i}` }] } }))
    expect((await callUrl(`${child.url}/import`, 'POST', { source: 'x', records }, as)).body.imported).toBe(400)
    expect((await callUrl(`${child.url}/remote`, 'PUT', { url: cloud.url, token: team.token, team_id: team.id }, as)).status).toBe(200)
    await until('something to have arrived', async () => (await team.call('GET', '/tasks?limit=1')).body.length > 0)
    await child.kill()
    child = await startChild(folder.path)
    await until('it to be synced', async () => (await callUrl(`${child.url}/remote`, 'GET', undefined, as)).body.state === 'synced')
    const titles = ((await team.call('GET', '/tasks')).body as { title: string }[]).map(({ title }) => title)
    expect([titles.length, new Set(titles).size]).toEqual([400, 400])
    expect((await team.call('GET', '/sync?entity=comment&limit=1000')).body.rows).toHaveLength(400)
  } finally {
    await child.kill()
    folder.remove()
  }
})

it('[X8] whoever listens is told of each change of how it stands', async () => {
  const [ana] = (await desktops('ana')) as [SyncedDesktop]
  const stream = (await fetch(`${ana.url()}/events`)).body as ReadableStream<Uint8Array>
  const reader = stream.getReader()
  await ana.connect()
  const decoder = new TextDecoder()
  let text = ''
  while (!/event: remote\ndata: \{"state":"synced"/.test(text)) text += decoder.decode((await reader.read()).value, { stream: true })
  await reader.cancel()
  expect(text).not.toContain(team.token)
})
