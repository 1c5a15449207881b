import { describe, expect, it } from 'vitest'
import type { Called, Target } from './target.ts'

export function expectProblem(reply: Called, status: number, about?: RegExp): void {
  expect([reply.status, reply.body]).toEqual([
    status,
    expect.objectContaining({
      status,
      type: expect.any(String),
      title: expect.any(String),
      detail: expect.any(String),
      instance: expect.any(String),
      code: expect.any(String),
    }),
  ])
  expect(reply.headers.get('content-type')).toContain('application/problem+json')
  if (about) expect(reply.body.detail).toMatch(about)
}

export function httpRules(target: () => Target): void {
  const call: Target['call'] = (...args) => target().call(...args)
  const create = async (fields: object = {}) => (await call('POST', '/tasks', { title: 'a task', ...fields })).body

  describe('HTTP', () => {
    it('[H1][H2] creates with 201, Location and RFC 3339 times', async () => {
      const reply = await call('POST', '/tasks', { title: 'first' })
      expect(reply.status).toBe(201)
      expect(reply.headers.get('location')).toBe(`${target().prefix}/tasks/${reply.body.id}`)
      expect(reply.body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect((await call('GET', `/tasks/${reply.body.id}`)).body).toEqual(reply.body)
    })

    it('[H2] deletes with 204 and no body', async () => {
      const { id } = await create()
      const reply = await call('DELETE', `/tasks/${id}`)
      expect([reply.status, reply.body]).toEqual([204, undefined])
      expectProblem(await call('GET', `/tasks/${id}`), 404)
      expectProblem(await call('DELETE', `/tasks/${id}`), 404)
    })

    it('[H3][H4][H5] names every mistake and what to send instead', async () => {
      const reply = await call('POST', '/tasks', { title: 7, status: 'doing', colour: 'red', labels: ['ok', 3] })
      expectProblem(reply, 400, /status must be one of backlog, todo, in_progress, in_review, done; got 'doing'/)
      expect(reply.body.errors).toEqual(
        expect.arrayContaining([
          { pointer: '/title', detail: 'title must be a string; got 7 (a number)' },
          { pointer: '/status', detail: "status must be one of backlog, todo, in_progress, in_review, done; got 'doing'" },
          expect.objectContaining({ pointer: '/colour', detail: expect.stringContaining("unknown field 'colour'; send only title") }),
          { pointer: '/labels/1', detail: 'labels[1] must be a string; got 3 (a number)' },
        ]),
      )
    })

    it('[H4] of a body with more mistakes than anybody reads it names the first', async () => {
      const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`f${i}`, 1]))
      const many = await call('POST', '/tasks', { title: 'x', ...fields })
      expectProblem(many, 400, /unknown field 'f0'/)
      expect(many.body.errors).toHaveLength(1)
      const long = await call('POST', '/tasks', { title: 'x', ['k'.repeat(200_000)]: 1 })
      expectProblem(long, 400, /unknown field 'kkk/)
      expect(JSON.stringify(long.body).length).toBeLessThan(2000)
      const words = await call('POST', '/tasks', { title: 'x', labels: Array.from({ length: 50_000 }, () => '') })
      expectProblem(words, 400, /labels must have at most 100 items; got 50000/)
    })

    it.each([
      ['/tasks?status=doing', /^status must be one of backlog/],
      ['/tasks?stauts=todo', /unknown query parameter 'stauts'; send only status, priority/],
      ['/tasks?limit=ten', /limit must be an integer; got 'ten'/],
      ['/tasks?limit=0', /limit must be between 1 and/],
      ['/tasks?cursor=nonsense', /cursor/],
    ])('[H5] refuses the query of %s', async (path, about) => expectProblem(await call('GET', path), 400, about))

    it.each(['abc', '1.5', '0', '-1', '0x10', '1e3', '%20 1', '99999999999999999999'])('[H7] refuses the id %s', async (id) =>
      expectProblem(await call('GET', `/tasks/${id}`), 400),
    )
    it('[H7] does not find an id that names nothing', async () => expectProblem(await call('GET', '/tasks/9007199254740991'), 404))

    it('[H6] answers a wrong method with 405 and Allow, a wrong path with 404', async () => {
      const reply = await call('PUT', '/tasks/1', {})
      expectProblem(reply, 405, /GET, PATCH, DELETE/)
      expect(reply.headers.get('allow')).toBe('GET, PATCH, DELETE, HEAD, OPTIONS')
      expectProblem(await call('GET', '/nothing'), 404)
    })

    it.each([
      ['not JSON', '{"title":', 400],
      ['an empty body', '', 400],
      ['an array', '[]', 400],
      ['a string', '"x"', 400],
      ['NUL', '{"title":"a\\u0000b"}', 400],
      ['half a surrogate pair', '{"title":"a\\ud800b"}', 400],
      ['invalid UTF-8', Uint8Array.from([...Buffer.from('{"title":"'), 0xff, 0xfe, ...Buffer.from('"}')]), 400],
      ['deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400],
      ['__proto__', '{"title":"x","__proto__":{"status":"done"}}', 400],
      ['10 MB', JSON.stringify({ title: 'x', description: 'y'.repeat(10_000_000) }), 413],
    ])('[H7][H13] refuses %s', async (_, body, status) => {
      const before = (await call('GET', '/tasks')).headers.get('x-total-count')
      expectProblem(await call('POST', '/tasks', body), status)
      expect((await call('GET', '/tasks')).headers.get('x-total-count')).toBe(before)
    })

    it('[H7] refuses another content type', async () => {
      expectProblem(await call('POST', '/tasks', 'title=x', { 'content-type': 'application/x-www-form-urlencoded' }), 415)
      expectProblem(await call('POST', '/tasks', '{"title":"x"}', { 'content-type': 'text/plain' }), 415)
    })

    it('[H8][H9] guards a change with the ETag', async () => {
      const { id } = await create()
      const etag = (await call('GET', `/tasks/${id}`)).headers.get('etag') as string
      expect((await call('GET', `/tasks/${id}`, undefined, { 'if-none-match': etag })).status).toBe(304)
      const changed = await call('PATCH', `/tasks/${id}`, { status: 'todo' }, { 'if-match': etag })
      expect(changed.status).toBe(200)
      expect(changed.headers.get('etag')).not.toBe(etag)
      expectProblem(await call('PATCH', `/tasks/${id}`, { status: 'done' }, { 'if-match': etag }), 412, /now "2"/)
      expectProblem(await call('DELETE', `/tasks/${id}`, undefined, { 'if-match': etag }), 412)
      expect((await call('GET', `/tasks/${id}`, undefined, { 'if-none-match': etag })).body.status).toBe('todo')
      expect((await call('PATCH', `/tasks/${id}`, { status: 'done' }, { 'if-match': '*' })).status).toBe(200)
    })

    it('[H10] pages through every row exactly once', async () => {
      const ids: number[] = []
      for (let i = 0; i < 7; i++) ids.unshift((await create({ labels: ['paged'] })).id)
      const seen: number[] = []
      let path: string | undefined = '/tasks?label=paged&limit=3'
      let pages = 0
      while (path) {
        const page: Called = await call('GET', path)
        expect(page.headers.get('x-total-count')).toBe('7')
        seen.push(...page.body.map((task: { id: number }) => task.id))
        const link: string | undefined = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
        path = link?.slice(target().prefix.length)
        pages++
      }
      expect(seen).toEqual(ids)
      expect(pages).toBe(3)
    })

    it('[H11] lists have an ETag that any write changes', async () => {
      const etag = (await call('GET', '/tasks')).headers.get('etag') as string
      expect((await call('GET', '/tasks', undefined, { 'if-none-match': etag })).status).toBe(304)
      await create()
      expect((await call('GET', '/tasks', undefined, { 'if-none-match': etag })).status).toBe(200)
    })

    it('[H11] an unchanged list is still looked for: what is not there is not 304', async () => {
      const known = { 'if-none-match': (await call('GET', '/tasks')).headers.get('etag') as string }
      expectProblem(await call('GET', '/tasks/9007199254740991/comments', undefined, known), 404)
      expectProblem(await call('GET', '/tasks?cursor=nonsense', undefined, known), 400)
      expect((await call('GET', '/tasks/9007199254740991/comments')).headers.get('etag')).toBeNull()
    })

    it('[H9] a weak tag guards nothing', async () => {
      const { id } = await create()
      expectProblem(await call('PATCH', `/tasks/${id}`, { status: 'todo' }, { 'if-match': 'W/"1"' }), 412)
    })

    it('[H7] refuses a packed body', async () => expectProblem(await call('POST', '/tasks', { title: 'x' }, { 'content-encoding': 'gzip' }), 415))

    it('[H12] writes once for one Idempotency-Key', async () => {
      const key = { 'idempotency-key': `key-${Math.random()}` }
      const first = await call('POST', '/tasks', { title: 'once' }, key)
      const second = await call('POST', '/tasks', { title: 'once' }, key)
      expect([second.status, second.body, second.headers.get('location'), second.headers.get('idempotent-replayed')]).toEqual([
        201,
        first.body,
        first.headers.get('location'),
        'true',
      ])
      expect(first.headers.get('idempotent-replayed')).toBeNull()
      expectProblem(await call('POST', '/tasks', { title: 'another' }, key), 422, /new key/)
    })

    it('[H12] does not remember a refused request', async () => {
      const key = { 'idempotency-key': `key-${Math.random()}` }
      expectProblem(await call('POST', '/tasks', { title: '' }, key), 400)
      expect((await call('POST', '/tasks', { title: 'mended' }, key)).status).toBe(201)
    })

    it('[H12] writes once for the same key sent ten times at once', async () => {
      const key = { 'idempotency-key': `key-${Math.random()}` }
      const replies = await Promise.all(Array.from({ length: 10 }, () => call('POST', '/tasks', { title: 'at once' }, key)))
      expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
    })
  })
}
