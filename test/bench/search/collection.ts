// A labelled folder: documents, queries and what they should find.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export interface Document {
  id: string
  title: string
  text: string
}

export interface Collection {
  name: string
  documents: Document[]
  /** For search: what to look for, and the grade of each document that answers it. */
  searches: { text: string; grades: Map<string, number> }[]
  /** For duplicates: a document, and the others that are about the same; none marks a report without a duplicate. */
  duplicates: { id: string; same: Set<string> }[]
}

function lines<T>(folder: string, name: string): T[] {
  const file = join(folder, name)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : existsSync(`${file}.gz`) ? gunzipSync(readFileSync(`${file}.gz`)).toString('utf8') : ''
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T)
}

const isCollection = (folder: string) => existsSync(join(folder, 'docs.jsonl')) || existsSync(join(folder, 'docs.jsonl.gz'))

/** The collection in this folder, or all collections in the folders within it. */
export function findCollections(folder: string): string[] {
  if (isCollection(folder)) return [folder]
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((inner) => isCollection(inner))
}

export function readCollection(folder: string): Collection {
  const part = ['dev', 'test'].find((one) => existsSync(join(folder, `queries.${one}.jsonl`))) ?? 'dev'
  const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()
  const documents = lines<Document>(folder, 'docs.jsonl').map(({ id, title, text }) => ({
    id,
    title: clean(title).trim().slice(0, 1000) || clean(text).trim().slice(0, 80) || id,
    text: clean(text).slice(0, 200_000),
  }))
  const grades = new Map<string, Map<string, number>>()
  for (const { query, doc, grade } of lines<{ query: string; doc: string; grade: number }>(folder, `qrels.${part}.jsonl`)) {
    grades.set(query, (grades.get(query) ?? new Map<string, number>()).set(doc, grade))
  }
  const queries = lines<{ id?: string; text?: string; query?: string; relevant?: string[] }>(folder, `queries.${part}.jsonl`)
  return {
    name: basename(folder),
    documents,
    searches: queries.flatMap(({ id, text }) =>
      id !== undefined && text !== undefined && grades.has(id) ? [{ text, grades: grades.get(id) as Map<string, number> }] : [],
    ),
    duplicates: queries.flatMap(({ query, relevant }) => (query !== undefined && relevant ? [{ id: query, same: new Set(relevant) }] : [])),
  }
}
