// Questions that agents ask a person about a task, wherever they are kept.
import { describe, expect, it } from 'vitest'
import type { Question, QuestionOutcome } from '../../shared/schema/work/question.ts'
import { until } from '../support/until.ts'
import { expectProblem } from './http.ts'
import type { Called, Target } from './target.ts'

/** `people` answer; through `agents` call those who ask. */
export function questionRules(people: () => Target, agents: () => Target): void {
  const person = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Called> =>
    people().call(method, path, body, { 'x-actor': 'person', ...headers })
  const as =
    (name: string, run?: string) =>
    (method: string, path: string, body?: unknown): Promise<Called> =>
      agents().call(method, path, body, { 'x-actor': `agent:${name}`, ...(run ? { 'x-run': run } : {}) })
  const agent = as('claude', 'one')
  const create = async (title = 'Renew the certificate', more: object = {}): Promise<number> => (await person('POST', '/tasks', { title, ...more })).body.id
  const ask = async (task: number, body: object = {}, by = agent): Promise<QuestionOutcome> =>
    (await by('POST', `/tasks/${task}/questions`, { question: 'For which host?', ...body })).body
  const get = async (id: number): Promise<Question> => (await person('GET', `/questions/${id}`)).body
  const listed = async (query = ''): Promise<number[]> => (await person('GET', `/questions${query}`)).body.map(({ id }: Question) => id)
  const answer = (id: number, text: string) => person('POST', `/questions/${id}/answer`, { answer: text })
  const comments = async (task: number) => (await person('GET', `/tasks/${task}/comments`)).body
  const firstOf = (task: number) => until('the question', async () => (await person('GET', `/tasks/${task}/questions`)).body[0] as Question | undefined)

  describe('asking', () => {
    it('[QU1] a question waits until a person answers; the answer is a comment of theirs that quotes it', async () => {
      const task = await create()
      const { outcome, question_id } = await ask(task, { options: ['a.example', 'b.example'] })
      expect(outcome).toBe('waiting')
      expect(await listed()).toContain(question_id)
      const answered = await answer(question_id, 'b.example')
      expect(answered.body).toMatchObject({
        state: 'answered',
        answer: 'b.example',
        entry: expect.any(Number),
        decided_by: { kind: 'person' },
        asked_by: { kind: 'agent', name: 'claude' },
        options: ['a.example', 'b.example'],
        task_id: task,
      })
      expect(await comments(task)).toMatchObject([{ body: '> For which host?\n\nb.example', author: { kind: 'person' } }])
      const by = answered.body.decided_by.name
      expect(await ask(task, { options: ['a.example', 'b.example'] })).toEqual({ outcome: 'answered', question_id, answer: 'b.example', by })
      expect(await listed()).not.toContain(question_id)
      expect(await listed('?state=answered')).toContain(question_id)
      expect((await person('GET', `/tasks/${task}/questions`)).body).toMatchObject([{ id: question_id, state: 'answered' }])
      expectProblem(await agent('POST', '/tasks/9007199254740991/questions', { question: 'x' }), 404)
      expectProblem(await person('GET', '/questions/9007199254740991'), 404)
    })

    it('[QU2] the same question of the same run is one question; of another run, or with other options, it is another', async () => {
      const task = await create()
      const [first, ...others] = await Promise.all([ask(task), ask(task), ask(task)])
      expect(others.map(({ question_id }) => question_id)).toEqual([first?.question_id, first?.question_id])
      expect((await ask(task, {}, as('claude', 'two'))).question_id).not.toBe(first?.question_id)
      expect((await ask(task, { options: ['yes', 'no'] })).question_id).not.toBe(first?.question_id)
    })

    it('[QU2] only so many are open at once, of a task and of an agent', async () => {
      const task = await create()
      for (const n of [1, 2, 3, 4, 5]) await ask(task, { question: `Question ${n}?` }, as('curious'))
      expectProblem(await as('curious')('POST', `/tasks/${task}/questions`, { question: 'Question 6?' }), 409, /has 5 open questions already/)
      for (let n = 0; n < 15; n++) await ask(await create(), {}, as('curious'))
      const more = await create()
      expectProblem(await as('curious')('POST', `/tasks/${more}/questions`, { question: 'One more?' }), 409, /curious has 20 open questions already/)
      expect((await as('other')('POST', `/tasks/${more}/questions`, { question: 'Mine?' })).status).toBe(200)
    })

    it.each([
      [{}, /question/],
      [{ question: '   ' }, /visible/],
      [{ question: '\u202E' }, /visible/],
      [{ question: 'x'.repeat(2001) }, /2000/],
      [{ question: 'x', options: ['a', 'a'] }, /options/],
      [{ question: 'x', options: ['a', ' a'] }, /differ/],
      [{ question: 'x', options: ['1', '2', '3', '4', '5', '6', '7'] }, /6/],
      [{ question: 'x', wait_seconds: 241 }, /240/],
    ])('[QU2] %j is refused, and asks nothing', async (body, says) => {
      const task = await create()
      const refused = await agent('POST', `/tasks/${task}/questions`, body)
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringMatching(says)])
      expect((await person('GET', `/tasks/${task}/questions`)).body).toEqual([])
    })

    it('[QU2] a question is kept in one spelling, and without signs that turn it around', async () => {
      const { question_id } = await ask(await create(), { question: ' Is the cafe\u0301 \u202Eopen\u202C?\u0007 ' })
      expect((await get(question_id)).question).toBe('Is the café open?')
    })

    it('[QU3] whoever may only propose comments may ask, who may not comment may not', async () => {
      const task = await create()
      await person('PUT', '/agents/proposer/policy', { comment: 'propose', update: 'propose', status: 'deny' })
      expect((await ask(task, {}, as('proposer'))).outcome).toBe('waiting')
      await person('PUT', '/agents/silent/policy', { comment: 'deny' })
      expectProblem(await as('silent')('POST', `/tasks/${task}/questions`, { question: 'May I?' }), 403)
    })
  })

  describe('answering', () => {
    it('[QU4] only a person answers', async () => {
      const { question_id } = await ask(await create())
      for (const [path, body] of [
        ['answer', { answer: 'yes' }],
        ['dismiss', undefined],
        ['reopen', undefined],
      ] as const)
        expectProblem(await agent('POST', `/questions/${question_id}/${path}`, body), 403)
      expect((await get(question_id)).state).toBe('open')
      expectProblem(await answer(question_id, ' \u202E '), 400, /visible/)
    })

    it('[QU5] of several who answer at once one stands, and the others are told which', async () => {
      const task = await create()
      const { question_id } = await ask(task)
      const replies = await Promise.all(['a', 'b', 'c', 'd'].map((text) => answer(question_id, text)))
      const [won, ...lost] = replies.toSorted((a, b) => a.status - b.status)
      expect([won?.status, ...lost.map(({ status }) => status)]).toEqual([200, 409, 409, 409])
      for (const { body } of lost)
        expect(body).toMatchObject({ answer: won?.body.answer, detail: expect.stringMatching(new RegExp(`was already answered by .+: ${won?.body.answer}$`)) })
      expect(await comments(task)).toHaveLength(1)
      const again = await answer(question_id, won?.body.answer)
      expect([again.status, again.body]).toEqual([200, won?.body])
      expect(await comments(task)).toHaveLength(1)
    })

    it('[QU5] one that is dismissed is told so, and can be opened again', async () => {
      const task = await create()
      const { question_id } = await ask(task)
      for (const _ of [1, 2]) expect((await person('POST', `/questions/${question_id}/dismiss`)).body).toMatchObject({ state: 'dismissed', answer: null })
      expect((await ask(task)).outcome).toBe('dismissed')
      expectProblem(await answer(question_id, 'late'), 409, /was dismissed/)
      expect((await person('POST', `/questions/${question_id}/reopen`)).body).toMatchObject({ question: { state: 'open' }, conflicts: [] })
      expect((await answer(question_id, 'now')).status).toBe(200)
    })

    it('[QU6] taking the answer back opens the question again, and its comment is gone', async () => {
      const task = await create()
      const { question_id } = await ask(task)
      await answer(question_id, 'first')
      const open = { state: 'open', answer: null, entry: null, decided_at: null, decided_by: null }
      for (const _ of [1, 2]) expect((await person('POST', `/questions/${question_id}/reopen`)).body).toMatchObject({ question: open, conflicts: [] })
      expect(await comments(task)).toEqual([])
      expect((await answer(question_id, 'second')).body).toMatchObject({ state: 'answered', answer: 'second' })
      expect(await comments(task)).toHaveLength(1)
    })

    it('[QU6] an answer whose comment was changed since stays, and says why', async () => {
      const task = await create()
      const { question_id } = await ask(task)
      await answer(question_id, 'first')
      const [comment] = await comments(task)
      await person('PATCH', `/tasks/${task}/comments/${comment.id}`, { body: 'more' }, { 'x-actor': 'person:Ben' })
      const { question, conflicts } = (await person('POST', `/questions/${question_id}/reopen`)).body
      expect([question.state, conflicts.length]).toEqual(['answered', 1])
      expect(await comments(task)).toMatchObject([{ body: 'more' }])
    })

    it('[QU7] with its task it is withdrawn', async () => {
      const task = await create()
      const { question_id } = await ask(task)
      const waiting = agent('GET', `/questions/${question_id}?wait_seconds=60`)
      await person('DELETE', `/tasks/${task}`)
      expect((await waiting).body).toMatchObject({ state: 'withdrawn' })
      expectProblem(await answer(question_id, 'x'), 409, /undo the deletion/)
      expect(await listed('?state=withdrawn')).toContain(question_id)
      expect(await listed()).not.toContain(question_id)
    })
  })

  describe('waiting', () => {
    it('[QU8] a call waits on the server until somebody answers', async () => {
      const task = await create()
      const waiting = ask(task, { wait_seconds: 60 })
      const question = await firstOf(task)
      const { decided_by } = (await answer(question.id, 'yes')).body
      expect(await waiting).toEqual({ outcome: 'answered', question_id: question.id, answer: 'yes', by: decided_by.name })
    })

    it('[QU8] without an answer in time it says so, and the question stays', async () => {
      const { question_id, outcome } = await ask(await create(), { wait_seconds: 1 })
      expect([outcome, (await get(question_id)).state]).toEqual(['waiting', 'open'])
    })
  })

  it('[QU9] a task with an open question is not ready, and nobody is given it', async () => {
    const label = `asked-${Math.random().toString(36).slice(2)}`
    const task = await create('Waits', { status: 'todo', labels: [label] })
    const list = (etag?: string) => person('GET', `/tasks?ready=true&label=${label}`, undefined, etag ? { 'if-none-match': etag } : {})
    const next = async () => (await as('worker', 'w')('POST', '/tasks/next', { labels: [label] })).body
    const before = await person('GET', `/tasks/${task}`)
    const tags = [before, await list()].map(({ headers }) => headers.get('etag') as string)
    expect(before.body.ready).toBe(true)
    const { question_id } = await ask(task)
    const asked = await person('GET', `/tasks/${task}`, undefined, { 'if-none-match': tags[0] as string })
    expect([asked.status, asked.body]).toEqual([200, expect.objectContaining({ ready: false, waits_for: [{ for: 'question', count: 1 }] })])
    const listed = await list(tags[1])
    expect([listed.status, listed.body]).toEqual([200, []])
    expect(await next()).toMatchObject({ outcome: 'none', left: { asked: 1, ready: 0 } })
    await answer(question_id, 'yes')
    expect((await list()).body).toMatchObject([{ id: task }])
    expect((await person('GET', `/tasks/${task}`)).body).toMatchObject({ ready: true, waits_for: [] })
    expect(await next()).toMatchObject({ outcome: 'claimed', task: { id: task } })
  })
}
