// Questions that agents ask a person about a task: over REST, as every caller reaches them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Question, QuestionOutcome } from '../../shared/schema/work/question.ts'
import type { JournalEntry } from '../../shared/schema/journal.ts'
import { callUrl } from '../contract/target.ts'
import { startChild } from '../support/service/child-service.ts'
import { readEvents } from '../support/service/event-reader.ts'
import { openService, temporaryFolder } from '../support/service/service.ts'
import { until } from '../support/until.ts'

let service: Awaited<ReturnType<typeof openService>>
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const as =
  (actor: string, run?: string) =>
  (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    callUrl(service.url + path, method, body, { 'x-actor': actor, ...(run ? { 'x-run': run } : {}), ...headers })
const person = as('person')
const agent = as('agent:claude', 'one')
const create = async (title = 'Renew the certificate'): Promise<number> => (await person('POST', '/tasks', { title })).body.id
const ask = async (task: number, body: object = {}, by = agent): Promise<QuestionOutcome> =>
  (await by('POST', `/tasks/${task}/questions`, { question: 'For which host?', ...body })).body
const get = async (id: number): Promise<Question> => (await person('GET', `/questions/${id}`)).body
const history = async (task: number): Promise<JournalEntry[]> => (await person('GET', `/tasks/${task}/history`)).body

describe('answering', () => {
  it('[QU4] only a person answers, and proves it', async () => {
    const { question_id } = await ask(await create())
    for (const [path, body] of [
      ['answer', { answer: 'yes' }],
      ['dismiss', undefined],
      ['reopen', undefined],
    ] as const) {
      expect((await agent('POST', `/questions/${question_id}/${path}`, body)).body.code).toBe('forbidden')
      const unproven = await callUrl(`${service.url}/questions/${question_id}/${path}`, 'POST', body, { 'x-actor': 'person', authorization: 'Bearer wrong' })
      expect(unproven.status).toBeGreaterThanOrEqual(401)
    }
    expect((await get(question_id)).state).toBe('open')
  })

  it('[QU6] taking the answer back opens the question again, also by undo, and redo answers it', async () => {
    const task = await create()
    const { question_id } = await ask(task)
    await person('POST', `/questions/${question_id}/answer`, { answer: 'first' })
    expect((await person('POST', `/questions/${question_id}/reopen`)).body).toMatchObject({ question: { state: 'open', answer: null, decided_by: null } })
    expect((await person('GET', `/tasks/${task}/comments`)).body).toEqual([])
    const { entry } = (await person('POST', `/questions/${question_id}/answer`, { answer: 'second' })).body as Question
    const undone = (await person('POST', '/undo', { entry })).body
    expect(await get(question_id)).toMatchObject({ state: 'open' })
    expect((await person('GET', `/tasks/${task}`)).body).toMatchObject({ ready: false })
    const found = async () =>
      ((await person('GET', '/tasks/search?q=certificate%20is:ready&limit=200&mode=keyword')).body as { id: number }[]).map(({ id }) => id)
    expect(await found()).not.toContain(task)
    await person('POST', '/undo', { entries: undone.entries })
    expect(await found()).toContain(task)
    expect(await get(question_id)).toMatchObject({ state: 'answered', answer: 'second' })
  })

  it('[QU7] with its task it is withdrawn, and comes back with it', async () => {
    const task = await create()
    const { question_id } = await ask(task)
    const waiting = agent('GET', `/questions/${question_id}?wait_seconds=60`)
    await person('DELETE', `/tasks/${task}`)
    expect((await waiting).body).toMatchObject({ state: 'withdrawn' })
    expect((await person('POST', `/questions/${question_id}/answer`, { answer: 'x' })).body.detail).toMatch(/undo the deletion/)
    expect((await person('GET', '/questions?state=withdrawn')).body.map(({ id }: Question) => id)).toContain(question_id)
    const [deleted] = await history(task)
    await person('POST', '/undo', { entry: deleted?.seq })
    expect(await get(question_id)).toMatchObject({ state: 'open' })
    expect(await get(question_id)).not.toHaveProperty('merged_into')
  })

  it('[QU7] with a merge it is withdrawn, and says into which task', async () => {
    const [task, into] = [await create(), await create('Renew all certificates')]
    const { question_id } = await ask(task)
    const waiting = agent('GET', `/questions/${question_id}?wait_seconds=60`)
    await person('POST', `/tasks/${task}/merge`, { into })
    expect((await waiting).body).toMatchObject({ state: 'withdrawn', merged_into: into })
    expect((await person('POST', `/questions/${question_id}/answer`, { answer: 'x' })).body.detail).toContain(
      `task ${task} was merged into task ${into}. To answer it, undo the merge.`,
    )
    const merged = (await history(task)).find(({ action }) => action === 'deleted')
    await person('POST', '/undo', { entry: merged?.seq })
    expect(await get(question_id)).toMatchObject({ state: 'open' })
    await person('DELETE', `/tasks/${task}`)
    expect(await get(question_id)).not.toHaveProperty('merged_into')
  })
})

describe('waiting', () => {
  it('[QU8] whoever hangs up leaves the question where it is', async () => {
    const task = await create()
    const controller = new AbortController()
    const call = fetch(`${service.url}/tasks/${task}/questions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-actor': 'agent:claude', 'x-run': 'one' },
      body: JSON.stringify({ question: 'Still there?', wait_seconds: 60 }),
      signal: controller.signal,
    })
    const question = await until('the question', async () => (await person('GET', `/tasks/${task}/questions`)).body[0] as Question | undefined)
    controller.abort()
    await expect(call).rejects.toThrow()
    expect(await get(question.id)).toMatchObject({ state: 'open' })
    expect((await ask(task, { question: 'Still there?' })).question_id).toBe(question.id)
  })
})

describe('readiness', () => {
  it('[QU9] a task with an open question is not ready, also for whoever asks again with an ETag', async () => {
    const task = await create()
    const list = async (etag?: string) => person('GET', '/tasks?ready=true&label=none-of-these', undefined, etag ? { 'if-none-match': etag } : {})
    const before = await person('GET', `/tasks/${task}`)
    expect(before.body.ready).toBe(true)
    const listed = (await list()).headers.get('etag') as string
    const { question_id } = await ask(task)
    const asked = await person('GET', `/tasks/${task}`, undefined, { 'if-none-match': before.headers.get('etag') as string })
    expect([asked.status, asked.body]).toEqual([200, expect.objectContaining({ ready: false, waits_for: [{ for: 'question', count: 1 }] })])
    expect((await list(listed)).status).toBe(200)
    const ready = async () => ((await person('GET', '/tasks?ready=true')).body as { id: number }[]).map(({ id }) => id)
    expect(await ready()).not.toContain(task)
    await person('POST', `/questions/${question_id}/answer`, { answer: 'yes' })
    expect(await ready()).toContain(task)
    expect((await person('GET', `/tasks/${task}`)).body).toMatchObject({ ready: true, waits_for: [] })
  })
})

it('[QU1] each change is told as `event: question`', async () => {
  const stream = await readEvents(`${service.url}/events`)
  const task = await create()
  const { question_id } = await ask(task)
  const answered = (await person('POST', `/questions/${question_id}/answer`, { answer: 'yes' })).body as Question
  await person('POST', '/undo', { entry: answered.entry })
  const told = () => stream.events.filter(({ event }) => event === 'question').map(({ data }) => JSON.parse(data) as Question)
  const states = await until('all three', () => (told().length >= 3 ? told().map(({ id, state }) => [id, state]) : undefined))
  expect(states).toEqual(['open', 'answered', 'open'].map((state) => [question_id, state]))
  stream.close()
})

it('[QU1] [P1] kill -9 between the question and the answer, and after the answer, loses neither and asks nothing twice', async () => {
  const folder = temporaryFolder()
  try {
    const call = async (url: string, method: string, path: string, body?: unknown, actor = 'person') =>
      (await callUrl(url + path, method, body, { 'x-actor': actor, ...(actor === 'person' ? {} : { 'x-run': 'one' }) })).body
    const asks = (url: string, task: number) => call(url, 'POST', `/tasks/${task}/questions`, { question: 'For which host?' }, 'agent:claude')
    const first = await startChild(folder.path)
    const { id } = await call(first.url, 'POST', '/tasks', { title: 'Renew the certificate' })
    const asked = await asks(first.url, id)
    await first.kill()
    const second = await startChild(folder.path)
    expect(await asks(second.url, id)).toEqual(asked)
    expect(await call(second.url, 'GET', `/tasks/${id}`)).toMatchObject({ ready: false })
    await call(second.url, 'POST', `/questions/${asked.question_id}/answer`, { answer: 'the shop' })
    await second.kill()
    const third = await startChild(folder.path)
    expect(await asks(third.url, id)).toMatchObject({ outcome: 'answered', question_id: asked.question_id, answer: 'the shop' })
    expect(await call(third.url, 'GET', `/tasks/${id}/comments`)).toHaveLength(1)
    expect(await call(third.url, 'GET', `/tasks/${id}`)).toMatchObject({ ready: true })
    await third.stop()
  } finally {
    folder.remove()
  }
})
