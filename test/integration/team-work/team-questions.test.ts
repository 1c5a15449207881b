// Questions of a team on several instances: who waits on one is told what was answered on another, and no second answer stands.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Question, QuestionOutcome } from '../../../shared/schema/work/question.ts'
import { expectProblem } from '../../contract/http.ts'
import { addMember, newPerson, newTeam, openCloud, prove, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { follow } from '../../support/cloud/team-events.ts'
import { until } from '../../support/until.ts'

let cloud: TestCloud
let second: TestCloud
let owner: TestPerson
let member: TestPerson
let team: TestTeam

beforeAll(async () => {
  cloud = await openCloud()
  second = await openCloud({}, cloud.database)
  owner = await newPerson(cloud, 'owner')
  member = await newPerson(cloud, 'member')
  await prove(cloud, owner)
  team = await newTeam(cloud, owner)
  await addMember(cloud, team, owner, member, 'member')
})
afterAll(async () => {
  await second.close()
  await cloud.close()
})

const create = async (): Promise<number> => (await team.call('POST', '/tasks', { title: 'Renew the certificate' })).body.id
const asks = { 'x-actor': 'agent:claude', 'x-run': 'one' }
const ask = async (task: number, more: object = {}, headers: Record<string, string> = asks, on = cloud): Promise<QuestionOutcome> =>
  (await on.call('POST', `/tasks/${task}/questions`, { question: 'For which host?', ...more }, { ...team.as, ...headers })).body
const answer = (person: TestPerson, id: number, text: string, on = cloud) =>
  on.call('POST', `/questions/${id}/answer`, { answer: text }, { ...person.as, 'x-team-id': team.id })
const waitingCalls = async () => Number(/^tandem_waiting_calls (\d+)$/m.exec(await (await fetch(`${cloud.url}/metrics`)).text())?.[1])
const allWait = async (n: number) => expect.poll(waitingCalls, { timeout: 20_000 }).toBe(n)

describe('questions of a team', () => {
  it('[CL113] whoever waits on one instance is told within a second what a member answers on another', async () => {
    const task = await create()
    const waiting = ask(task, { wait_seconds: 60 })
    await allWait(1)
    const [{ id }] = (await second.call('GET', '/questions', undefined, { ...member.as, 'x-team-id': team.id })).body as [Question]
    const begun = performance.now()
    expect((await answer(member, id, 'the shop', second)).status).toBe(200)
    expect(await waiting).toMatchObject({ outcome: 'answered', question_id: id, answer: 'the shop', by: expect.stringMatching(/^member/) })
    expect(performance.now() - begun).toBeLessThan(1000)
    await allWait(0)
  })

  it('[CL113] of answers on two instances at the same moment one stands, as one comment, again and again', async () => {
    for (let n = 0; n < (process.env.TANDEM_LONG ? 20 : 6); n++) {
      const task = await create()
      const { question_id } = await ask(task)
      const replies = await Promise.all([answer(owner, question_id, 'one'), answer(member, question_id, 'other', second)])
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const stands = replies.find(({ status }) => status === 200)?.body.answer
      expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ answer: stands })
      expect((await team.call('GET', `/tasks/${task}/comments`)).body).toMatchObject([{ body: `> For which host?\n\n${stands}` }])
    }
  })

  it('[CL113] the same question at the same moment on two instances is one; another login of that name asks one of its own', async () => {
    const task = await create()
    const both = await Promise.all([ask(task), ask(task, {}, asks, second)])
    expect(both[0]?.question_id).toBe(both[1]?.question_id)
    const token = (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'other' })).body.token as string
    const elsewhere = await ask(task, {}, { ...asks, authorization: `Bearer ${token}` })
    expect(elsewhere.question_id).not.toBe(both[0]?.question_id)
  })

  it('[CL113] a token that is revoked while its call waits is not told the answer', async () => {
    const task = await create()
    const { id, token } = (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'revoked' })).body
    const headers = { ...team.as, ...asks, authorization: `Bearer ${token}` }
    const waiting = cloud.call('POST', `/tasks/${task}/questions`, { question: 'Which secret?', wait_seconds: 60 }, headers)
    await allWait(1)
    await owner.call('DELETE', `/teams/${team.id}/tokens/${id}`)
    const [asked] = (await team.call('GET', `/tasks/${task}/questions`)).body as [Question]
    await answer(member, asked.id, 'this one', second)
    expectProblem(await waiting, 401)
  })

  it('[CL113] whoever hangs up waits no longer, and the question stays', async () => {
    const task = await create()
    const controller = new AbortController()
    const call = fetch(`${cloud.url}/api/tasks/${task}/questions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...team.as, ...asks },
      body: JSON.stringify({ question: 'Still there?', wait_seconds: 60 }),
      signal: controller.signal,
    })
    await allWait(1)
    controller.abort()
    await expect(call).rejects.toThrow()
    await allWait(0)
    expect((await team.call('GET', `/tasks/${task}/questions`)).body).toMatchObject([{ state: 'open' }])
  })

  it.runIf(process.env.TANDEM_LONG)('[CL113] an instance that ends answers whoever waits, who then waits on another', async () => {
    const ending = await openCloud({}, cloud.database)
    const task = await create()
    const waiting = ask(task, { wait_seconds: 60 }, asks, ending)
    const [asked] = await until('the question', async () => {
      const { body } = await team.call('GET', `/tasks/${task}/questions`)
      return body.length > 0 ? (body as [Question]) : undefined
    })
    await ending.close()
    expect(await waiting).toMatchObject({ outcome: 'waiting', question_id: asked.id })
    expect((await ask(task)).question_id).toBe(asked.id)
  })

  it('[CL113] each change is an event of the team, with the uids of question, task and comment, and the history of the task stays without', async () => {
    const stream = await follow(cloud.url, team.as)
    const task = (await team.call('POST', '/tasks', { title: 'Renew the certificate' })).body
    const { question_id } = await ask(task.id, { options: ['a', 'b'] })
    await answer(member, question_id, 'a')
    await member.call('POST', `/questions/${question_id}/reopen`, undefined, { 'x-team-id': team.id })
    const told = () => stream.seen().flatMap(({ kind, data }) => (kind.startsWith('question.') ? [[kind, data.after]] : []))
    await expect.poll(() => told().length).toBe(3)
    const question = { uid: expect.stringMatching(/^[\da-f-]{36}$/), task_uid: task.uid, asked_by: { kind: 'agent', name: 'claude' }, options: ['a', 'b'] }
    const [comment_uid] = stream.seen().flatMap(({ kind, data }) => (kind === 'comment.created' ? [(data.after as { uid: string }).uid] : []))
    expect(told()).toMatchObject([
      ['question.created', { ...question, state: 'open' }],
      ['question.updated', { ...question, state: 'answered', answer: 'a', comment_uid, decided_by: { kind: 'person' } }],
      ['question.updated', { ...question, state: 'open', answer: null, comment_uid: null, decided_by: null }],
    ])
    stream.close()
    const { body } = await team.call('GET', `/tasks/${task.id}/history`)
    expect(new Set(body.map(({ entity }: { entity: string }) => entity))).toEqual(new Set(['task', 'comment']))
  })
})
