import { rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseQuery } from '../../../../shared/domain/search/search-query.ts'
import { databaseFile, epochOf, openDatabase } from '../../db/open.ts'
import { createJournal } from '../../journal/journal.ts'
import { createTaskStore } from '../../tasks/task-store.ts'
import { createTasks } from '../../tasks/tasks.ts'
import { KeywordFollower } from '../../../../shared/search/keywords/keyword-follower.ts'
import { KeywordSearch } from '../../../../shared/search/keywords/keyword-search.ts'
import { TaskTextStore } from '../../../../shared/search/task-text-store.ts'

const all = 400
const folder = mkdtempSync(join(tmpdir(), 'tandem-bounds-'))
let tasks: TaskTextStore
let follower: KeywordFollower

beforeAll(() => {
  const db = openDatabase(databaseFile(folder))
  const now = () => new Date()
  const journal = createJournal(db, now, () => undefined)
  const list = createTasks({ store: createTaskStore(db), journal, now, removeDependents: () => undefined })
  const actor = { kind: 'person', name: 'ana' } as const
  journal.write(actor, () => {
    // Every task has "harbour"; the oldest has nothing else, and is the best hit of all by that.
    for (let i = 1; i <= all; i++)
      list.create({ title: i === 1 ? 'Harbour harbour' : `Harbour crane ${i}`, description: i === 7 ? 'periwinkle' : null }, { actor })
  })
  tasks = new TaskTextStore(databaseFile(folder))
  follower = new KeywordFollower({
    path: join(folder, 'index.db'),
    epoch: epochOf(db),
    tasks,
    report: (error) => expect.unreachable(String(error)),
    moved: () => undefined,
  })
  follower.catchUp(tasks.head(), 60_000)
  db.close()
})
afterAll(() => {
  follower.close()
  tasks.close()
  rmSync(folder, { recursive: true })
})

const ids = (q: string, longList: number) =>
  new KeywordSearch(follower, tasks, undefined, { maxRows: 50, longList, manyTitles: longList })
    .search({ query: parseQuery(q), limit: 20, head: tasks.head(), timeoutMs: 1000 })
    .hits.map(({ id }) => id)
const short = all
const long = all - 1
const isAmongNewest = (id: number) => id > all - 51

it('[Q13] a word that many tasks have is looked for in all of a list', () => expect(ids('harbour ', short)[0]).toBe(1))

it('[Q13] in a long list among the newest, and a rare word everywhere', () => {
  const found = ids('harbour ', long)
  expect(found).toHaveLength(20)
  expect(found.every(isAmongNewest)).toBe(true)
  expect(ids('harbour periwinkle ', long)[0]).toBe(7)
  expect(ids('"harbour harbour"', long)).toEqual([1])
})

it('[Q13] a beginning of few letters is found in the titles of the newest, a longer one as ever', () => {
  const found = ids('cr', long)
  expect(found).toHaveLength(20)
  expect(found.every(isAmongNewest)).toBe(true)
  expect(ids('peri', long)).toEqual([7])
  expect(ids('periwinkle ha', long)[0]).toBe(7)
  expect(ids('xq', long)).toEqual([])
})
