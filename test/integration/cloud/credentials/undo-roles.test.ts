// Who may take back whose work in a team, at the same moment too, and what desktops see of it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JournalEntry } from '../../../../shared/schema/journal.ts'
import { addMember, newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { openDesktop } from '../../../support/sync/synced.ts'
import { until } from '../../../support/until.ts'

let cloud: TestCloud
let ana: TestPerson
let bo: TestPerson
let team: TestTeam

beforeAll(async () => {
  cloud = await openCloud()
  ana = await newPerson(cloud, 'Ana')
  bo = await newPerson(cloud, 'Bo')
  team = await newTeam(cloud, ana, 'Kitchen')
  await addMember(cloud, team, ana, bo)
})
afterAll(() => cloud.close())

const newest = async (id: number) => (await team.call('GET', `/tasks/${id}/history`)).body[0] as JournalEntry
const undo = (who: { call: TestPerson['call'] }, body: object) => who.call('POST', '/undo', body)

/** Answers the entry of that change. */
async function changed(who: { call: TestPerson['call'] }, title: string, headers = {}): Promise<number> {
  const { id } = (await team.call('POST', '/tasks', { title: 'Before' }, { 'x-actor': 'agent:somebody' })).body
  expect((await who.call('PATCH', `/tasks/${id}`, { title }, headers)).status).toBe(200)
  return (await newest(id)).seq
}

it('[CL108] a member takes back their own work and that of agents; others’ work needs an admin or owner', async () => {
  expect((await undo(bo, { entry: await changed(bo, 'Bo’s') })).status).toBe(200)
  expect((await undo(bo, { entry: await changed(team, 'an agent’s', { 'x-actor': 'agent:claude' }) })).status).toBe(200)
  const anas = await changed(ana, 'Ana’s')
  for (const request of [{ entry: anas }, { entry: anas, preview: true }, { entries: [anas] }, { actor: 'Ana', kind: 'person', from: anas }]) {
    const { status, body } = await undo(bo, request)
    expect([status, body.detail]).toEqual([403, expect.stringContaining('admin or owner')])
  }
  const bos = await changed(bo, 'Bo’s')
  expect((await undo(ana, { entry: bos })).body.done).toMatchObject([{ seq: bos, action: 'reverted' }])
})

it('[CL108] what a person’s desktop brought under their name is that person’s work', async () => {
  const { id, uid, version } = (await team.call('POST', '/tasks', { title: 'Before' })).body
  const write = { key: 'k', action: 'update', uid, id, version, actor: { kind: 'person', name: 'Ana' }, fields: { title: 'After' } }
  expect((await team.call('POST', '/sync', { tasks: [write] })).body.results[0].status).toBe('applied')
  const { seq, actor } = await newest(id)
  expect(actor).toEqual({ kind: 'sync', name: 'Ana' })
  expect((await undo(bo, { entry: seq })).status).toBe(403)
  expect((await undo(ana, { entry: seq })).status).toBe(200)
})

it('[CL108] [CL153] the token of a member’s desktop is theirs, though an admin made it: they take its work back, and are told when others do', async () => {
  const made = await ana.call('POST', `/teams/${team.id}/tokens`, { name: 'bo laptop', person: bo.id })
  expect([made.status, made.body]).toEqual([201, expect.objectContaining({ created_by: bo.id, made_by: ana.id })])
  const as = { authorization: `Bearer ${made.body.token}`, 'x-team-id': team.id }
  const brought = async (n: number) => {
    const { id, uid, version } = (await team.call('POST', '/tasks', { title: 'Before' })).body
    const write = { key: `k${n}`, action: 'update', uid, id, version, actor: { kind: 'person', name: 'Bo' }, fields: { title: 'After' } }
    expect((await cloud.call('POST', '/sync', { tasks: [write] }, as)).body.results[0].status).toBe('applied')
    return newest(id)
  }
  const first = await brought(10)
  expect(first.principal).toMatchObject({ name: 'bo laptop', owner: { id: bo.id, name: 'Bo' }, made_by: { id: ana.id, name: 'Ana' } })
  expect((await undo(bo, { entry: first.seq })).status).toBe(200)
  await bo.call('POST', '/devices', { token: 'ef'.repeat(32), platform: 'ios' })
  expect((await undo(ana, { entry: (await brought(11)).seq })).status).toBe(200)
  await until('Bo is told', async () =>
    ((await ana.call('GET', '/notifications/log')).body as { event: string; user_id: string }[]).some(
      (one) => one.event === 'work.undone' && one.user_id === bo.id,
    ),
  )
  for (const [more, said] of [
    [{ person: bo.id, agent: 'claude' }, /not both/],
    [{ person: '00000000-0000-4000-8000-000000000000' }, /member of the team/],
    [{ person: 'Bo' }, /uuid/],
  ] as const) {
    const refused = await ana.call('POST', `/teams/${team.id}/tokens`, { name: 'x', ...more })
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringMatching(said)])
  }
  // It ends with its owner's membership, not with that of whoever made it.
  const cy = await newPerson(cloud, 'Cy')
  const member = await addMember(cloud, team, ana, cy)
  const cys = (await ana.call('POST', `/teams/${team.id}/tokens`, { name: 'cy laptop', person: cy.id })).body.token
  await ana.call('DELETE', `/teams/${team.id}/members/${member.id}`)
  expect((await cloud.call('GET', '/tasks', undefined, { authorization: `Bearer ${cys}`, 'x-team-id': team.id })).status).toBe(401)
})

it('[CL108] a token takes back what was written with it, and nothing else', async () => {
  const { body } = await ana.call('POST', `/teams/${team.id}/tokens`, { name: 'other', agent: 'codex' })
  const as = { authorization: `Bearer ${body.token}`, 'x-team-id': team.id }
  const codex = { call: (method: string, path: string, sent?: unknown) => cloud.call(method, path, sent, as) }
  for (const seq of [await changed(team, 'x', { 'x-actor': 'agent:codex' }), await changed(bo, 'x')])
    expect((await undo(codex, { entry: seq })).body.detail).toContain('can only undo what was written with it')
  expect((await undo(codex, { entry: await changed(codex, 'mine') })).status).toBe(200)
})

it('[C5] a comment is its login’s, not its name’s: a namesake changes nothing, whoever has the login does, also of what their desktop brought', async () => {
  const other = await newPerson(cloud, 'Bo')
  await addMember(cloud, team, ana, other)
  const { id, uid } = (await team.call('POST', '/tasks', { title: 'Bake' })).body
  const said = async (who: { call: TestPerson['call'] }, headers = {}) =>
    (await who.call('POST', `/tasks/${id}/comments`, { body: 'mine' }, headers)).body.id as number
  const change = async (who: { call: TestPerson['call'] }, comment: number, headers = {}) =>
    (await who.call('PATCH', `/tasks/${id}/comments/${comment}`, { body: 'changed' }, headers)).status
  const bos = await said(bo)
  expect([await change(other, bos), await change(bo, bos), await change(ana, bos)]).toEqual([403, 200, 200])
  // Agents of two people with one name; the same person's next token goes on where the last one was.
  const agentOf = async (name: string) => {
    const { token } = (await ana.call('POST', `/teams/${team.id}/tokens`, { name, agent: 'claude' })).body
    const as = { authorization: `Bearer ${token}`, 'x-team-id': team.id }
    return { call: (method: string, path: string, sent?: unknown) => cloud.call(method, path, sent, as) }
  }
  const first = await said(await agentOf('one'))
  expect(await change(await agentOf('two'), first)).toBe(200)
  await ana.call(
    'PATCH',
    `/teams/${team.id}/members/${((await ana.call('GET', `/teams/${team.id}/members`)).body as { id: string; user_id: string }[]).find((one) => one.user_id === other.id)?.id}`,
    { role: 'admin' },
  )
  const { token } = (await other.call('POST', `/teams/${team.id}/tokens`, { name: 'three', agent: 'claude' })).body
  const theirs = {
    call: (method: string, path: string, sent?: unknown) => cloud.call(method, path, sent, { authorization: `Bearer ${token}`, 'x-team-id': team.id }),
  }
  expect(await change(theirs, first)).toBe(403)
  // What Ana's desktop brought under her name is hers.
  const brought = {
    key: 'k2',
    action: 'create',
    uid: randomUUID(),
    task_uid: uid,
    actor: { kind: 'person', name: 'Ana' },
    fields: { body: 'from the desktop' },
  }
  const { results } = (await team.call('POST', '/sync', { comments: [brought] })).body
  expect(results[0].status).toBe('applied')
  expect([await change(bo, results[0].id), await change(ana, results[0].id)]).toEqual([403, 200])
})

it('[CL108] an answer is taken back by whoever may undo its comment, and nobody else', async () => {
  const { id } = (await team.call('POST', '/tasks', { title: 'Bake' })).body
  const asked = async (who: { call: TestPerson['call'] }) => {
    const { question_id } = (await team.call('POST', `/tasks/${id}/questions`, { question: `Rye? ${Math.random()}` }, { 'x-actor': 'agent:claude' })).body
    expect((await who.call('POST', `/questions/${question_id}/answer`, { answer: 'yes' })).status).toBe(200)
    return question_id as number
  }
  const reopen = (who: { call: TestPerson['call'] }, question: number) => who.call('POST', `/questions/${question}/reopen`)
  const anas = await asked(ana)
  const refused = await reopen(bo, anas)
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('admin or owner')])
  expect((await team.call('GET', `/questions/${anas}`)).body).toMatchObject({ state: 'answered', answer: 'yes' })
  expect((await reopen(ana, anas)).body).toMatchObject({ question: { state: 'open', answer: null }, conflicts: [] })
  for (const who of [bo, ana]) expect((await reopen(who, await asked(bo))).body).toMatchObject({ question: { state: 'open' } })
  // Each comment went with its answer.
  expect((await team.call('GET', `/tasks/${id}/comments`)).body).toEqual([])
})

it('[U5] [CL108] of two who take back the same at the same moment one does, and history is right', async () => {
  for (let round = 0; round < 5; round++) {
    const entry = await changed(team, `round ${round}`, { 'x-actor': 'agent:claude' })
    const replies = await Promise.all([undo(ana, { entry }), undo(bo, { entry }), undo(ana, { entries: [entry] })])
    expect(replies.filter(({ status, body }) => status === 200 && body.done.length === 1)).toHaveLength(1)
    for (const { status } of replies) expect([200, 409]).toContain(status)
  }
})

it('[U2] [CL108] a desktop gets back what was deleted and brought back in the cloud, as the same task', async () => {
  const desktop = await openDesktop('ana', cloud, team)
  try {
    await desktop.connect()
    const { id, uid } = (await team.call('POST', '/tasks', { title: 'Sourdough' })).body
    await team.call('POST', `/tasks/${id}/comments`, { body: 'Feed it' })
    const there = async () => ((await desktop.call('GET', '/tasks')).body as { id: number; uid: string }[]).find((task) => task.uid === uid)
    await until('the task is on the desktop', there)
    await ana.call('DELETE', `/tasks/${id}`)
    await until('the task is gone from the desktop', async () => (await there()) === undefined)
    const deleted = ((await team.call('GET', `/tasks/${id}/history`)).body as JournalEntry[]).find(
      ({ entity, action }) => entity === 'task' && action === 'deleted',
    )
    expect((await undo(ana, { entry: deleted?.seq })).body.done).toMatchObject([{ action: 'restored' }])
    const back = await until('the task is back on the desktop', there)
    await until('its comment, too', async () => (await desktop.call('GET', `/tasks/${back.id}/comments`)).body[0]?.body === 'Feed it')
    expect((await desktop.call('PATCH', `/tasks/${back.id}`, { title: 'Rye' })).status).toBe(200)
    await until('a change goes up', async () => (await team.call('GET', `/tasks/${id}`)).body.title === 'Rye')
  } finally {
    await desktop.close()
  }
})
