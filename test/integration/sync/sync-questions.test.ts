// Questions of desktops and their team: asked on one, answered anywhere, once; and whoever waits goes on.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Question, QuestionOutcome } from '../../../shared/schema/work/question.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { type FaultProxy, openFaultProxy } from '../../support/cloud/fault-proxy.ts'
import { openOlderCloud } from '../../support/cloud/older-cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { callUrl } from '../../contract/target.ts'
import { startChild } from '../../support/service/child-service.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { until } from '../../support/until.ts'

let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
let network: FaultProxy
const open: SyncedDesktop[] = []

beforeAll(async () => {
  cloud = await openCloud()
  owner = await newPerson(cloud, 'phone')
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

async function desktop(name: string, url = network.urlOf(name)): Promise<SyncedDesktop> {
  const made = await openDesktop(name, { url }, team)
  open.push(made)
  await made.connect()
  await made.synced()
  return made
}

type Side = Pick<SyncedDesktop, 'call'>
const phone: Side = { call: (method, path, body) => owner.call(method, path, body, { 'x-team-id': team.id }) }
const create = async (side: SyncedDesktop): Promise<number> => {
  const { id } = (await side.call('POST', '/tasks', { title: 'Renew the certificate' })).body
  await side.synced()
  return id
}
const asks = { 'x-actor': 'agent:claude', 'x-run': 'one' }
const ask = async (side: Side, task: number, more: object = {}): Promise<QuestionOutcome> =>
  (await side.call('POST', `/tasks/${task}/questions`, { question: 'For which host?', options: ['a', 'b'], ...more }, asks)).body
const all = async (side: Side, state = 'open'): Promise<Question[]> => (await side.call('GET', `/questions?state=${state}`)).body
const first = (what: string, side: Side, state = 'open') => until(what, async () => (await all(side, state))[0])
const answer = (side: Side, id: number, text: string) => side.call('POST', `/questions/${id}/answer`, { answer: text })
const comments = async (side: Side, task: number) =>
  ((await side.call('GET', `/tasks/${task}/comments`)).body as { body: string }[])
    .map(({ body }) => body.split('\n').at(-1) ?? '')
    .toSorted((one, other) => one.localeCompare(other))

it('[X41] asked on a desktop, answered on the phone: the agent that waits goes on, and every desktop shows who answered', async () => {
  const [ana, bo] = [await desktop('ana'), await desktop('bo')]
  const task = await create(ana)
  const waiting = ask(ana, task, { wait_seconds: 60 })
  const there = await first('the question on the phone', phone)
  const atBo = await first('the question at bo', bo)
  expect(atBo).toMatchObject({ uid: there.uid, question: 'For which host?', options: ['a', 'b'], asked_by: { kind: 'agent', name: 'claude' } })
  expect((await bo.call('GET', `/tasks/${atBo.task_id}`)).body).toMatchObject({ ready: false, waits_for: [{ for: 'question', count: 1 }] })
  const begun = performance.now()
  expect((await answer(phone, there.id, 'b')).status).toBe(200)
  expect(await waiting).toMatchObject({ outcome: 'answered', answer: 'b', by: expect.stringMatching(/^phone/) })
  expect(performance.now() - begun).toBeLessThan(1000)
  expect(await first('the answer at bo', bo, 'answered')).toMatchObject({ uid: there.uid, answer: 'b', decided_by: { name: expect.stringMatching(/^phone/) } })
  for (const [side, id] of [
    [ana, task],
    [bo, atBo.task_id],
    [phone, there.task_id],
  ] as const)
    await until('the comment', async () => JSON.stringify(await comments(side, id)) === '["b"]')
})

it.runIf(process.env.TANDEM_LONG)('[X41] answered on another desktop, taken back there and answered anew; also dismissed', async () => {
  const [ana, bo] = [await desktop('ana'), await desktop('bo')]
  const task = await create(ana)
  await ask(ana, task)
  const atBo = await first('the question at bo', bo)
  await answer(bo, atBo.id, 'a')
  const [here] = await until('the answer', async () => ((await all(ana, 'answered')).length > 0 ? all(ana, 'answered') : undefined))
  expect(here).toMatchObject({ answer: 'a', decided_by: { name: 'bo' } })
  // Taken back by the one who did not give it.
  expect((await ana.call('POST', `/questions/${here?.id}/reopen`)).body).toMatchObject({ question: { state: 'open' }, conflicts: [] })
  await first('the open question on the phone', phone)
  await first('the open question at bo', bo)
  await until('no comment', async () => (await comments(ana, task)).length === 0 && (await comments(bo, atBo.task_id)).length === 0)
  await bo.call('POST', `/questions/${atBo.id}/dismiss`)
  await first('the dismissal', ana, 'dismissed')
  await first('the dismissal on the phone', phone, 'dismissed')
})

it('[X41] a desktop that was away while hundreds were answered reads the newest, and of older ones learns as soon as it says what it has', async () => {
  const ana = await desktop('ana')
  const task = await create(ana)
  const { question_id } = await ask(ana, task)
  const there = await first('the question on the phone', phone)
  network.offline('ana', true)
  await answer(phone, there.id, 'b')
  const columns = 'team_id, task_id, task_uid, asker_kind, asker_name, principal, question, options, state, decided_by_kind, decided_by_name, version'
  await onDatabase(cloud.database.url, (client) =>
    client.query(
      `INSERT INTO questions (${columns}, id, uid, answer, created_at, decided_at)
        SELECT ${columns}, id + n, gen_random_uuid(), 'later', now(), now() + n * interval '1 second' FROM questions, generate_series(1, 300) AS n WHERE uid = $1`,
      [there.uid],
    ),
  )
  const read = (await team.call('GET', '/sync/questions')).body as { uid: string; answer: string }[]
  expect([read.length, read.every((one) => one.answer === 'later')]).toEqual([200, true])
  await ana.restart(async () => network.offline('ana', false))
  const known = async () => (await ana.call('GET', `/questions/${question_id}`)).body as Question
  const answered = await until('the older answer', async () => ((await known()).state === 'answered' ? known() : undefined))
  expect(answered).toMatchObject({ answer: 'b', decided_by: { name: expect.stringMatching(/^phone/) } })
  expect(await all(ana)).toEqual([])
})

it('[X41] what two desktops answered offline: the answer that arrives first stands, the other stays as a comment, and all show both', async () => {
  const [ana, bo] = [await desktop('ana'), await desktop('bo')]
  const task = await create(ana)
  const { question_id } = await ask(ana, task)
  const atBo = await first('the question at bo', bo)
  for (const name of ['ana', 'bo']) network.offline(name, true)
  await answer(ana, question_id, 'a')
  await answer(bo, atBo.id, 'b')
  expect([await all(phone, 'answered'), (await ana.call('GET', `/questions/${question_id}`)).body.answer]).toEqual([[], 'a'])
  network.offline('bo', false)
  await first('the answer in the cloud', phone, 'answered')
  network.offline('ana', false)
  await until('the answer that stands', async () => (await ana.call('GET', `/questions/${question_id}`)).body.answer === 'b')
  const { task_id } = (await all(phone, 'answered'))[0] as Question
  for (const [side, id] of [
    [ana, task],
    [bo, atBo.task_id],
    [phone, task_id],
  ] as const)
    await until('both comments', async () => JSON.stringify(await comments(side, id)) === '["a","b"]')
  expect((await all(phone, 'answered'))[0]).toMatchObject({ answer: 'b' })
  expect((await bo.call('GET', `/questions/${atBo.id}`)).body).toMatchObject({ state: 'answered', answer: 'b' })
})

it('[X41] of answers at the same moment on three devices all show one, again and again', async () => {
  const [ana, bo] = [await desktop('ana'), await desktop('bo')]
  for (let n = 0; n < (process.env.TANDEM_LONG ? 5 : 2); n++) {
    const question = `Which one, ${n}?`
    const task = await create(ana)
    await ask(ana, task, { question })
    const found = (side: Side) => until('the question', async () => (await all(side)).find((one) => one.question === question))
    const [a, b, c] = [await found(ana), await found(bo), await found(phone)]
    await Promise.all([answer(ana, a.id, 'x'), answer(bo, b.id, 'y'), answer(phone, c.id, 'z')])
    const shown = async () =>
      Promise.all(
        (
          [
            [ana, a.id],
            [bo, b.id],
            [phone, c.id],
          ] as const
        ).map(async ([side, id]) => (await side.call('GET', `/questions/${id}`)).body.answer),
      )
    await until('one answer', async () => new Set(await shown()).size === 1 && (await shown())[0] !== null)
    await Promise.all([ana.synced(), bo.synced()])
    expect(new Set(await shown()).size).toBe(1)
  }
})

it.runIf(process.env.TANDEM_LONG)('[X41] asked and answered without a network, before a restart, and before it was connected: it arrives once', async () => {
  const bo = await desktop('bo')
  const ana = await openDesktop('ana', { url: network.urlOf('ana') }, team)
  open.push(ana)
  const { id } = (await ana.call('POST', '/tasks', { title: 'Renew the certificate' })).body
  const { question_id } = await ask(ana, id)
  await ana.connect()
  await first('what was asked before', bo)
  network.offline('ana', true)
  await answer(ana, question_id, 'a')
  const second = await ask(ana, id, { question: 'And when?' })
  await ana.restart()
  network.offline('ana', false)
  expect(await first('the answer', bo, 'answered')).toMatchObject({ answer: 'a' })
  expect(await until('the second', async () => (await all(bo)).find(({ question }) => question === 'And when?'))).toMatchObject({ state: 'open' })
  expect((await all(phone)).map(({ question }) => question)).toEqual(['And when?'])
  const { uid } = (await ana.call('GET', `/questions/${second.question_id}`)).body
  // The team forgot it: it was restored from a backup.
  await ana.restart(async () => {
    await onDatabase(cloud.database.url, (client) => client.query('DELETE FROM questions WHERE team_id = $1 AND uid = $2', [team.id, uid]))
  })
  await first('the question again', phone)
})

it('[X41] with its task it is withdrawn everywhere', async () => {
  const [ana, bo] = [await desktop('ana'), await desktop('bo')]
  const task = await create(ana)
  await ask(ana, task)
  const atBo = await first('the question at bo', bo)
  await ana.call('DELETE', `/tasks/${task}`)
  await first('it withdrawn at bo', bo, 'withdrawn')
  await first('it withdrawn on the phone', phone, 'withdrawn')
  const [deleted] = (await ana.call('GET', `/tasks/${task}/history`)).body as { seq: number }[]
  await ana.call('POST', '/undo', { entry: deleted?.seq })
  expect(await first('it again at bo', bo)).toMatchObject({ uid: atBo.uid })
  expect(await first('it again on the phone', phone)).toMatchObject({ uid: atBo.uid })
})

it.runIf(process.env.TANDEM_LONG)('[X41] a cloud that is older than questions hears nothing of them, and gets them once it has been updated', async () => {
  const old = await openOlderCloud(cloud.url, ['questions'])
  try {
    const ana = await desktop('ana', old.url)
    await ask(ana, await create(ana))
    await ana.call('POST', '/tasks', { title: 'Another' })
    await ana.synced()
    expect([await all(phone), (await ana.state()).problem]).toEqual([[], null])
    old.lacks([])
    await first('the question', phone)
  } finally {
    await Promise.all(open.splice(0).map((one) => one.close()))
    await old.close()
  }
})

it.runIf(process.env.TANDEM_LONG)(
  '[X41] a desktop that is killed right after its agent asked, and again while it is answered elsewhere, loses neither and doubles neither',
  async () => {
    const folder = temporaryFolder()
    let killed = await startChild(folder.path)
    const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = { 'x-actor': 'person:ana' }) =>
      callUrl(`${killed.url}${path}`, method, body, headers)
    try {
      expect((await call('PUT', '/remote', { url: cloud.url, token: team.token, team_id: team.id })).status).toBe(200)
      const { id } = (await call('POST', '/tasks', { title: 'Renew the certificate' })).body
      expect((await call('POST', `/tasks/${id}/questions`, { question: 'For which host?', options: ['a', 'b'] }, asks)).status).toBe(200)
      await killed.kill()
      killed = await startChild(folder.path)
      const there = await first('the question on the phone', phone)
      await killed.kill()
      expect((await answer(phone, there.id, 'b')).status).toBe(200)
      killed = await startChild(folder.path)
      const answered = await until('the answer at the desktop', async () => ((await call('GET', '/questions?state=answered')).body as Question[])[0])
      expect(answered).toMatchObject({ uid: there.uid, answer: 'b', decided_by: { name: expect.stringMatching(/^phone/) } })
      await until('its comment', async () => ((await call('GET', `/tasks/${answered.task_id}/comments`)).body as unknown[]).length > 0 || undefined)
      expect((await call('GET', `/tasks/${answered.task_id}/comments`)).body).toHaveLength(1)
      expect([await all(phone), await all(phone, 'answered')].map((list) => list.length)).toEqual([0, 1])
    } finally {
      await killed.kill()
      folder.remove()
    }
  },
)
