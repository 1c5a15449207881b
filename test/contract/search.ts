import { describe, expect, it } from 'vitest'
import { expectProblem } from './http.ts'
import type { Target } from './target.ts'

/** Search and duplicates, as both the words and the meaning must find them. */
export function searchRules(target: () => Target): void {
  const call: Target['call'] = (...args) => target().call(...args)
  const create = async (title: string, fields: object = {}) => (await call('POST', '/tasks', { title, ...fields })).body.id as number
  const search = async (q: string) =>
    (await call('GET', `/tasks/search?q=${encodeURIComponent(q)}`)).body as { id: number; title: string; score: number; matched: string[]; snippet: string }[]
  const word = () => `w${Math.random().toString(36).slice(2, 10)}q`

  describe('search', () => {
    it('[Q1] finds what was just written, changed and commented, and not what was deleted', async () => {
      const [one, two, three] = [word(), word(), word()]
      const id = await create(`about ${one}`)
      expect((await search(one))[0]?.id).toBe(id)
      await call('PATCH', `/tasks/${id}`, { title: `about ${two}` })
      expect((await search(two))[0]?.id).toBe(id)
      expect((await search(one)).filter((hit) => hit.matched.includes('keyword'))).toEqual([])
      await call('POST', `/tasks/${id}/comments`, { body: `see ${three}` })
      expect((await search(three))[0]?.id).toBe(id)
      await call('DELETE', `/tasks/${id}`)
      expect((await search(two)).map((hit) => hit.id)).not.toContain(id)
    })

    it('[Q2] stems, folds accents, weighs titles and completes the last word', async () => {
      const mark = word()
      const inText = await create(`other ${mark}`, { description: 'the crêpes are burning in the kitchen' })
      const inTitle = await create(`crepe burned ${mark}`)
      const ids = (await search(`the burning crêpe ${mark}`)).map((hit) => hit.id)
      expect(ids.slice(0, 2)).toEqual([inTitle, inText])
      expect((await search(`${mark} kitc`)).map((hit) => hit.id)[0]).toBe(inText)
    })

    it('[Q3] finds scripts without spaces by two characters', async () => {
      const id = await create('明日の会議の資料を準備する')
      const thai = await create('ประชุมทีมพรุ่งนี้')
      expect((await search('会議'))[0]?.id).toBe(id)
      expect((await search('資料'))[0]?.id).toBe(id)
      expect((await search('พรุ่งนี้'))[0]?.id).toBe(thai)
    })

    it.each([
      '"',
      '"unclosed',
      '*',
      'a*b',
      'NEAR(',
      'NEAR(a b, 2)',
      '-',
      '-a',
      'AND',
      'OR NOT',
      'title:',
      'grams : x',
      '{a b}:c',
      '^a',
      "'; DROP TABLE tasks; --",
      '%',
      '_',
      '\\',
      '(((',
      '()',
      'the and of',
      '🦀',
      '\u202eabc',
      '٣',
      '\u0301',
      'a'.repeat(5000),
    ])('[Q4] takes %j as text', async (q) => {
      const reply = await call('GET', `/tasks/search?q=${encodeURIComponent(q)}`)
      expect([reply.status, Array.isArray(reply.body)]).toEqual([200, true])
    })

    it('[Q6] who does it and when it is due narrow a search', async () => {
      const mark = `q6${Math.random().toString(36).slice(2)}`
      const make = async (fields: object) => create(`Feed the cat ${mark}`, fields)
      const late = await make({ due: '2001-01-01', assignee: 'Ana@example.org' })
      const timed = await make({ due: '2096-12-24T18:00:00Z', assignee: 'agent:cats' })
      const none = await make({})
      const found = async (q: string) =>
        ((await call('GET', `/tasks/search?q=${encodeURIComponent(`${mark} ${q}`)}`)).body as { id: number }[]).map(({ id }) => id).toSorted((a, b) => a - b)
      expect(await found('is:overdue')).toEqual([late])
      expect(await found('due:<2001-01-02')).toEqual([late])
      expect(await found('due:2096-12-24')).toEqual([timed])
      expect(await found('due:none')).toEqual([none])
      expect(await found('-due:any')).toEqual([none])
      expect(await found('due:any -is:overdue')).toEqual([timed])
      expect(await found('assignee:ana')).toEqual([late])
      expect(await found('assignee:none,agent:cats')).toEqual([timed, none])
      expect(await found('-assignee:ana')).toEqual([timed, none])
    })

    it('[Q15] a filter that names no value of its field is searched as text, and the answer says so', async () => {
      const hint = async (q: string) => (await call('GET', `/tasks/search?q=${encodeURIComponent(q)}`)).headers.get('x-search-hint')
      expect(await hint('status:doing')).toBe('status:doing was searched as text: status must be one of backlog, todo, in_progress, in_review, done.')
      expect(await hint('cat -priority:urgent')).toMatch(/^-priority:urgent was searched as text: priority must be one of low/)
      expect(await hint('is:öde due:soon')).toMatch(/^is:%C3%B6de was .* ready, blocked, overdue or inbox\. due:soon was .* a day like/)
      expect(await hint('status:todo a:b http://x.y')).toBe(null)
    })

    it('[Q15] assignee:me is who searches', async () => {
      const mark = `q15${Math.random().toString(36).slice(2)}`
      const mine = await create(`Mine ${mark}`, { assignee: 'agent:Finder' })
      const other = await create(`Other ${mark}`, { assignee: 'agent:somebody' })
      const found = async (q: string) =>
        ((await call('GET', `/tasks/search?q=${encodeURIComponent(`${mark} ${q}`)}`, undefined, { 'x-actor': 'agent:Finder' })).body as { id: number }[]).map(
          ({ id }) => id,
        )
      expect([await found('assignee:me'), await found('-assignee:me')]).toEqual([[mine], [other]])
    })

    it('[Q4] needs something to look for', async () => {
      expectProblem(await call('GET', '/tasks/search'), 400, /q is required/)
      expectProblem(await call('GET', '/tasks/search?q='), 400, /q/)
      expectProblem(await call('GET', '/tasks/search?q=a&limit=0'), 400)
    })

    it('[Q5] says why and where it matched', async () => {
      const mark = word()
      await create('long report', { description: `${'filler words '.repeat(100)} here is ${mark} at last ${'more filler '.repeat(100)}` })
      const [hit] = await search(mark)
      expect(hit?.matched).toContain('keyword')
      expect(hit?.snippet).toContain(`⟦${mark}⟧`)
      expect(hit?.score).toBeGreaterThan(0)
      expect(hit?.score).toBeLessThanOrEqual(1)
      expect((hit?.snippet.length ?? 999) < 400).toBe(true)
    })
  })

  describe('duplicates', () => {
    const duplicates = async (body: object) => call('POST', '/tasks/find-duplicates', body)

    it('[D1] finds the same thing, and an equal key with score 1', async () => {
      const key = `billing::fix::invoice ${word()}`
      const id = await create('Invoice PDF shows the wrong year', { dedupe_key: key, description: 'The footer of the PDF still says 2019.' })
      await create('Book a room for the offsite')
      const [likeliest] = (await duplicates({ text: 'Invoice PDF shows the wrong year' })).body
      expect(likeliest.id).toBe(id)
      expect(likeliest.score).toBeGreaterThan(0.8)
      expect((await duplicates({ text: key })).body[0]).toMatchObject({ id, score: 1 })
      expect((await duplicates({ text: key, exclude_id: id, threshold: 0.8 })).body).toEqual([])
      expect((await duplicates({ text: 'zebra quantum lighthouse', threshold: 0.8 })).body).toEqual([])
    })

    it.each([[{}], [{ text: '' }], [{ text: '  ' }], [{ text: 5 }], [{ text: 'x', limit: 0 }], [{ text: 'x', threshold: 2 }], [{ text: 'x', q: 'y' }]])(
      '[D1] refuses %j',
      async (body) => expectProblem(await duplicates(body), 400),
    )

    it('[D2] creates, returns or rejects', async () => {
      const title = `Rotate the signing keys of ${word()} ${word()}`
      const id = await create(title)
      const again = (how: string) => call('POST', `/tasks${how}`, { title })
      const returned = await again('?on_duplicate=return')
      expect([returned.status, returned.body.id, returned.headers.get('x-duplicate-of')]).toEqual([200, id, String(id)])
      const rejected = await again('?on_duplicate=reject')
      expectProblem(rejected, 409)
      expect(rejected.body.candidates[0].id).toBe(id)
      expect((await again('?on_duplicate=create')).status).toBe(201)
      expect((await again('')).status).toBe(201)
      expect((await call('POST', '/tasks?on_duplicate=return', { title: `Nothing like it ${word()}` })).status).toBe(201)
      expectProblem(await again('?on_duplicate=ignore'), 400, /create, return, reject/)
    })
  })
}
