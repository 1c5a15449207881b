// Everything that ranking is made of, for each query of a collection, gathered once with the product's own parts: what words find,
// and the vectors. So that a hundred ways to put it together can be tried on the same evidence (held-out.ts).
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedder, type ReadAs } from '../../../shared/search/meaning/embedder.ts'
import { openKeywordIndex } from '../../../electron/service/search/keywords/keyword-index.ts'
import { defaultEmbedder } from '../../../shared/search/models/model-files.ts'
import type { Scored } from '../../../shared/domain/search/rank-fusion.ts'
import { parseQuery } from '../../../shared/domain/search/search-query.ts'
import { openTaskList } from '../task-list.ts'
import type { Collection } from './collection.ts'

export interface Query {
  text: string
  /** By task id; a report that looks for its duplicates must not find itself. */
  grades: [number, number][]
  self: number | undefined
  words: Scored[]
}

export interface Gathered {
  name: string
  queries: Query[]
  /** 384 numbers for each query, and for each task by its id - 1. */
  asked: Float32Array
  tasks: Float32Array
}

export const dimensions = 384
export const depth = 100

/** Search collections as they are; in collections of duplicates the title of a report looks for the others. */
function queriesOf({ searches, duplicates, documents }: Collection, taskOf: ReadonlyMap<string, number>): Omit<Query, 'words'>[] {
  const titles = new Map(documents.map(({ id, title }) => [id, title]))
  const ids = (grades: Iterable<[string, number]>) =>
    [...grades].flatMap(([id, grade]): [number, number][] => (taskOf.has(id) ? [[taskOf.get(id) as number, grade]] : []))
  return [
    ...searches.map(({ text, grades }) => ({ text, grades: ids(grades), self: undefined })),
    ...duplicates
      .filter(({ id, same }) => same.size > 0 && titles.has(id))
      .map(({ id, same }) => ({ text: titles.get(id) as string, grades: ids([...same].map((one) => [one, 1])), self: taskOf.get(id) })),
  ].filter(({ grades }) => grades.length > 0)
}

/** Kept in `folder` for the next run. */
export async function gather(collection: Collection, folder: string): Promise<Gathered> {
  const path = (part: string) => join(folder, `${collection.name}.${part}`)
  const floats = (part: string) => new Float32Array(new Uint8Array(readFileSync(path(part))).buffer)
  if (existsSync(path('queries.json'))) {
    const queries = JSON.parse(readFileSync(path('queries.json'), 'utf8')) as Query[]
    return { name: collection.name, queries, asked: floats('asked'), tasks: floats('tasks') }
  }
  mkdirSync(folder, { recursive: true })
  const temporary = mkdtempSync(join(tmpdir(), 'tandem-held-out-'))
  const { db, journal, tasks } = openTaskList(join(temporary, 'tandem.db'))
  const actor = { kind: 'person', name: 'held-out' } as const
  const taskOf = new Map<string, number>()
  journal.write(actor, () => {
    for (const { id, title, text } of collection.documents) taskOf.set(id, tasks.create({ title, description: text || null }, { actor }).id)
  })
  const { head, onCommit } = journal
  const report = (error: unknown) => console.error(error)
  const keyword = openKeywordIndex({ databaseFile: db.name, indexFile: join(temporary, 'index.db'), epoch: 'held-out', head, onCommit, report })
  const embedder = await openEmbedder({ kind: 'local', folder: defaultEmbedder() }, 1)
  // The workers keep no process alive.
  const awake = setInterval(() => undefined, 1000)
  try {
    const queries: Query[] = []
    for (const one of queriesOf(collection, taskOf)) {
      const { hits } = await keyword.search({ query: parseQuery(one.text), limit: depth + 1, head: head(), timeoutMs: 600_000 })
      queries.push({ ...one, words: hits.filter(({ id }) => id !== one.self).slice(0, depth) })
    }
    const embedded = async (texts: readonly string[], as: ReadAs) => {
      const all = new Float32Array(texts.length * dimensions)
      for (const [i, text] of texts.entries()) all.set((await embedder.embed([text], as))[0] as Float32Array, i * dimensions)
      return all
    }
    const asked = await embedded(
      queries.map(({ text }) => text),
      'query',
    )
    const read = await embedded(
      collection.documents.map(({ title, text }) => (text ? `${title}\n${text}` : title)),
      'passage',
    )
    writeFileSync(path('asked'), asked)
    writeFileSync(path('tasks'), read)
    writeFileSync(path('queries.json'), JSON.stringify(queries))
    return { name: collection.name, queries, asked, tasks: read }
  } finally {
    clearInterval(awake)
    await Promise.all([keyword.close(), embedder.close()])
    db.close()
    rmSync(temporary, { recursive: true, force: true })
  }
}
