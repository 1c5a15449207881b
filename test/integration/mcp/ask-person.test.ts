// ask_person as agents use it: real clients of both protocol eras, with and without a person at their client.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Question } from '../../../shared/schema/work/question.ts'
import { callUrl } from '../../contract/target.ts'
import type { AnyJson } from '../../support/any-json.ts'
import { connectHttp, connectStdio, type Elicit, type Era, type McpClient } from '../../support/mcp/mcp-clients.ts'
import { program } from '../../support/service/programs.ts'
import { openService } from '../../support/service/service.ts'
import { until } from '../../support/until.ts'

let service: Awaited<ReturnType<typeof openService>>
const clients: McpClient[] = []
beforeAll(async () => {
  service = await openService()
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await service.close()
})

const eras: Era[] = ['legacy', 'modern']
const person = async (method: string, path: string, body?: unknown) => (await callUrl(service.url + path, method, body, { 'x-actor': 'person' })).body
const create = async (): Promise<number> => (await person('POST', '/tasks', { title: 'Renew the certificate' })).id
const questionOn = (task: number) => until('the question', async () => ((await person('GET', `/tasks/${task}/questions`)) as Question[])[0])
const answer = (id: number, text: string) => person('POST', `/questions/${id}/answer`, { answer: text })

async function connect(era: Era, elicit?: Elicit, name = 'asker'): Promise<McpClient> {
  const client = await connectHttp(era, service.url, name, { tools: 'core', ...(elicit ? { elicit } : {}) })
  clients.push(client)
  return client
}

const never: Elicit = (_form, signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('closed'))))

describe.each(eras)('ask_person, %s', (era) => {
  it('[M16] waits on the server until a person answers in Review', async () => {
    const [task, agent] = [await create(), await connect(era)]
    const asking = agent.call('ask_person', { id: task, question: 'For which host?', options: ['a', 'b'] })
    await answer((await questionOn(task)).id, 'b')
    expect(await asking).toMatchObject({ isError: false, answer: { outcome: 'answered', answer: 'b', by: 'person' } })
  })

  it('[M16] without waiting says what to do, and get_task carries the question and its answer', async () => {
    const [task, agent] = [await create(), await connect(era)]
    const asked = await agent.call('ask_person', { id: task, question: 'For which host?', options: ['a', 'b'], wait_seconds: 0 })
    expect(asked.answer).toMatchObject({ outcome: 'waiting', question_id: expect.any(Number), note: expect.stringContaining('get_task') })
    expect((await agent.call('get_task', { id: task })).answer).toMatchObject({
      ready: false,
      waits_for: [{ for: 'question', count: 1 }],
      questions: [{ question: 'For which host?', options: ['a', 'b'], state: 'open' }],
    })
    await answer(asked.answer.question_id, 'a')
    expect((await agent.call('get_task', { id: task })).answer).toMatchObject({ ready: true, questions: [{ answer: 'a', answered_by: 'person' }] })
    expect((await agent.call('ask_person', { id: task, question: 'For which host?', options: ['a', 'b'], wait_seconds: 0 })).answer).toEqual({
      outcome: 'answered',
      question_id: asked.answer.question_id,
      answer: 'a',
      by: 'person',
    })
  })

  it('[M16] says into which task its own was merged meanwhile', async () => {
    const [task, into, agent] = [await create(), await create(), await connect(era)]
    const asking = agent.call('ask_person', { id: task, question: 'Which of the two?' })
    await questionOn(task)
    await person('POST', `/tasks/${task}/merge`, { into })
    expect((await asking).answer).toMatchObject({ outcome: 'withdrawn', merged_into: into, note: expect.stringContaining(`merged into task ${into}`) })
  })

  it('[M17] asks in the agent’s own client, too; what the person says there is the answer', async () => {
    const task = await create()
    const shown: AnyJson[] = []
    const agent = await connect(era, async (form) => {
      shown.push(form)
      return { action: 'accept', content: { choice: 'b' } }
    })
    const asked = await agent.call('ask_person', { id: task, question: 'For which host?', options: ['a', 'b'] })
    expect(asked.answer).toMatchObject({ outcome: 'answered', answer: 'b', by: 'person (in asker)' })
    expect(shown).toMatchObject([{ message: `Task #${task}: For which host?`, requestedSchema: { properties: { choice: { enum: ['a', 'b'] }, other: {} } } }])
    expect(await person('GET', `/tasks/${task}/comments`)).toMatchObject([{ author: { kind: 'person', name: 'person (in asker)' } }])
    expect(await person('GET', `/tasks/${task}/questions`)).toHaveLength(1)
  })

  it.each(['decline', 'cancel'])('[M17] a %s in the client is no answer: Review is still asked', async (action) => {
    const task = await create()
    const agent = await connect(era, async () => ({ action }))
    const asking = agent.call('ask_person', { id: task, question: 'For which host?' })
    await answer((await questionOn(task)).id, 'the shop')
    expect((await asking).answer).toMatchObject({ outcome: 'answered', answer: 'the shop', by: 'person' })
  })

  it('[M17] of Review and the client the first one counts', async () => {
    const task = await create()
    let isShown = false
    let show: () => void = () => undefined
    const agent = await connect(era, async (form, signal) => {
      isShown = true
      // 2025: the form is closed from afar. 2026: the client comes again with whatever was said there.
      if (era === 'legacy') return never(form, signal)
      await new Promise<void>((resolve) => (show = resolve))
      return { action: 'accept', content: { other: 'too late' } }
    })
    const asking = agent.call('ask_person', { id: task, question: 'For which host?' })
    const { id } = await questionOn(task)
    await until('the form', () => isShown)
    await answer(id, 'first')
    show()
    expect((await asking).answer).toMatchObject({ outcome: 'answered', answer: 'first', by: 'person' })
    expect(await person('GET', `/tasks/${task}/comments`)).toHaveLength(1)
  })

  it('[M16] a wait says that it goes on, to clients that ask for it', async () => {
    const [task, agent] = [await create(), await connect(era)]
    const messages: string[] = []
    const raw = agent.raw as unknown as {
      callTool(call: object, ...more: unknown[]): Promise<{ structuredContent: AnyJson }>
    }
    const options = { onprogress: ({ message }: { message?: string }) => messages.push(message ?? '') }
    const call = { name: 'ask_person', arguments: { id: task, question: 'For which host?' } }
    const asking = era === 'legacy' ? raw.callTool(call, undefined, options) : raw.callTool(call, options)
    await until('a sign of life', () => messages.length > 0)
    await answer((await questionOn(task)).id, 'this one')
    expect((await asking).structuredContent).toMatchObject({ outcome: 'answered' })
    expect(messages[0]).toContain(`task ${task}`)
  })

  it('[M17] through the bridge, too', async () => {
    const task = await create()
    const agent = await connectStdio(era, 'piped', process.execPath, [program('electron/cli/tandem-mcp.mjs'), '--data-dir', service.dataDir], {}, async () => ({
      action: 'accept',
      content: { other: 'the shop' },
    }))
    clients.push(agent)
    const asked = await agent.call('ask_person', { id: task, question: 'For which host?' })
    expect(asked.answer).toMatchObject({ outcome: 'answered', answer: 'the shop', by: 'person (in piped)' })
  })
})

it('[QU3] an agent that may not comment may not ask, one that may only propose may', async () => {
  const task = await create()
  await person('PUT', '/agents/silent/policy', { comment: 'deny' })
  await person('PUT', '/agents/careful/policy', { comment: 'propose' })
  const call = (agent: McpClient) => agent.call('ask_person', { id: task, question: 'May I?', wait_seconds: 0 })
  expect(await call(await connect('legacy', undefined, 'silent'))).toMatchObject({ isError: true, text: expect.stringContaining('does not allow silent') })
  expect((await call(await connect('legacy', undefined, 'careful'))).answer).toMatchObject({ outcome: 'waiting' })
})
