// What is measured: Tandem over its real HTTP API, and the search libraries that a program might embed instead, as they come.
import { create, insertMultiple, search as searchOrama } from '@orama/orama'
import Database from 'better-sqlite3'
import { Document as FlexDocument } from 'flexsearch'
import MiniSearch from 'minisearch'
import type { Document } from './collection.ts'

export interface Ranked {
  id: string
  score: number
}

export interface Engine {
  name: string
  fill(documents: readonly Document[]): Promise<void>
  search(text: string, limit: number): Promise<Ranked[]>
  close(): Promise<void>
}

const nothing = async () => undefined

function miniSearch(): Engine {
  const index = new MiniSearch<Document>({ fields: ['title', 'text'], searchOptions: { boost: { title: 2 } } })
  return {
    name: 'MiniSearch',
    fill: async (documents) => index.addAll(documents),
    search: async (text, limit) =>
      index
        .search(text)
        .slice(0, limit)
        .map(({ id, score }) => ({ id: id as string, score })),
    close: nothing,
  }
}

function orama(): Engine {
  const index = create({ schema: { id: 'string', title: 'string', text: 'string' } as const })
  return {
    name: 'Orama',
    fill: async (documents) => void (await insertMultiple(index, [...documents])),
    async search(text, limit) {
      const { hits } = await searchOrama(index, { term: text.slice(0, 2000), limit, boost: { title: 2 } })
      return hits.map(({ id, score }) => ({ id, score }))
    },
    close: nothing,
  }
}

function flex(): Engine {
  const index = new FlexDocument({ document: { id: 'id', index: ['title', 'text'] } })
  return {
    name: 'FlexSearch',
    fill: async (documents) => documents.forEach((document) => index.add({ ...document })),
    async search(text, limit) {
      const fields = index.search(text, { limit, suggest: true }) as { result: string[] }[]
      const places = new Map<string, number>()
      for (const { result } of fields) result.forEach((id, place) => places.set(id, (places.get(id) ?? 0) + 1 / (place + 1)))
      return [...places]
        .map(([id, score]) => ({ id, score }))
        .sort((a, b) => b.score - a.score)
        .slice(0, limit)
    },
    close: nothing,
  }
}

function plainFts(): Engine {
  const db = new Database(':memory:')
  db.exec("CREATE VIRTUAL TABLE words USING fts5 (id UNINDEXED, title, text, tokenize = 'porter unicode61')")
  const add = db.prepare('INSERT INTO words VALUES (?, ?, ?)')
  const find = db.prepare('SELECT id, -bm25(words, 0, 2, 1) AS score FROM words WHERE words MATCH ? ORDER BY score DESC LIMIT ?')
  return {
    name: 'plain FTS5',
    async fill(documents) {
      db.transaction(() => {
        for (const { id, title, text } of documents) add.run(id, title, text)
      })()
    },
    async search(text, limit) {
      const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))].slice(0, 64)
      return words.length > 0 ? (find.all(words.map((word) => `"${word}"`).join(' OR '), limit) as Ranked[]) : []
    },
    close: async () => void db.close(),
  }
}

export const peers = (): Engine[] => [plainFts(), miniSearch(), orama(), flex()]
