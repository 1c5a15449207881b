// Each step of a search by itself: what it is given, and what it answers.
import { describe, expect, it, vi } from 'vitest'
import type { Scored } from '../../domain/search/rank-fusion.ts'
import type { Task } from '../../schema/task.ts'
import type { KeywordAnswer } from '../keywords/keyword-search.ts'
import { feedback } from './feedback.ts'
import { parse } from './parse.ts'
import { present, Snippets } from './present.ts'
import { Reading } from './reading.ts'
import { rerank, sureFirst } from './rerank.ts'
import { corrected, retrieve, type Retrieved, type Sources } from './retrieve.ts'
import { SearchRun } from './run.ts'

const roomy = { total: 5000, keyword: 5000, semantic: 5000 }
const scored = (...ids: number[]): Scored[] => ids.map((id, n) => ({ id, score: 0.9 - n / 10 }))
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id)
const anyOrder = (list: readonly { id: number }[]) => ids(list).toSorted((a, b) => a - b)
const byIds = (wanted: readonly number[]) => wanted.map((id) => ({ id, title: `Task ${id}`, description: null }) as Task)

interface Found {
  words?: Partial<KeywordAnswer>
  /** What meaning finds, by the text that it is asked. */
  meanings?: Record<string, Scored[]>
  refined?: Scored[]
  fits?: number[]
}

/** Fakes of both indexes, and what they were asked. */
function sourcesOf({ words, meanings, refined, fits }: Found) {
  const call = vi.fn(async (name: string, { text }: { text: string }) => {
    if (name === 'refine') return { hits: refined ?? [] }
    return { hits: (meanings?.[text] ?? []).map((hit) => ({ ...hit, common: 0 })) }
  })
  const answer = { hits: [], behind: false, meant: [], spelled: [], sure: [], inFiles: [], ...words }
  const sources = {
    keyword: { search: async () => answer, satisfying: async () => fits ?? [] },
    meaning: meanings && { call },
    hasMeaning: () => true,
    meaningIsBehind: () => false,
    head: () => 1,
  } as unknown as Sources
  return { sources, call }
}

const retrieved = (more: Partial<Retrieved> = {}): Retrieved => ({ text: 'printer', words: [], meanings: [], instead: [], sure: [], inFiles: [], ...more })
const withCommon = (list: Scored[]) => list.map((hit) => ({ ...hit, common: 0 }))

describe('parse', () => {
  it.each([
    ['a sentence', { q: 'printer is broken' }, { asksWords: true, asksMeaning: true, reranks: true, depth: 100, limit: 20 }],
    ['one letter', { q: 'x' }, { asksWords: true, asksMeaning: false, reranks: false }],
    ['filters alone', { q: 'status:todo' }, { asksMeaning: false, reranks: false, text: '' }],
    ['words only', { q: 'printer', mode: 'keyword' as const }, { asksWords: true, asksMeaning: false, reranks: false }],
    ['meaning only', { q: 'printer', mode: 'semantic' as const }, { asksWords: false, asksMeaning: true, reranks: false }],
    ['meaning only, of nothing that means anything', { q: '?', mode: 'semantic' as const }, { asksWords: true, asksMeaning: false }],
    ['as many as asked for', { q: 'printer', limit: 150 }, { depth: 150 }],
    ['without the reranker', { q: 'printer', rerank: false }, { reranks: false }],
  ])('[Q9] %s', (_, request, expected) => expect(parse(request, true)).toMatchObject(expected))

  it('[Q11] nothing is reranked where there is no reranker', () => expect(parse({ q: 'printer' }, false).reranks).toBe(false))
})

describe('retrieve', () => {
  it('[Q9] asks words and meaning, and leaves out what is merely nearest', async () => {
    const { sources } = sourcesOf({ words: { hits: scored(1), sure: [1] }, meanings: { printer: [...scored(2), { id: 3, score: 0.1 }] } })
    const run = new SearchRun(roomy)
    const found = await retrieve(parse({ q: 'printer' }, false), sources, run)
    expect([ids(found.words), ids(found.meanings), found.sure, [...run.degraded]]).toEqual([[1], [2], [1], []])
    expect(Object.keys(run.times).toSorted()).toEqual(['keyword', 'semantic'])
  })

  it('[Q10] names the stages that it lacks', async () => {
    const run = new SearchRun(roomy)
    await retrieve(parse({ q: 'printer' }, false), sourcesOf({ words: { behind: true } }).sources, run)
    expect([...run.degraded].toSorted()).toEqual(['keyword', 'semantic'])
  })

  it('[Q8] asks for the meaning again when a word was misspelt, and forgets what was read', async () => {
    const meanings = { 'fix prnter now': scored(1), 'fix printer now': scored(2) }
    const { sources, call } = sourcesOf({ words: { meant: [{ word: 'prnter', meant: ['printer'] }] }, meanings })
    const reading = new Reading({ reranker: () => ({ incremental: true, score: async (_, texts) => texts.map(() => 1) }), byIds }, 'fix prnter now', Infinity)
    const found = await retrieve(parse({ q: 'fix prnter now' }, true), sources, new SearchRun(roomy), reading)
    expect([found.text, ids(found.meanings), found.instead]).toEqual(['fix printer now', [2], ['printer']])
    expect([call.mock.calls.length, reading.logits.size]).toEqual([2, 0])
  })

  it('[Q6] words say which hits of the meaning have a phrase', async () => {
    const { sources } = sourcesOf({ meanings: { 'floor two': scored(1, 2) }, fits: [2] })
    const found = await retrieve(parse({ q: '"floor two"' }, false), sources, new SearchRun(roomy))
    expect(ids(found.meanings)).toEqual([2])
  })

  it('[Q8] mends whole words only, in any case', () =>
    expect(corrected('Prnter, prnters and PRNTER', [{ word: 'prnter', meant: ['printer'] }])).toBe('printer, prnters and printer'))
})

describe('feedback', () => {
  const plan = parse({ q: 'printer' }, false)
  it('[Q9] moves the query towards what both found, and says meanwhile what is likely', async () => {
    const { sources, call } = sourcesOf({ meanings: {}, refined: scored(3, 2) })
    const meanwhile = vi.fn()
    const found = retrieved({ words: scored(1, 2), meanings: withCommon(scored(2, 4)) })
    const fused = await feedback(plan, found, sources, new SearchRun(roomy), meanwhile)
    expect(call).toHaveBeenCalledWith('refine', expect.objectContaining({ text: 'printer', towards: ids(fused.guides) }))
    expect([ids(fused.semantic), anyOrder(fused.list)]).toEqual([
      [3, 2],
      [1, 2, 3],
    ])
    expect(anyOrder(meanwhile.mock.calls[0]?.[0] as Scored[])).toEqual([1, 2, 4])
  })

  it.each([
    [
      'words alone',
      {
        words: [
          { id: 1, score: 8 },
          { id: 2, score: 4 },
        ],
      },
    ],
    [
      'meaning alone',
      {
        meanings: withCommon([
          { id: 1, score: 0.8 },
          { id: 2, score: 0.4 },
        ]),
      },
    ],
  ])('%s count in proportion to their best', async (_, found) => {
    const { sources, call } = sourcesOf({ meanings: {} })
    const fused = await feedback(plan, retrieved(found), sources, new SearchRun(roomy))
    expect(fused.list).toEqual([
      { id: 1, score: 1 },
      { id: 2, score: 0.5 },
    ])
    expect([call.mock.calls, fused.guides]).toEqual([[], []])
  })

  it('[Q10] without time the first lists stand', async () => {
    const { sources } = sourcesOf({ meanings: {} })
    const late = { ...sources, meaning: { call: () => new Promise(() => undefined) } } as unknown as Sources
    const fused = await feedback(plan, retrieved({ words: scored(1), meanings: withCommon(scored(2)) }), late, new SearchRun({ ...roomy, total: 0 }))
    expect([ids(fused.semantic), anyOrder(fused.list)]).toEqual([[2], [1, 2]])
  })
})

describe('rerank', () => {
  const reading = (logitOf: (title: string) => number | undefined) =>
    new Reading({ reranker: () => ({ incremental: false, score: async (_, texts) => texts.map(logitOf) }), byIds }, 'printer', Infinity)

  it('[Q11] puts what it read in its order, and no stage is missing', async () => {
    const run = new SearchRun(roomy)
    const list = await rerank(
      scored(1, 2, 3),
      reading((title) => Number(title.at(-1))),
      () => 10,
      run,
    )
    expect([ids(list), [...run.degraded], run.times.rerank]).toEqual([[3, 2, 1], [], expect.any(Number)])
  })

  it('[Q11] leaves what it did not read where it was, and says so', async () => {
    const run = new SearchRun(roomy)
    const list = await rerank(
      scored(1, 2, 3),
      reading((title) => (title === 'Task 3' ? undefined : Number(title.at(-1)))),
      () => 10,
      run,
    )
    expect([ids(list), [...run.degraded]]).toEqual([[2, 1, 3], ['rerank']])
  })

  it('[Y4] that fails leaves the order as it was', async () => {
    const broken = new Reading({ reranker: () => ({ incremental: false, score: () => Promise.reject(new Error('broken')) }), byIds }, 'printer', Infinity)
    const run = new SearchRun(roomy)
    expect(ids(await rerank(scored(1, 2), broken, () => 10, run))).toEqual([1, 2])
    expect([...run.degraded]).toEqual(['rerank'])
  })

  it('one hit needs no order', async () => {
    const run = new SearchRun(roomy)
    expect(
      await rerank(
        scored(1),
        reading(() => 1),
        () => 10,
        run,
      ),
    ).toEqual(scored(1))
    expect(run.times).toEqual({})
  })

  it('what a short query can only mean comes first', () => {
    expect(ids(sureFirst(scored(1, 2, 3), [3]))).toEqual([3, 1, 2])
    expect(sureFirst(scored(1, 2), [])).toEqual(scored(1, 2))
  })
})

describe('present', () => {
  const stages = { words: scored(1, 2), meanings: [], fused: { list: scored(1, 2, 3), semantic: scored(3, 2), guides: scored(2) }, logits: new Map([[2, 5]]) }
  const snippets = () =>
    new Snippets(
      {
        byIds: (wanted) => byIds(wanted.filter((id) => id !== 9)),
        commentsOf: () => new Map([[3, [{ body: 'The drucker' }]]]),
        placesInFiles: async ({ ids: wanted }) => wanted.map((id) => ({ id, file: 'guide.pdf', snippet: 'the ⟦printer⟧' })),
      },
      parse({ q: 'printer' }, false).query,
      retrieved({ instead: ['drucker'], inFiles: [1, 3] }),
    )

  it('[Q5] says by what each hit was found, and marks other spellings', async () => {
    const hits = await present([...scored(2, 3), { id: 9, score: 0.1 }, { id: 1, score: -1 }], snippets(), stages)
    expect(hits.map(({ id, matched, score }) => [id, matched, score])).toEqual([
      [2, ['keyword', 'semantic', 'rerank'], 0.9],
      [3, ['semantic'], 0.8],
      [1, ['keyword'], 0],
    ])
    expect(hits[1]?.snippet).toContain('⟦drucker⟧')
    expect(hits[0]).not.toHaveProperty('explain')
  })

  it('[Q20] shows the file where the task itself does not have the words', async () => {
    const hits = await present(scored(1, 2, 3), snippets(), stages)
    expect(hits.map(({ file }) => file)).toEqual(['guide.pdf', undefined, undefined])
    expect(hits[0]?.snippet).toBe('guide.pdf: the ⟦printer⟧')
  })

  it('[Q10] explains each hit by rank and score', async () => {
    const [hit] = await present(scored(2), snippets(), stages, { total: 3 })
    expect(hit?.explain).toMatchObject({
      keyword: { rank: 2 },
      semantic: { rank: 2 },
      feedback: { rank: 1 },
      fused: { rank: 2 },
      rerank: { rank: 1, score: 5 },
      times_ms: { total: 3 },
    })
  })

  it('makes each snippet once', async () => {
    const asked = vi.fn(byIds)
    const made = new Snippets({ byIds: asked, commentsOf: () => new Map(), placesInFiles: async () => [] }, parse({ q: '' }, false).query, retrieved())
    await made.prepare(scored(1, 2))
    expect(ids(await made.of(scored(2, 1, 3)))).toEqual([2, 1, 3])
    expect(asked.mock.calls).toEqual([[[1, 2]], [[3]]])
  })
})
