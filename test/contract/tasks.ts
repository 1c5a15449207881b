import { describe, expect, it } from 'vitest'
import { expectProblem } from './http.ts'
import type { Target } from './target.ts'

export function taskRules(target: () => Target): void {
  const call: Target['call'] = (...args) => target().call(...args)
  const create = async (fields: object = {}) => (await call('POST', '/tasks', { title: 'a task', ...fields })).body

  describe('tasks', () => {
    it('[T1] needs only a title', async () => {
      const task = await create({ title: 'only this' })
      expect(task).toEqual({
        id: expect.any(Number),
        uid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        title: 'only this',
        description: null,
        status: 'backlog',
        priority: 'medium',
        labels: [],
        requesters: [],
        dedupe_key: null,
        due: null,
        assignee: null,
        parent_uid: null,
        blocker_uids: [],
        criteria: [],
        triage: 'waiting',
        places: [],
        parent_id: null,
        blocked_by: [],
        parts: { open: 0, total: 0 },
        ready: true,
        waits_for: [],
        version: 1,
        created_at: expect.any(String),
        updated_at: task.created_at,
        completed_at: null,
      })
      expectProblem(await call('POST', '/tasks', {}), 400, /title is required/)
    })

    it.each([[''], ['   '], ['\u200b'], ['\u202e \u2800'], ['x'.repeat(1001)], [null], [['x']], [{}], [true]])('[T2] refuses the title %j', async (title) =>
      expectProblem(await call('POST', '/tasks', { title }), 400, /title/),
    )

    it('[T2] keeps every character of any script', async () => {
      const title = '  🦀 𝔘nicode עברית 日本語 \u202e\t"quoted" \\ \u2028 '
      expect((await create({ title, description: '# *md*\r\n\r\n<b>&amp;' })).title).toBe(title)
      expect((await create({ title: '🦀'.repeat(1000) })).title).toBe('🦀'.repeat(1000))
    })

    it('[T3] changes the given fields only', async () => {
      const task = await create({ description: 'text', labels: ['a', 'b'], requesters: ['ana'], dedupe_key: 'a::b::c', priority: 'high' })
      const changed = (await call('PATCH', `/tasks/${task.id}`, { labels: ['c'] })).body
      expect(changed).toEqual({ ...task, labels: ['c'], version: 2, updated_at: changed.updated_at })
      const cleared = (await call('PATCH', `/tasks/${task.id}`, { description: null, labels: null, requesters: null, dedupe_key: null })).body
      expect(cleared).toMatchObject({ title: 'a task', description: null, labels: [], requesters: [], dedupe_key: null, priority: 'high' })
    })

    it.each(['title', 'status', 'priority'])('[T3] cannot clear %s', async (field) => {
      const { id } = await create()
      expectProblem(await call('PATCH', `/tasks/${id}`, { [field]: null }), 400, new RegExp(field))
    })

    it.each(['id', 'uid', 'version', 'created_at', 'updated_at', 'completed_at'])('[T3] refuses to set %s', async (field) => {
      const task = await create()
      expectProblem(await call('PATCH', `/tasks/${task.id}`, { [field]: task[field] }), 400, /unknown field/)
    })

    it('[T3] an empty or equal patch is a no-op', async () => {
      const task = await create({ labels: ['x'] })
      expect((await call('PATCH', `/tasks/${task.id}`, {})).body).toEqual(task)
      expect((await call('PATCH', `/tasks/${task.id}`, { title: task.title, labels: ['x'], status: 'backlog' })).body).toEqual(task)
    })

    it('[T4] knows when it was completed', async () => {
      const { id } = await create()
      const done = (await call('PATCH', `/tasks/${id}`, { status: 'done' })).body
      expect(done.completed_at).toBe(done.updated_at)
      expect((await call('PATCH', `/tasks/${id}`, { title: 'renamed' })).body.completed_at).toBe(done.completed_at)
      expect((await call('PATCH', `/tasks/${id}`, { status: 'in_review' })).body.completed_at).toBeNull()
      expect((await create({ status: 'done' })).completed_at).not.toBeNull()
    })

    it('[T5] counts its versions', async () => {
      const task = await create()
      for (const status of ['todo', 'in_progress', 'in_review', 'done']) await call('PATCH', `/tasks/${task.id}`, { status })
      expect((await call('GET', `/tasks/${task.id}`)).body).toMatchObject({ version: 5, uid: task.uid, status: 'done' })
    })

    it('[T6] filters by every field, repeated and combined', async () => {
      const label = `l-${Math.random()}`
      const make = (status: string, priority: string, requester: string) => create({ status, priority, labels: [label], requesters: [requester] })
      const todoHigh = await make('todo', 'high', 'ana')
      const todoLow = await make('todo', 'low', 'bo')
      const doneHigh = await make('done', 'high', 'bo')
      const ids = async (query: string) => (await call('GET', `/tasks?label=${label}${query}`)).body.map((task: { id: number }) => task.id)
      expect(await ids('')).toEqual([doneHigh.id, todoLow.id, todoHigh.id])
      expect(await ids('&status=todo')).toEqual([todoLow.id, todoHigh.id])
      expect(await ids('&status=todo&status=done')).toEqual([doneHigh.id, todoLow.id, todoHigh.id])
      expect(await ids('&status=todo&priority=high')).toEqual([todoHigh.id])
      expect(await ids('&priority=high')).toEqual([doneHigh.id, todoHigh.id])
      expect(await ids('&requester=bo')).toEqual([doneHigh.id, todoLow.id])
      expect(await ids('&status=in_review')).toEqual([])
      const all = await call('GET', '/tasks?status=todo&priority=high')
      expect(Number(all.headers.get('x-total-count'))).toBe(all.body.length)
    })

    it.each([
      ['2026-11-27', '2026-11-27'],
      ['2026-11-27T17:00:00+02:00', '2026-11-27T15:00:00.000Z'],
    ])('[T13] is due on a day, or at a moment: %s', async (given, due) => {
      const task = await create({ due: given })
      expect(task.due).toBe(due)
      expect((await call('PATCH', `/tasks/${task.id}`, { due: null })).body.due).toBe(null)
      expect((await call('PATCH', `/tasks/${task.id}`, { due: given })).body.due).toBe(due)
    })

    it.each(['tomorrow', '2026-02-30', '27.11.2026', '2026-11-27 10:00', '', 5])('[T13] refuses to be due %j', async (due) => {
      expectProblem(await call('POST', '/tasks', { title: 'x', due }), 400, /due/)
    })

    it('[T20] is listed by due date, over pages, however due dates change between them', async () => {
      const mark = `by-due-${Math.random()}`
      const dues = [null, '2031-05-02', '2031-05-01T09:00:00Z', '2031-05-01', null, '2031-05-02', '2031-04-30T23:59:59.999Z']
      const ids: number[] = []
      for (const due of dues) ids.push((await create({ due, labels: [mark] })).id)
      const order = [6, 3, 2, 1, 5, 0, 4]
      const places = (body: unknown) => (body as { id: number }[]).map(({ id }) => ids.indexOf(id))
      expect(places((await call('GET', `/tasks?label=${mark}&sort=due`)).body)).toEqual(order)
      expect(places((await call('GET', `/tasks?label=${mark}&sort=due&status=backlog&due_after=2031-05-01`)).body)).toEqual([3, 2, 1, 5])
      expect(places((await call('GET', `/tasks?label=${mark}&sort=newest`)).body)).toEqual([6, 5, 4, 3, 2, 1, 0])
      const seen: number[] = []
      for (let path: string | undefined = `/tasks?label=${mark}&sort=due&limit=2`; path; ) {
        const page = await call('GET', path)
        expect(page.headers.get('x-total-count')).toBe('7')
        seen.push(...places(page.body))
        // What the cursor stands on goes to the end; the others come all the same.
        if (seen.length === 2) await call('PATCH', `/tasks/${ids[3]}`, { due: '2031-06-01' })
        path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]?.slice(target().prefix.length)
      }
      expect(seen).toEqual([6, 3, 2, 1, 5, 3, 0, 4])
      expectProblem(await call('GET', '/tasks?sort=priority'), 400, /sort/)
      const newest = await call('GET', `/tasks?label=${mark}&limit=1`)
      const cursor = /cursor=([^&>]+)/.exec(newest.headers.get('link') ?? '')?.[1]
      expectProblem(await call('GET', `/tasks?sort=due&cursor=${cursor}`), 400, /cursor/)
    })

    it('[T23] is found by when it was done, until it is reopened', async () => {
      const mark = `done-${Math.random()}`
      const { id } = await create({ labels: [mark] })
      const since = new Date(Date.now() - 3_600_000)
      const list = async (moment: Date | string) =>
        (await call('GET', `/tasks?label=${mark}&completed_after=${typeof moment === 'string' ? moment : moment.toISOString()}`)).body
      expect(await list(since)).toEqual([])
      await call('PATCH', `/tasks/${id}`, { status: 'done' })
      expect(await list(since)).toMatchObject([{ id }])
      expect(await list(`${since.toISOString().slice(0, 19)}%2B00:00`)).toMatchObject([{ id }])
      expect(await list(new Date(Date.now() + 3_600_000))).toEqual([])
      await call('PATCH', `/tasks/${id}`, { status: 'todo' })
      expect(await list(since)).toEqual([])
      expectProblem(await call('GET', '/tasks?completed_after=today'), 400, /completed_after/)
    })

    it('[T13] is found by when it is due, a day counting as its first moment', async () => {
      const mark = `due-${Math.random()}`
      const dues = ['2001-01-01', '2001-01-01T09:00:00Z', '2001-01-02', '2096-01-01', null]
      const ids: number[] = []
      for (const due of dues) ids.push((await create({ due, labels: [mark] })).id)
      const list = async (query: string) =>
        ((await call('GET', `/tasks?label=${mark}&${query}`)).body as { id: number }[]).map(({ id }) => ids.indexOf(id)).toSorted((a, b) => a - b)
      expect(await list('due_before=2001-01-02')).toEqual([0, 1])
      expect(await list('due_before=2001-01-01T09:00:00Z')).toEqual([0])
      expect(await list('due_after=2001-01-02')).toEqual([2, 3])
      expect(await list('due_after=2001-01-01T10:00:00%2B01:00&due_before=2001-01-02')).toEqual([1])
      expect(await list('overdue=true')).toEqual([0, 1, 2])
      await call('PATCH', `/tasks/${ids[0]}`, { status: 'done' })
      expect(await list('overdue=true&timezone=Europe/Berlin')).toEqual([1, 2])
      const { headers } = await call('GET', `/tasks?label=${mark}&overdue=true&limit=1`)
      expect(headers.get('x-total-count')).toBe('2')
      expectProblem(await call('GET', '/tasks?due_before=2026-02-30'), 400, /due_before must be a day or a moment that exists/)
      expectProblem(await call('GET', '/tasks?overdue=true&timezone=Mars'), 400, /timezone must be an IANA name/)
    })

    it('[T14] is assigned to somebody, and found by them, by "none" and by "me"', async () => {
      const mark = `who-${Math.random()}`
      const bot = await create({ assignee: 'agent:t14-bot', labels: [mark] })
      const ana = await create({ assignee: ' ana@example.org ', labels: [mark] })
      const nobody = await create({ labels: [mark] })
      expect(ana.assignee).toBe('ana@example.org')
      const list = async (query: string, headers = {}) =>
        ((await call('GET', `/tasks?label=${mark}&${query}`, undefined, headers)).body as { id: number }[]).map(({ id }) => id)
      expect(await list('assignee=agent:t14-bot')).toEqual([bot.id])
      expect(await list('assignee=none&assignee=ana@example.org')).toEqual([nobody.id, ana.id])
      // Case makes no other name.
      expect(await list('assignee=agent:T14-Bot')).toEqual([bot.id])
      expect(await list('assignee=ANA@example.org')).toEqual([ana.id])
      const asBot = { 'X-Actor': 'agent:t14-bot' }
      // A session is a person, whatever it calls itself.
      const { id } = (await call('POST', '/tasks', { title: 'x' }, asBot)).body
      const [{ actor }] = (await call('GET', `/tasks/${id}/history`)).body
      expect(await list('assignee=me', asBot)).toEqual(actor.kind === 'agent' ? [bot.id] : [])
      if (actor.kind === 'agent') expect(await list('ready=true', { 'X-Actor': 'agent:T14-Bot' })).toContain(bot.id)
      const own = (await call('POST', '/tasks', { title: 'x', assignee: 'me', labels: [mark] }, asBot)).body
      expect(await list('assignee=me', asBot)).toContain(own.id)
      const set = (assignee: string) => call('PATCH', `/tasks/${nobody.id}`, { assignee }, asBot)
      expect((await set('me')).body.assignee).not.toBe('me')
      expect((await set('none')).body.assignee).toBeNull()
      expectProblem(await call('POST', '/tasks', { title: 'x', assignee: 'agent:' }), 400, /must name the agent/)
      expectProblem(await call('PATCH', `/tasks/${ana.id}`, { assignee: '  ' }), 400, /assignee/)
    })

    describe('links', () => {
      const patch = (id: number, body: object) => call('PATCH', `/tasks/${id}`, body)
      const get = async (id: number) => (await call('GET', `/tasks/${id}`)).body

      it('[T16] a task waits for its blockers, until each is done or deleted', async () => {
        const [a, b] = [await create(), await create()]
        const task = await create({ blocked_by: [a.id, b.id] })
        expect(task).toMatchObject({
          blocked_by: [a.id, b.id],
          blocker_uids: [a.uid, b.uid],
          ready: false,
          waits_for: [
            { for: 'blocker', id: a.id },
            { for: 'blocker', id: b.id },
          ],
        })
        await patch(a.id, { status: 'done' })
        expect(await get(task.id)).toMatchObject({ ready: false, waits_for: [{ for: 'blocker', id: b.id }], version: 1 })
        await call('DELETE', `/tasks/${b.id}`)
        expect(await get(task.id)).toMatchObject({ ready: true, blocked_by: [a.id], blocker_uids: [a.uid, b.uid], waits_for: [], version: 1 })
        await patch(a.id, { status: 'todo' })
        expect((await get(task.id)).ready).toBe(false)
        // One that is deleted stays in the list unseen.
        expect((await patch(task.id, { blocked_by: [] })).body).toMatchObject({ ready: true, blocked_by: [], blocker_uids: [b.uid] })
        expect((await patch(task.id, { blocked_by: null })).body).toMatchObject({ blocked_by: [], blocker_uids: [] })
      })

      it('[T17] a whole counts its parts, waits for those that are open, and leaves them without one when it goes', async () => {
        const whole = await create()
        const parts = [await create({ parent_id: whole.id }), await create({ parent_id: whole.id })]
        expect(await get(whole.id)).toMatchObject({ parts: { open: 2, total: 2 }, ready: false, waits_for: [{ for: 'parts', count: 2 }] })
        const listed = (await call('GET', `/tasks?parent=${whole.id}`)).body as { id: number }[]
        expect(listed.map(({ id }) => id)).toEqual(parts.map(({ id }) => id).toReversed())
        for (const { id } of parts) await patch(id, { status: 'done' })
        expect(await get(whole.id)).toMatchObject({ parts: { open: 0, total: 2 }, ready: true })
        await call('DELETE', `/tasks/${whole.id}`)
        expect(await get(parts[0].id)).toMatchObject({ parent_id: null, parent_uid: whole.uid })
        expectProblem(await call('GET', `/tasks?parent=${whole.id}`), 404)
      })

      it('[T18] a circle is refused with the way named, over blockers, parts and both', async () => {
        const [a, b, c] = [await create(), await create(), await create()]
        await patch(a.id, { blocked_by: [b.id] })
        await patch(b.id, { blocked_by: [c.id] })
        const way = new RegExp(`Task ${c.id} would wait for itself: ${c.id} → ${a.id} → ${b.id} → ${c.id}`)
        expectProblem(await patch(c.id, { blocked_by: [a.id] }), 409, way)
        expectProblem(await patch(a.id, { blocked_by: [a.id] }), 409, /would wait for itself/)
        // A part that waits for its whole, which waits for its parts.
        expectProblem(await patch(c.id, { parent_id: a.id, blocked_by: [a.id] }), 409, /would wait for itself/)
        expectProblem(await patch(c.id, { parent_id: c.id }), 409, /would wait for itself/)
        expect((await get(c.id)).version).toBe(1)
        for (const [field, id] of [
          ['parent_id', 999_999_999],
          ['blocked_by', [999_999_999]],
        ] as const)
          expectProblem(await patch(a.id, { [field]: id }), 400, /There is no task 999999999/)
      })

      it('[T18] a list is narrowed to what waits for a task, done or not', async () => {
        const blocker = await create()
        const [first, second] = [await create({ blocked_by: [blocker.id] }), await create({ blocked_by: [blocker.id], status: 'done' })]
        await create({ blocked_by: [first.id] })
        const waiting = async (query: string) => ((await call('GET', `/tasks?blocker=${blocker.id}${query}`)).body as { id: number }[]).map(({ id }) => id)
        expect(await waiting('')).toEqual([second.id, first.id])
        expect(await waiting('&status=backlog')).toEqual([first.id])
        expectProblem(await call('GET', '/tasks?blocker=999999999'), 404)
      })

      it('[T16] an answer that differs has another ETag, and any of them guards a change', async () => {
        const blocker = await create()
        const { id } = await create({ blocked_by: [blocker.id] })
        const before = (await call('GET', `/tasks/${id}`)).headers.get('etag') as string
        expect((await call('GET', `/tasks/${id}`, undefined, { 'if-none-match': before })).status).toBe(304)
        await patch(blocker.id, { status: 'done' })
        const after = await call('GET', `/tasks/${id}`, undefined, { 'if-none-match': before })
        expect([after.status, after.body.ready]).toEqual([200, true])
        expect((await call('PATCH', `/tasks/${id}`, { title: 'y' }, { 'if-match': before })).status).toBe(200)
        expect((await call('PATCH', `/tasks/${id}`, { title: 'z' }, { 'if-match': before })).status).toBe(412)
      })

      it('[T18] of two that would close a circle together one is refused', async () => {
        for (let round = 0; round < 5; round++) {
          const [a, b] = [await create(), await create()]
          const both = await Promise.all([patch(a.id, { blocked_by: [b.id] }), patch(b.id, { blocked_by: [a.id] })])
          expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409])
        }
      })

      it('[T17] parts stand five deep at most', async () => {
        let parent_id: number | null = null
        const ids: number[] = []
        for (let depth = 0; depth <= 5; depth++) {
          const made: { id: number } = await create({ parent_id })
          ids.push((parent_id = made.id))
        }
        const tooDeep = await call('POST', '/tasks', { title: 'too deep', parent_id })
        expectProblem(tooDeep, 409, /at most 5 deep. Put the new task into/)
        expect(tooDeep.body).toMatchObject({ max_depth: 5 })
        const above = await create()
        expectProblem(await patch(ids[0] as number, { parent_id: above.id }), 409, /at most 5 deep/)
      })

      it('[T16] lists the tasks with given uids or ids', async () => {
        const [a, , c] = [await create(), await create(), await create()]
        const { body, headers } = await call('GET', `/tasks?uid=${a.uid}&uid=${c.uid}&uid=${crypto.randomUUID()}&limit=5`)
        expect(body.map(({ id }: { id: number }) => id)).toEqual([c.id, a.id])
        expect(headers.get('x-total-count')).toBe('2')
        expectProblem(await call('GET', '/tasks?uid=none'), 400, /uid/)
        expect((await call('GET', `/tasks?id=${a.id}&id=${c.id}&id=999999999`)).body.map(({ id }: { id: number }) => id)).toEqual([c.id, a.id])
        expectProblem(await call('GET', '/tasks?id=none'), 400, /id/)
      })

      it('[T19] ready tasks are what the caller can begin', async () => {
        const mark = `ready-${Math.random()}`
        const make = (fields: object = {}) => create({ labels: [mark], ...fields })
        const free = await make({ status: 'todo' })
        const blocked = await make({ blocked_by: [free.id] })
        const whole = await make()
        const part = await make({ parent_id: whole.id })
        await make({ status: 'in_progress' })
        const theirs = await make({ assignee: 'agent:t19-bot' })
        const list = async (query: string, headers = {}) =>
          ((await call('GET', `/tasks?label=${mark}&${query}`, undefined, headers)).body as { id: number; ready: boolean }[])
            .map(({ id }) => id)
            .toSorted((x, y) => x - y)
        expect(await list('ready=true')).toEqual([free.id, part.id])
        expect(theirs.waits_for).toEqual([{ for: 'assignee', who: 'agent:t19-bot' }])
        expect(await list('ready=false')).toEqual([blocked.id, whole.id])
        const { headers } = await call('GET', `/tasks?label=${mark}&ready=true&limit=1`)
        expect(headers.get('x-total-count')).toBe('2')
        const all = (await call('GET', `/tasks?label=${mark}`)).body as { id: number; ready: boolean }[]
        expect(all.filter(({ ready }) => ready).map(({ id }) => id)).toEqual([part.id, free.id])
      })
    })

    it('[T15] says what must be true for done', async () => {
      const criteria = [{ text: 'The PDF shows 2026' }, { text: 'Ana has seen it' }]
      const task = await create({ criteria })
      expect(task.criteria).toEqual(criteria)
      expect((await call('PATCH', `/tasks/${task.id}`, { criteria: null })).body.criteria).toEqual([])
      for (const wrong of [['x'], [{}], [{ text: ' ' }], [{ text: 'x', done: true }], Array.from({ length: 101 }, () => ({ text: 'x' }))])
        expectProblem(await call('PATCH', `/tasks/${task.id}`, { criteria: wrong }), 400, /criteria|text/)
    })

    it.each(['plain', 'a::b', 'a::b::', '::b::c', 'a:: ::c', 'a::b::c::d', ''])('[T7] refuses the dedupe_key %j', async (dedupe_key) =>
      expectProblem(await call('POST', '/tasks', { title: 'x', dedupe_key }), 400, /area::intent::object/),
    )

    it('[T7] allows an equal dedupe_key', async () => {
      const key = `area::intent::object ${Math.random()}`
      const first = await create({ dedupe_key: key })
      expect((await create({ dedupe_key: key })).id).not.toBe(first.id)
    })

    it('[T8] never reuses an id', async () => {
      const { id } = await create()
      await call('DELETE', `/tasks/${id}`)
      expect((await create()).id).toBeGreaterThan(id)
    })

    it.each([[['a', 'a']], ['a'], [[1]], [['']], [Array.from({ length: 101 }, (_, i) => `l${i}`)]])('[T10] refuses the labels %j', async (labels) =>
      expectProblem(await call('POST', '/tasks', { title: 'x', labels }), 400, /labels/),
    )

    it('[T12] labels and dedupe keys that look the same are the same, however they were typed', async () => {
      const mark = `z${Math.random().toString(36).slice(2)}`
      const first = await create({
        labels: [`caf\u0065\u0301-${mark}`, `caf\u00e9-${mark}`, `back\u200bend-${mark}`],
        dedupe_key: `caf\u0065\u0301::fix::${mark}`,
      })
      expect(first.labels).toEqual([`caf\u00e9-${mark}`, `backend-${mark}`])
      expect(first.dedupe_key).toBe(`caf\u00e9::fix::${mark}`)
      const patched = await call('PATCH', `/tasks/${first.id}`, {
        labels: [`\ufeffcaf\u0065\u0301-${mark}`, '👨‍👩‍👧'],
        dedupe_key: `caf\u00e9::fi\u00adx::${mark}`,
      })
      expect(patched.body).toMatchObject({ labels: [`caf\u00e9-${mark}`, '👨‍👩‍👧'], dedupe_key: first.dedupe_key })
      for (const label of [`caf\u00e9-${mark}`, `caf\u0065\u0301-${mark}`, `ca\u200bf\u00e9-${mark}`])
        expect((await call('GET', `/tasks?label=${encodeURIComponent(label)}`)).body.map(({ id }: { id: number }) => id)).toEqual([first.id])
    })

    it('twenty changes at once are all counted', async () => {
      const { id } = await create()
      await Promise.all(Array.from({ length: 20 }, (_, i) => call('PATCH', `/tasks/${id}`, { title: `title ${i}` })))
      expect((await call('GET', `/tasks/${id}`)).body.version).toBe(21)
    })
  })

  describe('comments', () => {
    it('[C1][C2] lists comments in the order of writing, with their author', async () => {
      const { id } = await create()
      for (const body of ['one', 'two', 'three'])
        expect((await call('POST', `/tasks/${id}/comments`, { body }, { 'x-actor': 'agent:claude' })).status).toBe(201)
      const comments = (await call('GET', `/tasks/${id}/comments`)).body
      expect(comments.map((comment: { body: string }) => comment.body)).toEqual(['one', 'two', 'three'])
      expect(comments[0]).toMatchObject({ task_id: id, author: { name: expect.any(String), kind: expect.any(String) } })
      const page = await call('GET', `/tasks/${id}/comments?limit=2`)
      expect(page.body).toEqual(comments.slice(0, 2))
      expect((await call('GET', (/<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '').slice(target().prefix.length))).body).toEqual(comments.slice(2))
    })

    it.each([[{}], [{ body: '' }], [{ body: ' \n ' }], [{ body: 5 }], [{ body: 'x', author: 'me' }]])('[C1] refuses the comment %j', async (comment) => {
      const { id } = await create()
      expectProblem(await call('POST', `/tasks/${id}/comments`, comment), 400)
      expect((await call('GET', `/tasks/${id}/comments`)).body).toEqual([])
    })

    it('[C4] a comment is changed and deleted by its author, as it was read', async () => {
      const { id } = await create()
      const { body: comment, headers } = await call('POST', `/tasks/${id}/comments`, { body: 'frist' })
      const path = `/tasks/${id}/comments/${comment.id}`
      const changed = await call('PATCH', path, { body: 'first' }, { 'if-match': headers.get('etag') as string })
      expect(changed.body).toMatchObject({ id: comment.id, body: 'first', author: comment.author, created_at: comment.created_at })
      expectProblem(await call('PATCH', path, { body: 'late' }, { 'if-match': headers.get('etag') as string }), 412)
      expectProblem(await call('DELETE', path, undefined, { 'if-match': headers.get('etag') as string }), 412)
      expectProblem(await call('PATCH', path, { body: ' ' }), 400)
      expect((await call('GET', path)).body.body).toBe('first')
      expect((await call('DELETE', path)).status).toBe(204)
      expectProblem(await call('GET', path), 404)
    })

    it('[C3] a task that is not there has no comments', async () => {
      const { id } = await create()
      await call('DELETE', `/tasks/${id}`)
      expectProblem(await call('GET', `/tasks/${id}/comments`), 404)
      expectProblem(await call('POST', `/tasks/${id}/comments`, { body: 'late' }), 404)
    })
  })

  it('[T21] labels, requesters and assignees in use, most used first, found by a part of them', async () => {
    const tag = `w${Math.random().toString(36).slice(2, 8)}`
    const [cafe, bug, old] = [`${tag} Café`, `${tag} bug`, `${tag} old`]
    const make = async (fields: object) => (await call('POST', '/tasks', { title: 'with words', ...fields })).body.id as number
    const made = [
      await make({ labels: [cafe], requesters: [`${tag} Ana`], assignee: `${tag}@example.org` }),
      await make({ labels: [cafe, bug], requesters: [`${tag} Ana`, `${tag} Bo`] }),
      await make({ labels: [old], status: 'done' }),
      await make({ labels: [old], status: 'done' }),
    ]
    const words = async (query: string) => (await call('GET', `/tasks/words?${query}`)).body
    const ofLabels = [
      { word: cafe, open: 2, total: 2 },
      { word: bug, open: 1, total: 1 },
      { word: old, open: 0, total: 2 },
    ]
    expect(await words(`field=label&q=${tag}`)).toEqual(ofLabels)
    expect(await words(`field=label&q=${tag}&limit=1`)).toEqual(ofLabels.slice(0, 1))
    expect(await words(`field=label&q=${encodeURIComponent(`${tag.toUpperCase()} CAFE`)}`)).toEqual(ofLabels.slice(0, 1))
    expect(await words(`field=requester&q=${tag}`)).toMatchObject([{ word: `${tag} Ana`, open: 2 }, { word: `${tag} Bo` }])
    expect(await words(`field=assignee&q=${tag}`)).toEqual([{ word: `${tag}@example.org`, open: 1, total: 1 }])
    await call('PATCH', `/tasks/${made[1]}`, { labels: [cafe, old] })
    expect(await words(`field=label&q=${tag}`)).toEqual([
      { word: cafe, open: 2, total: 2 },
      { word: old, open: 1, total: 3 },
    ])
    expectProblem(await call('GET', '/tasks/words'), 400)
    expectProblem(await call('GET', '/tasks/words?field=title'), 400)
    for (const id of made) await call('DELETE', `/tasks/${id}`)
  })

  describe('contacts', () => {
    it('[K1][K2] derives a stable slug', async () => {
      const name = `Ana Núñez-Łopez ${Math.random().toString(36).slice(2)}`
      const first = (await call('POST', '/contacts', { name, email: 'ana@example.org', role: 'CEO' })).body
      expect(first.slug).toMatch(/^ana-nunez-lopez-/)
      const second = await call('POST', '/contacts', { name })
      expect(second.body.slug).toBe(`${first.slug}-2`)
      expect(second.headers.get('location')).toBe(`${target().prefix}/contacts/${first.slug}-2`)
      const renamed = (await call('PATCH', `/contacts/${first.slug}`, { name: 'Another Name', email: null })).body
      expect(renamed).toMatchObject({ slug: first.slug, name: 'Another Name', email: null, role: 'CEO' })
      expect((await call('GET', '/contacts')).body.map((contact: { slug: string }) => contact.slug)).toEqual(
        expect.arrayContaining([first.slug, second.body.slug]),
      )
      expect((await call('DELETE', `/contacts/${first.slug}`)).status).toBe(204)
      expectProblem(await call('GET', `/contacts/${first.slug}`), 404)
    })

    it('[H8] a name given again is another contact: the old ETag does not fit', async () => {
      const name = `Twice ${Math.random().toString(36).slice(2)}`
      const first = await call('POST', '/contacts', { name })
      const known = first.headers.get('etag') as string
      await call('DELETE', `/contacts/${first.body.slug}`)
      const second = await call('POST', '/contacts', { name, email: 'new@example.org' })
      expect(second.body.slug).toBe(first.body.slug)
      expect((await call('GET', `/contacts/${first.body.slug}`, undefined, { 'if-none-match': known })).status).toBe(200)
      expectProblem(await call('PATCH', `/contacts/${first.body.slug}`, { role: 'x' }, { 'if-match': known }), 412)
    })

    it.each(['🦀🦀', '!!!', '日本 太郎', 'Ядрёна Мать'])('[K2] finds a slug for %s', async (name) => {
      const { slug } = (await call('POST', '/contacts', { name })).body
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect((await call('GET', `/contacts/${slug}`)).body.name).toBe(name)
    })

    it.each([[{}], [{ name: '' }], [{ name: 'x', email: 'nobody' }], [{ name: 'x', phone: 5 }], [{ name: 'x', slug: 'y' }]])(
      '[K1] refuses the contact %j',
      async (contact) => expectProblem(await call('POST', '/contacts', contact), 400),
    )
  })
}
