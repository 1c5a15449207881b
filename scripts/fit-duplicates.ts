// Fits the weights of shared/domain/duplicate-weights.ts to labelled collections, with the same code that answers find-duplicates,
// and shows how they hold on collections that were left out: `node scripts/fit-duplicates.ts DIR [DIR …]`. `--write` writes them;
// the environment's FIT_EVIDENCE names a file that keeps what was gathered for the next run.
// A collection without duplicate queries (search collections) counts as reports that have none.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGatherEvidence } from '../electron/service/search/evidence.ts'
import { openKeywordIndex } from '../electron/service/search/keyword-index.ts'
import { openMeaningIndex } from '../electron/service/search/meaning-index.ts'
import { defaultEmbedder } from '../electron/service/search/model-files.ts'
import { background, type Evidence, featuresOf, likeness, scoreDuplicates } from '../shared/domain/duplicate-score.ts'
import type { Weights } from '../shared/domain/duplicate-weights.ts'
import { type Collection, type Document, findCollections, readCollection } from '../test/bench/search/collection.ts'
import { averagePrecision, calibration } from '../test/bench/search/measures.ts'
import { openTaskList } from '../test/bench/task-list.ts'
import { type Example, fitLogistic } from './logistic.ts'

/** How the texts are asked: as they are, only the title, only titles in the whole list, or with the true answers taken away. */
type Shape = 'full' | 'title' | 'titles only' | 'answers removed'

interface Asked {
  collection: string
  shape: Shape
  hasSame: boolean
  candidates: (Evidence & { right: boolean })[]
}

const noQueries = 150
const mostAsked = 400
const shown = 5
/** Bare titles of reports leave out what tells them apart: their labels say less. */
const shapeWeight: Record<Shape, number> = { full: 1, title: 1, 'titles only': 0.25, 'answers removed': 0.5 }

async function gatherAll({ name, documents, duplicates }: Collection, titlesOnly: boolean): Promise<Asked[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-fit-'))
  const { db, journal, tasks } = openTaskList(join(folder, 'tandem.db'))
  const actor = { kind: 'person', name: 'fit' } as const
  const texts = new Map<number, Document>()
  const taskOf = new Map<string, number>()
  journal.write(actor, () => {
    for (const document of documents) {
      const { id } = tasks.create({ title: document.title, description: titlesOnly ? null : document.text || null }, { actor })
      texts.set(id, document)
      taskOf.set(document.id, id)
    }
  })
  const report = (error: unknown) => console.error(error)
  const { head, onCommit } = journal
  const shared = { databaseFile: db.name, epoch: 'fit', head, onCommit, report }
  const keyword = openKeywordIndex({ ...shared, indexFile: join(folder, 'index.db') })
  const meaning = openMeaningIndex(
    { ...shared, vectorsFile: join(folder, 'vectors'), threads: { query: 1, indexing: 1 } },
    { kind: 'local', folder: defaultEmbedder() },
  )
  try {
    while (meaning.status().pending > 0 || !meaning.available() || keyword.status().cursor < head()) {
      await new Promise((resolve) => {
        setTimeout(resolve, 200)
      })
    }
    const gather = createGatherEvidence({ keyword, meaning })
    const step = Math.max(1, Math.floor(documents.length / noQueries))
    const wanted =
      duplicates.length > 0
        ? duplicates.filter((_, i) => i % Math.ceil(duplicates.length / mostAsked) === 0)
        : documents.filter((_, i) => i % step === 0).map(({ id }) => ({ id, same: new Set<string>() }))
    const asked: Asked[] = []
    for (const { id, same } of wanted) {
      const own = taskOf.get(id)
      const document = own === undefined ? undefined : texts.get(own)
      if (!document) continue
      const shapes: Shape[] = titlesOnly ? ['titles only'] : document.text ? ['full', 'title'] : same.size > 1 ? ['full', 'answers removed'] : ['full']
      for (const shape of shapes) {
        const text = shape === 'title' || titlesOnly || !document.text ? document.title : `${document.title}\n${document.text}`
        const { evidence } = await gather(text, own)
        const judged = evidence.map((one) => ({ ...one, right: same.has(texts.get(one.id)?.id ?? '') }))
        const gone = shape === 'answers removed'
        asked.push({ collection: name, shape, hasSame: same.size > 0 && !gone, candidates: gone ? judged.filter((one) => !one.right) : judged })
      }
    }
    return asked
  } finally {
    await Promise.all([keyword.close(), meaning.close()])
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Row extends Example {
  asked: Asked
}

/** The best candidates of each text as rows to fit; `byWords`: as if there were no vectors. */
function rowsOf(all: readonly Asked[], usual: number, byWords: boolean): Row[] {
  const perGroup = new Map<string, number>()
  const groupOf = (asked: Asked) => `${asked.collection} ${asked.shape}`
  for (const asked of all) perGroup.set(groupOf(asked), (perGroup.get(groupOf(asked)) ?? 0) + 1)
  return all.flatMap((asked) => {
    const weight = (300 * shapeWeight[asked.shape]) / (perGroup.get(groupOf(asked)) as number)
    return valuesOf(asked, byWords)
      .slice(0, shown)
      .map(({ one, value, values }) => ({ features: featuresOf(value, background(values, usual), one), right: one.right, weight, asked }))
  })
}

function valuesOf(asked: Asked, byWords: boolean) {
  const valued = asked.candidates
    .map((candidate) => (byWords ? { ...candidate, cosine: undefined } : candidate))
    .map((one) => ({ one, value: likeness(one) }))
    .sort((a, b) => b.value - a.value)
  const values = valued.map(({ value }) => value)
  return valued.map((one) => ({ ...one, values }))
}

function usualOf(all: readonly Asked[], byWords: boolean): number {
  const backgrounds = all.map((asked) =>
    background(
      valuesOf(asked, byWords).map(({ value }) => value),
      0,
    ),
  )
  return backgrounds.reduce((sum, value) => sum + value, 0) / Math.max(1, backgrounds.length)
}

function fit(all: readonly Asked[], byWords: boolean): Weights {
  const usual = usualOf(all, byWords)
  const { intercept, slopes } = fitLogistic(rowsOf(all, usual, byWords))
  const round = (value: number) => Math.round(value * 1e4) / 1e4
  return { intercept: round(intercept), slopes: slopes.map(round), usual: round(usual) }
}

function show(title: string, all: readonly Asked[], weightsFor: (collection: string) => Weights, byWords: boolean): void {
  console.log(`\n${title}`)
  const groups = Map.groupBy(all, (asked) => `${asked.collection} (${asked.shape})`)
  for (const [group, list] of groups) {
    const weights = weightsFor(list[0]?.collection ?? '')
    const answers = list.map((asked) => {
      const right = new Set(asked.candidates.filter((one) => one.right).map((one) => one.id))
      const evidence = asked.candidates.map((one) => ({ ...one, cosine: byWords ? undefined : one.cosine }))
      const scored = scoreDuplicates(evidence, { weights, wordWeights: weights }).slice(0, shown)
      return { asked, rows: scored.map(({ id, score }) => ({ score, right: right.has(id) })) }
    })
    const withSame = answers.filter(({ asked }) => asked.hasSame)
    const without = answers.filter(({ asked }) => !asked.hasSame)
    const share = (some: number, of: readonly unknown[]) => (of.length > 0 ? (some / of.length).toFixed(3) : '    –')
    const pairs = answers.flatMap(({ rows }) => rows)
    const first = withSame.filter(({ rows }) => rows[0]?.right).length
    const firstFive = withSame.filter(({ rows }) => rows.some((row) => row.right)).length
    const alarms = [0.5, 0.6, 0.7, 0.8].map((from) => share(without.filter(({ rows }) => (rows[0]?.score ?? 0) >= from).length, without))
    const ranges = calibration(pairs).map(({ promised, kept, pairs: count }) => `${promised.toFixed(2)}→${kept.toFixed(2)} (${count})`)
    console.log(
      `  ${group.padEnd(36)} r@1 ${share(first, withSame)} r@5 ${share(firstFive, withSame)} AP ${averagePrecision(pairs).toFixed(3)} alarms .5–.8 ${alarms.join(' ')}  ${ranges.join('  ')}`,
    )
  }
}

const folders = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const collections = (folders.length > 0 ? folders : [new URL('../test/data', import.meta.url).pathname]).flatMap(findCollections).map(readCollection)
const kept = process.env.FIT_EVIDENCE
const all: Asked[] = kept && existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Asked[]) : []
for (const collection of all.length > 0 ? [] : collections) {
  const documents = collection.documents.slice(0, collection.duplicates.length > 0 ? Number.POSITIVE_INFINITY : 1500)
  for (const titlesOnly of [false, true]) {
    // A list of titles only is another shape of the same reports; where there are titles only, it is the first one again.
    if (titlesOnly && (collection.duplicates.length === 0 || !documents.some((one) => one.text))) continue
    all.push(...(await gatherAll({ ...collection, documents }, titlesOnly)))
    console.log(`${collection.name}${titlesOnly ? ' (titles only)' : ''}: ${all.length} texts asked so far`)
  }
}
if (kept && !existsSync(kept)) writeFileSync(kept, JSON.stringify(all))
for (const byWords of [false, true]) {
  const others = new Map(
    collections.map(({ name }) => [
      name,
      fit(
        all.filter((asked) => asked.collection !== name),
        byWords,
      ),
    ]),
  )
  const kind = byWords ? 'by words alone' : 'by words and meaning'
  show(`Fitted without the collection itself, ${kind}:`, all, (name) => others.get(name) as Weights, byWords)
  show(`Fitted with all, ${kind}:`, all, () => fit(all, byWords), byWords)
}
if (process.argv.includes('--write')) {
  const line = ({ intercept, slopes, usual }: Weights) => `{ intercept: ${intercept}, slopes: [${slopes.join(', ')}], usual: ${usual} }`
  writeFileSync(
    new URL('../shared/domain/duplicate-weights.ts', import.meta.url),
    `// Written by scripts/fit-duplicates.ts; do not edit.
export interface Weights {
  intercept: number
  slopes: readonly number[]
  /** The likeness that texts have which have nothing to do with each other. */
  usual: number
}

export const weights: Weights = ${line(fit(all, false))}

/** For tasks that have no vector (yet), by their words alone. */
export const wordWeights: Weights = ${line(fit(all, true))}
`,
  )
}
