// Fits the weights of shared/domain/duplicates/duplicate-weights.ts to labelled collections, with the same code that answers find-duplicates,
// and shows how they hold on collections that were left out: `node scripts/search/fit-duplicates.ts DIR [DIR …]`. `--write` writes them;
// the environment's FIT_EVIDENCE names a file that keeps what was gathered for the next run.
// A collection without duplicate queries (search collections) counts as reports that have none. Where nearly every text has
// duplicates, thinner lists of the same texts are asked too: the pair is to be learned, not the collection.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGatherEvidence } from '../../shared/search/duplicates/evidence.ts'
import { openKeywordIndex } from '../../electron/service/search/keywords/keyword-index.ts'
import { openMeaningIndex } from '../../electron/service/search/meaning/meaning-index.ts'
import { defaultEmbedder } from '../../shared/search/models/model-files.ts'
import { baseRateOf, plainChances } from '../../shared/domain/duplicates/base-rate.ts'
import { background, type Evidence, likeness, scoreDuplicates, seen } from '../../shared/domain/duplicates/duplicate-score.ts'
import { sameTaskFrom } from '../../shared/domain/duplicates/same-task.ts'
import type { Weights } from '../../shared/domain/duplicates/duplicate-weights.ts'
import { type Collection, type Document, findCollections, readCollection } from '../../test/bench/search/collection.ts'
import { averagePrecision, calibration, wilson } from '../../test/bench/search/measures.ts'
import { openTaskList } from '../../test/bench/task-list.ts'
import { type Example, fitLogistic } from './logistic.ts'

/**
 * How the texts are asked: as they are, only the title, only titles in the whole list, with the true answers taken away, or (sample)
 * any texts of the list, whose labels nobody looks at: they say how common duplicates are there.
 */
type Shape = 'full' | 'title' | 'titles only' | 'answers removed' | 'sample'

interface List {
  name: string
  documents: Document[]
  duplicates: Collection['duplicates']
  titlesOnly: boolean
}

interface Asked {
  collection: string
  list: string
  shape: Shape
  hasSame: boolean
  candidates: (Evidence & { right: boolean })[]
}

const noQueries = 300
const maxAsked = 700
const maxDocuments = 1500
const sampled = 120
const shown = 5
/** What the labels of a list say: titles of papers look alike where nobody would file one of them twice, and CACM counts an erratum as another text. */
const weightOf = ({ collection, shape, list }: Asked, labelled: boolean) =>
  (collection === 'cacm' ? 0.2 : 1) * (!labelled && shape === 'titles only' ? 0.4 : 1) * (list.includes('thinned') || shape === 'answers removed' ? 0.5 : 1)

/** The lists that are made of a collection. */
function listsOf({ name, documents, duplicates }: Collection): List[] {
  const labelled = duplicates.length > 0
  const kept = labelled ? documents : documents.slice(0, maxDocuments)
  const whole: List = { name, documents: kept, duplicates, titlesOnly: false }
  if (kept.some((one) => one.text)) return [whole, { ...whole, name: `${name} titles`, titlesOnly: true }]
  const repetitive = duplicates.filter(({ same }) => same.size > 2).length > duplicates.length / 2
  return repetitive ? [whole, ...[1, 2, 3].map((members) => thinned(whole, members))] : [whole]
}

/** One text of each group, and so many of every third (of two members: of every) group. */
function thinned({ name, documents, duplicates }: List, members: number): List {
  const keep = new Set<string>()
  const seenGroups = new Set<string>()
  let group = 0
  for (const { id, same } of duplicates) {
    if (seenGroups.has(id)) continue
    const ids = [id, ...same]
    for (const one of ids) seenGroups.add(one)
    const max = members === 2 || group++ % 3 === 0 ? members : 1
    // Not always the first ones, which were written first.
    for (const one of ids.slice(group % 4, (group % 4) + max)) keep.add(one)
  }
  return {
    name: `${name} thinned to ${members}`,
    documents: documents.filter(({ id }) => keep.has(id)),
    duplicates: duplicates.filter(({ id }) => keep.has(id)).map(({ id, same }) => ({ id, same: new Set([...same].filter((other) => keep.has(other))) })),
    titlesOnly: false,
  }
}

async function gatherAll(collection: string, { name: list, documents, duplicates, titlesOnly }: List): Promise<Asked[]> {
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
    const evenly = (count: number) => documents.filter((_, i) => i % Math.max(1, Math.ceil(documents.length / count)) === 0)
    const none = new Set<string>()
    const wanted =
      duplicates.length > 0
        ? duplicates.filter((_, i) => i % Math.ceil(duplicates.length / maxAsked) === 0)
        : evenly(noQueries).map(({ id }) => ({ id, same: none }))
    const asked: Asked[] = []
    const ask = async (id: string, same: ReadonlySet<string>, shapes: readonly Shape[]) => {
      const own = taskOf.get(id)
      const document = own === undefined ? undefined : texts.get(own)
      if (!document) return
      for (const shape of shapes) {
        const text = shape === 'title' || titlesOnly || !document.text ? document.title : `${document.title}\n${document.text}`
        const { evidence } = await gather(text, own)
        const judged = evidence.map((one) => ({ ...one, right: same.has(texts.get(one.id)?.id ?? '') }))
        const gone = shape === 'answers removed'
        asked.push({ collection, list, shape, hasSame: same.size > 0 && !gone, candidates: gone ? judged.filter((one) => !one.right) : judged })
      }
    }
    const labelled = duplicates.length > 0
    for (const { id, same } of wanted) {
      const hasText = texts.get(taskOf.get(id) ?? 0)?.text
      await ask(
        id,
        same,
        titlesOnly ? ['titles only'] : hasText ? (labelled ? ['full', 'title'] : ['full']) : same.size > 4 ? ['full', 'answers removed'] : ['full'],
      )
    }
    for (const { id } of evenly(sampled)) await ask(id, none, ['sample'])
    return asked
  } finally {
    await Promise.all([keyword.close(), meaning.close()])
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The best candidates of each text as rows to fit; `byWords`: as if there were no vectors. The very same text is told apart without a model. */
function rowsOf(all: readonly Asked[], usual: number, byWords: boolean): Example[] {
  const perGroup = new Map<string, number>()
  const groupOf = (asked: Asked) => `${asked.list} ${asked.shape}`
  for (const asked of all) perGroup.set(groupOf(asked), (perGroup.get(groupOf(asked)) ?? 0) + 1)
  const labelled = new Set(all.filter((asked) => asked.hasSame).map((asked) => asked.collection))
  return all
    .filter((asked) => asked.shape !== 'sample')
    .flatMap((asked) => {
      const weight = (300 * weightOf(asked, labelled.has(asked.collection))) / (perGroup.get(groupOf(asked)) as number)
      const right = new Set(asked.candidates.filter((one) => one.right).map((one) => one.id))
      return seen(plain(asked, byWords), usual)
        .slice(0, shown)
        .filter(({ one }) => one.same === undefined)
        .map(({ copies, features }) => ({ features, right: copies.some(({ id }) => right.has(id)), weight }))
    })
}

const plain = ({ candidates }: Asked, byWords: boolean): Evidence[] =>
  byWords ? candidates.map((one) => ({ ...one, cosine: undefined, beyond: 0 })) : candidates

function usualOf(all: readonly Asked[], byWords: boolean): number {
  const backgrounds = all.map((asked) =>
    background(
      plain(asked, byWords)
        .map(likeness)
        .sort((a, b) => b - a),
      0,
    ),
  )
  return backgrounds.reduce((sum, value) => sum + value, 0) / Math.max(1, backgrounds.length)
}

function fit(all: readonly Asked[], byWords: boolean): Weights {
  const usual = usualOf(all, byWords)
  const rows = rowsOf(all, usual, byWords)
  const { intercept, slopes } = fitLogistic(rows)
  const total = (some: readonly Example[]) => some.reduce((sum, { weight }) => sum + weight, 0)
  const share = total(rows.filter(({ right }) => right)) / total(rows)
  const round = (value: number) => Math.round(value * 1e4) / 1e4
  return { intercept: round(intercept), slopes: slopes.map(round), usual: round(usual), share: round(share) }
}

/** The base rate of each list, by its samples. */
function baseRatesOf(all: readonly Asked[], weightsFor: (collection: string) => Weights): Map<string, number> {
  const samples = Map.groupBy(
    all.filter(({ shape }) => shape === 'sample'),
    ({ list }) => list,
  )
  return new Map(
    [...samples].map(([list, asked]) => {
      const weights = weightsFor(asked[0]?.collection ?? '')
      return [
        list,
        baseRateOf(
          asked.flatMap(({ candidates }) => plainChances(candidates, weights)),
          weights.share,
        ),
      ]
    }),
  )
}

function show(
  title: string,
  all: readonly Asked[],
  weightsFor: (collection: string) => Weights,
  baseRates: ReadonlyMap<string, number>,
  byWords: boolean,
): void {
  console.log(`\n${title}`)
  const groups = Map.groupBy(
    all.filter(({ shape }) => shape !== 'sample'),
    (asked) => `${asked.list} (${asked.shape})`,
  )
  for (const [group, list] of groups) {
    const weights = weightsFor(list[0]?.collection ?? '')
    const baseRate = baseRates.get(list[0]?.list ?? '') ?? 0
    const answers = list.map((asked) => {
      const right = new Set(asked.candidates.filter((one) => one.right).map((one) => one.id))
      const scored = scoreDuplicates(plain(asked, byWords), baseRate, { weights, wordWeights: weights }).slice(0, shown)
      return { asked, rows: scored.map(({ id, score }) => ({ score, right: right.has(id) })) }
    })
    const withSame = answers.filter(({ asked }) => asked.hasSame)
    const without = answers.filter(({ asked }) => !asked.hasSame)
    const share = (some: number, of: readonly unknown[]) => (of.length > 0 ? (some / of.length).toFixed(3) : '    –')
    const pairs = answers.flatMap(({ rows }) => rows)
    const first = withSame.filter(({ rows }) => rows[0]?.right).length
    const firstFive = withSame.filter(({ rows }) => rows.some((row) => row.right)).length
    const shownFrom = (some: typeof answers, from: number) => share(some.filter(({ rows }) => (rows[0]?.score ?? 0) >= from).length, some)
    const ranges = calibration(pairs, [0, 0.2, 0.5, 0.8, 1.0001]).map(({ promised, kept, pairs: count }) => {
      const { low, high } = wilson(kept * count, count)
      return `${promised.toFixed(2)}→${kept.toFixed(2)} [${low.toFixed(2)} ${high.toFixed(2)}] (${count})`
    })
    console.log(
      `  ${group.padEnd(44)} base rate ${baseRate.toFixed(1).padStart(4)} r@1 ${share(first, withSame)} r@5 ${share(firstFive, withSame)} AP ${averagePrecision(pairs).toFixed(3)} shown with/without at .5 ${shownFrom(withSame, 0.5)}/${shownFrom(without, 0.5)} at .8 ${shownFrom(withSame, sameTaskFrom.likely)}/${shownFrom(without, sameTaskFrom.likely)}  ${ranges.join('  ')}`,
    )
  }
}

const folders = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const collections = (folders.length > 0 ? folders : [new URL('../../test/data', import.meta.url).pathname]).flatMap(findCollections).map(readCollection)
const kept = process.env.FIT_EVIDENCE
const all: Asked[] = kept && existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Asked[]) : []
for (const collection of all.length > 0 ? [] : collections) {
  for (const list of listsOf(collection)) {
    all.push(...(await gatherAll(collection.name, list)))
    console.log(`${list.name}: ${all.length} texts asked so far`)
  }
}
if (kept && !existsSync(kept)) writeFileSync(kept, JSON.stringify(all))
const others = new Map(collections.map(({ name }) => [name, all.filter((asked) => asked.collection !== name)]))
const kinds = [false, true].map((byWords) => ({
  byWords,
  kind: byWords ? 'by words alone' : 'by words and meaning',
  alone: new Map([...others].map(([name, rest]) => [name, fit(rest, byWords)])),
  together: fit(all, byWords),
}))
// A list's base rate is what its vectors say, also where a single task has none yet.
const [meant] = kinds as [(typeof kinds)[number]]
const leaveOut = baseRatesOf(all, (name) => meant.alone.get(name) as Weights)
const leaveIn = baseRatesOf(all, () => meant.together)
for (const { byWords, kind, alone, together } of kinds) {
  show(`Fitted without the collection itself, ${kind}:`, all, (name) => alone.get(name) as Weights, leaveOut, byWords)
  show(`Fitted with all, ${kind}:`, all, () => together, leaveIn, byWords)
}
if (process.argv.includes('--write')) {
  const line = ({ intercept, slopes, usual, share }: Weights) => `{ intercept: ${intercept}, slopes: [${slopes.join(', ')}], usual: ${usual}, share: ${share} }`
  writeFileSync(
    new URL('../../shared/domain/duplicates/duplicate-weights.ts', import.meta.url),
    `// Written by scripts/search/fit-duplicates.ts; do not edit.
export interface Weights {
  intercept: number
  slopes: readonly number[]
  /** The likeness that texts have which have nothing to do with each other. */
  usual: number
  /** Of the pairs that the weights were fitted to, so many were duplicates. */
  share: number
}

export const weights: Weights = ${line(meant.together)}

/** For tasks that have no vector (yet), by their words alone. */
export const wordWeights: Weights = ${line((kinds[1] as typeof meant).together)}
`,
  )
}
