import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type BetterSqlite3 from 'better-sqlite3'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { matchExpression, plainWord } from '../../../../shared/domain/search/search-words.ts'
import { databaseFile, epochOf, openDatabase } from '../../db/open.ts'
import { createJournal } from '../../journal/journal.ts'
import { createTaskStore } from '../../tasks/task-store.ts'
import { createTasks } from '../../tasks/tasks.ts'
import { KeywordFollower } from '../../../../shared/search/keywords/keyword-follower.ts'
import { TaskTextStore } from '../../../../shared/search/task-text-store.ts'
import { type WeightLimits, WordWeights } from '../../../../shared/search/keywords/word-weights.ts'

const actor = { kind: 'person', name: 'ana' } as const
const others = ['harbour', 'crane', 'Repairs', 'repairing', 'naïve', 'straße', 'foo_bar', '東京都', 'a1', 'periwinkle']
const vocabulary = [...others, ...Array.from({ length: 20 }, (_, i) => `word${String.fromCodePoint(97 + i)}`)]
const folder = mkdtempSync(join(tmpdir(), 'tandem-weights-'))
let db: BetterSqlite3.Database
let list: ReturnType<typeof createTasks>
let write: (work: () => unknown) => void
let tasks: TaskTextStore
let follower: KeywordFollower

beforeAll(() => {
  db = openDatabase(databaseFile(folder))
  const now = () => new Date()
  const journal = createJournal(db, now, () => undefined)
  list = createTasks({ store: createTaskStore(db), journal, now, removeDependents: () => undefined })
  write = (work) => journal.write(actor, work)
  tasks = new TaskTextStore(databaseFile(folder))
  const report = (error: unknown) => expect.unreachable(String(error))
  write(() => {
    for (let i = 0; i < 300; i++) list.create({ title: [i, i * 7, i * 11].map((at) => vocabulary[at % vocabulary.length]).join(' ') }, { actor })
  })
  follower = new KeywordFollower({ path: join(folder, 'index.db'), epoch: epochOf(db), tasks, report, moved: () => undefined })
  follower.catchUp(tasks.head(), 60_000)
})
afterAll(() => {
  follower.close()
  tasks.close()
  db.close()
  rmSync(folder, { recursive: true })
})

const text = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))
const change = fc.record({ what: fc.constantFrom('create', 'change', 'remove'), which: fc.nat(), title: text, description: fc.option(text) })
const question = fc.uniqueArray(fc.constantFrom(...vocabulary.map((word) => word.toLowerCase())), { minLength: 1, maxLength: 5 })
const limits: WeightLimits = {
  minTasks: 2,
  maxTasks: 1e6,
  maxRemembered: 60,
  listCost: 0,
  maxOthers: 1e9,
  maxChanged: 20,
  maxCounted: 1e9,
  maxIds: 1e9,
}

function carryOut({ what, which, title, description }: { what: string; which: number; title: string; description: string | null }): void {
  const ids = db.prepare('SELECT id FROM tasks').pluck().all() as number[]
  const id = ids[which % ids.length]
  write(() => {
    if (what === 'create' || id === undefined) list.create({ title, description }, { actor })
    else if (what === 'change') list.update(id, { title, description }, { actor })
    else list.remove(id, { actor })
  })
}

const idsOf = (hits: readonly { id: number }[]) => hits.map(({ id }) => id).sort((a, b) => a - b)

it('[Q2] remembered weights find what the index finds, whatever changed since they were read', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ changes: fc.array(change, { maxLength: 12 }), question }), { minLength: 1, maxLength: 8 }), (rounds) => {
      const weights = new WordWeights(follower, limits)
      for (const { changes, question: asked } of rounds) {
        for (const one of changes) carryOut(one)
        expect(follower.catchUp(tasks.head(), 60_000)).toBe(true)
        const words = asked.map((word) => (word === '東京都' ? { text: word, spaceless: true, prefix: false } : plainWord(word)))
        const expected = follower.file().match(matchExpression(words) as string, 1e6)
        const found = weights.best(words, 1e6) ?? []
        const scores = new Map(found.map(({ id, score }) => [id, score]))
        expect(idsOf(found)).toEqual(idsOf(expected))
        // How rare a word is in the whole list is known as of when its weights were read.
        for (const { id, score } of expected) expect(Math.abs((scores.get(id) as number) - score)).toBeLessThan(0.2 * words.length)
        expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a))
        const few = new Uint8Array(50_000)
        for (const { id } of found) few[id] = id % 2
        const odd = found.filter(({ id }) => id % 2)
        const passed = weights.best(words, 3, few) ?? []
        expect(passed).toHaveLength(Math.min(3, odd.length))
        expect(passed.every(({ id }) => id % 2)).toBe(true)
      }
    }),
    { numRuns: 25 },
  )
})

it('[Q2] what would have to be read at length is left to the index, and read afterwards', async () => {
  for (let i = 0; i < 30; i++) carryOut({ what: 'create', which: 0, title: `harbour crane ${i}`, description: null })
  follower.catchUp(tasks.head(), 60_000)
  const weights = new WordWeights(follower, { ...limits, listCost: 1.6, maxRemembered: 1000 })
  const words = [plainWord('harbour'), plainWord('crane')]
  expect(weights.best(words, 10)).toBeUndefined()
  await expect.poll(() => weights.best(words, 10)).toBeDefined()
  const expected = follower.file().match('"harbour" OR "crane"', 10)
  expect(weights.best(words, 10)?.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
})

it('[Q1] a task that was just written is cut into words as the index does it', () => {
  const texts = [
    '1\ufe0f\u20e3harbour',
    '\u2139\ufe0fharbour',
    '#\ufe0f\u20e3harbour',
    'ha\u0336rbour',
    'na\u0308ive harbou\u0308r',
    '2 \u00b5m',
    'काम',
    'foo_harbour',
    'Harbour-repairs',
  ]
  const words = ['harbour', '\u03bcm', 'क', 'naïve'].map(plainWord)
  // The index knows each of them before, so that all of them have lists.
  for (let i = 0; i < 3; i++) carryOut({ what: 'create', which: 0, title: words.map(({ text }) => text).join(' '), description: null })
  follower.catchUp(tasks.head(), 60_000)
  const weights = new WordWeights(follower, { ...limits, maxRemembered: 1e6 })
  for (const title of texts) {
    for (const word of words) weights.best([word], 1e6)
    carryOut({ what: 'create', which: 0, title, description: null })
    follower.catchUp(tasks.head(), 60_000)
    for (const word of words)
      expect(idsOf(weights.best([word], 1e6) ?? []), `${word.text} in ${title}`).toEqual(idsOf(follower.file().match(matchExpression([word]) as string, 1e6)))
  }
})

it('[Q2] while many tasks change between two questions the index answers, and nothing is read for nothing', async () => {
  const words = [plainWord('harbour')]
  const weights = new WordWeights(follower, limits)
  expect(weights.best(words, 10)).toBeDefined()
  for (let i = 0; i <= limits.maxChanged; i++) carryOut({ what: 'create', which: 0, title: 'harbour', description: null })
  follower.catchUp(tasks.head(), 60_000)
  expect(weights.best(words, 10)).toBeUndefined()
  expect(weights.best(words, 10)).toBeDefined()
})

it('[Q2] changed tasks that would take long to read are left to the index, and the lists are read again', async () => {
  const words = [plainWord('harbour')]
  const weights = new WordWeights(follower, { ...limits, maxChanged: 1000, maxCounted: 5000 })
  const before = weights.best(words, 1e6) ?? []
  expect(before.length).toBeGreaterThan(0)
  carryOut({ what: 'create', which: 0, title: 'harbour', description: 'crane '.repeat(1000) })
  follower.catchUp(tasks.head(), 60_000)
  expect(weights.best(words, 1e6)).toBeUndefined()
  await expect.poll(() => weights.best(words, 1e6)?.length).toBe(before.length + 1)
})

it('[Q2] what changed is weighed by the same rarity as the rest, however many tasks have got the word since it was counted', () => {
  const title = 'tidewater'
  for (let i = 0; i < 5; i++) carryOut({ what: 'create', which: 0, title, description: null })
  follower.catchUp(tasks.head(), 60_000)
  const words = [plainWord(title)]
  const weights = new WordWeights(follower, { ...limits, maxRemembered: 1000 })
  expect(weights.best(words, 50)).toHaveLength(5)
  for (let i = 0; i < 15; i++) carryOut({ what: 'create', which: 0, title, description: null })
  follower.catchUp(tasks.head(), 60_000)
  expect(weights.best(words, 50)).toHaveLength(20)
  carryOut({ what: 'create', which: 0, title, description: null })
  follower.catchUp(tasks.head(), 60_000)
  const scores = (weights.best(words, 50) ?? []).map(({ score }) => score)
  expect(scores).toHaveLength(21)
  expect(Math.max(...scores) / Math.min(...scores)).toBeLessThan(1.02)
})

it('[Q2] a task with an id far beyond all others is left to the index: no memory is taken for the ids between', () => {
  const words = [plainWord('harbour')]
  const weights = new WordWeights(follower, { ...limits, maxIds: 100_000 })
  const before = weights.best(words, 1e6) ?? []
  db.prepare("UPDATE sqlite_sequence SET seq = 999999998 WHERE name = 'tasks'").run()
  carryOut({ what: 'create', which: 0, title: 'harbour', description: null })
  follower.catchUp(tasks.head(), 60_000)
  expect(weights.best(words, 1e6)).toBeUndefined()
  write(() => list.remove(999999999, { actor }))
  db.prepare("UPDATE sqlite_sequence SET seq = (SELECT max(id) FROM tasks) WHERE name = 'tasks'").run()
  follower.catchUp(tasks.head(), 60_000)
  expect(idsOf(weights.best(words, 1e6) ?? [])).toEqual(idsOf(before))
})
