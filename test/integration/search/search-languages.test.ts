// Lists that are not English: what people write in test/data/languages, asked in other words and in other spellings.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sameTaskFrom } from '../../../shared/domain/duplicates/same-task.ts'
import { openSearchService, type SearchService } from '../../support/service/search-service.ts'

interface List {
  tasks: string[]
  /** Near copies and paraphrases, each with the task that is meant. */
  near: [asked: string, task: string][]
  /** What the list does not have. */
  unrelated: string[]
  search: [query: string, task: string][]
}

/** Of the near copies, so many are likely duplicates at least, measured and a little less (docs/search.md). */
const minShown = { de: 0.45, en: 0.65, es: 0.8, fr: 0.7 }

const languages = Object.entries(minShown).filter(([language]) => language === 'de' || process.env.TANDEM_LONG)

describe.each(languages)('a list in the language %s', (language, least) => {
  const list = JSON.parse(readFileSync(new URL(`../../data/languages/${language}.json`, import.meta.url), 'utf8')) as List
  let service: SearchService
  beforeAll(async () => {
    service = await openSearchService()
    // What is tested here is what is found, not how fast a busy machine is.
    await service.call('PATCH', '/settings', { search: { deadlines_ms: { total: 20_000, keyword: 20_000, semantic: 20_000 } } })
    for (const title of list.tasks) await service.create(title)
    await service.settled()
  })
  afterAll(() => service.close())

  it('[D11] has near copies found first, and nothing shown for what is new', async () => {
    const missed: string[] = []
    let shown = 0
    for (const [asked, task] of list.near) {
      const [first] = (await service.duplicates({ text: asked, threshold: 0 })).body
      if (first?.title !== task) missed.push(asked)
      if ((first?.score ?? 0) >= 0.8) shown++
    }
    expect(missed).toEqual([])
    expect(shown / list.near.length).toBeGreaterThan(least)
    const inVain: string[] = []
    for (const asked of list.unrelated) if ((await service.duplicates({ text: asked, threshold: sameTaskFrom.likely })).body.length > 0) inVain.push(asked)
    expect(inVain).toEqual([])
  })

  it('[Q14] is searched in other forms and spellings', async () => {
    const missed: string[] = []
    for (const [query, task] of list.search) {
      const titles = (await service.search(query, '&rerank=false&limit=3')).body.map((hit) => hit.title)
      if (!titles.includes(task)) missed.push(query)
    }
    expect(missed).toEqual([])
  })
})

describe('a name with letters of its own', () => {
  let service: SearchService
  beforeAll(async () => {
    service = await openSearchService()
    await service.create('Zahnarzttermin vereinbaren', { description: 'Praxis Dr. Müller, am Vormittag' })
    await service.create('Müller zurückrufen')
    for (const title of ['Mühle besichtigen', 'Heizung entlüften', 'Milch kaufen', 'Keller aufräumen']) await service.create(title)
    await service.settled()
  })
  afterAll(() => service.close())

  it.each(['Mueller', 'mueller ', 'muell', 'Muller', 'mulle'])('[Q14] is found first and marked when one types %s', async (query) => {
    const { body } = await service.search(query, '&rerank=false&limit=2')
    expect(body.map((hit) => hit.snippet).sort()).toEqual(['Praxis Dr. ⟦Müller⟧, am Vormittag', '⟦Müller⟧ zurückrufen'])
  })

  it('[Q14] is found in both spellings when tasks have both', async () => {
    const task = await service.create('Angebot an Mueller senden')
    await service.settled()
    for (const query of ['mueller', 'müller']) {
      const { body } = await service.search(query, '&rerank=false&limit=3')
      expect(body.every((hit) => /⟦M(?:ue|ü)ller⟧/.test(hit.snippet))).toBe(true)
      expect(body.map((hit) => hit.id)).toContain(task.id)
    }
  })
})
