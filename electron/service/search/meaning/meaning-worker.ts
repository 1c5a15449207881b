// The meaning worker: turns a query into a vector and finds the nearest in memory. It does nothing else, so that no query waits.
import { type MessagePort, workerData } from 'node:worker_threads'
import type { Scored } from '../../../../shared/domain/search/rank-fusion.ts'
import type { TaskFilter } from '../../../../shared/domain/search/search-query.ts'
import { type Embedder, type EmbedderSettings, isOtherModel, openEmbedder } from './embedder.ts'
import { TaskTextStore } from '../task-text-store.ts'
import { firstOfEach, likenessByMeaning, type MeaningLikeness, product } from '../duplicates/meaning-likeness.ts'
import type { Draft } from '../duplicates/word-likeness.ts'
import { type Neighbour, VectorMatrix } from './vector-matrix.ts'
import { keyOf, readVectors, type StoredVectors, taskOf, type VectorChange } from './vector-store.ts'
import { breathe, say, serveCalls } from '../workers/worker-serving.ts'

export interface MeaningWorkerData {
  databaseFile: string
  vectorsFile: string
  epoch: string
  embedder: EmbedderSettings
  threads: number
}

export interface MeaningRequest {
  text: string
  /** The text is this task's own: its vector is there already. */
  own?: number | undefined
  limit: number
  only?: TaskFilter
  not?: TaskFilter
}

/** `drafts` are texts that are no task yet; they are answered after the tasks. */
export interface CompareRequest {
  text: string
  own?: number | undefined
  ids: number[]
  drafts?: readonly Draft[]
}

export interface MeaningAnswer {
  /** Cosines, best first. */
  hits: Scored[]
}

export interface MeaningEvent {
  otherModel: string
}

export interface FirstMeaning extends Scored {
  /** How much it is like the mean of all vectors: what it says that all of them say. */
  common: number
}

const { databaseFile, vectorsFile, epoch, embedder: settings, threads } = workerData as MeaningWorkerData
const rememberedQueries = 100
/** How far a query moves towards what it found, and how many of those count (docs/search.md). */
const feedbackWeight = 0.8
/** So many tasks are looked at for candidates that do not all say the very same. */
const maxPassed = 1000

let tasks: TaskTextStore | undefined
let matrix: VectorMatrix | undefined
/** Changes that arrived before the vectors were read. */
let early: VectorChange[] | undefined = []
const queries = new Map<string, Float32Array>()
/** The new tasks that are being adopted: questions wait for them. */
let adopted: Promise<unknown> = Promise.resolve()

function apply(changes: readonly VectorChange[]): void {
  const other = changes.find(({ vector }) => vector && matrix && vector.length !== matrix.dimensions)
  if (other) {
    say({ otherModel: `the model gives vectors of ${other.vector?.length} numbers, no longer of ${matrix?.dimensions}` } satisfies MeaningEvent)
    return
  }
  for (const { key, vector } of changes) {
    if (vector) (matrix ??= new VectorMatrix(vector.length)).put(key, vector)
    else matrix?.remove(key)
  }
}

async function open(): Promise<Embedder> {
  const embedder = await openEmbedder(settings, threads)
  let vectors = new VectorMatrix(embedder.dimensions)
  stored = readVectors(
    vectorsFile,
    `${epoch} ${embedder.identity}`,
    // Growing step by step would leave as much again behind as garbage.
    (count) => vectors.reserve(Math.ceil(count * 1.05)),
    (key, vector) => vectors.put(key, vector),
  )
  if (!stored) vectors = new VectorMatrix(embedder.dimensions)
  matrix = vectors
  apply(early ?? [])
  early = undefined
  return embedder
}

let stored: StoredVectors | undefined
let opened: Promise<Embedder> | undefined
function embedderNow(): Promise<Embedder> {
  opened ??= open().catch((error: unknown) => {
    // The next call tries again: the model may be back.
    opened = undefined
    throw error
  })
  return opened
}

async function vectorOf(text: string, own?: number): Promise<Float32Array> {
  const stands = own === undefined ? undefined : matrix?.vector(keyOf(own, 0))
  if (stands) return stands
  const known = queries.get(text)
  if (known) return known
  const embedder = await embedderNow()
  const [vector] = await embedder.embed([text]).catch((error: unknown) => {
    if (isOtherModel(error)) say({ otherModel: (error as Error).message } satisfies MeaningEvent)
    throw error
  })
  if (queries.size >= rememberedQueries) queries.delete(queries.keys().next().value as string)
  queries.set(text, vector as Float32Array)
  return vector as Float32Array
}

/** Each task once, by the nearest of its vectors. */
function nearest(vector: Float32Array, { limit, only, not }: Omit<MeaningRequest, 'text'>): Neighbour[] {
  if (!matrix) return []
  const passing = only && not ? (tasks ??= new TaskTextStore(databaseFile)).passing(only, not) : undefined
  const found = matrix.nearest(vector, limit + 20, passing && ((key) => passing[taskOf(key)] === 1))
  const best = new Map<number, Neighbour>()
  for (const one of found) if (!best.has(taskOf(one.key))) best.set(taskOf(one.key), one)
  return [...best.values()].slice(0, limit)
}

const hitOf = ({ key, cosine }: Neighbour): Scored => ({ id: taskOf(key), score: cosine })

const calls = {
  /** Takes the port on which changes arrive. */
  listen(port: MessagePort) {
    port.on('message', (changes: VectorChange[]) => {
      if (early) early.push(...changes)
      else apply(changes)
    })
    port.unref()
  },
  async search({ text, own, ...rest }: MeaningRequest): Promise<{ hits: FirstMeaning[] }> {
    const found = nearest(await vectorOf(text, own), rest)
    const mean = matrix?.mean()
    return { hits: found.map((one) => ({ ...hitOf(one), common: (mean && matrix?.cosine(one.key, mean)) ?? 0 })) }
  },
  /** Candidates for duplicates: where copies of a text take the places, only the newest of them, to come to others. */
  async likely({ text, own, limit, copies }: MeaningRequest & { copies: number }): Promise<MeaningAnswer> {
    await adopted
    const vector = await vectorOf(text, own)
    const few = (list: Neighbour[], max: number) =>
      matrix
        ? firstOfEach(
            matrix,
            list.toSorted((a, b) => b.cosine - a.cosine || b.key - a.key),
            max,
          )
        : []
    const found = nearest(vector, { limit })
    const isCrowded = found.length === limit && few(found, 1).length < limit / 2
    return { hits: (isCrowded ? few(nearest(vector, { limit: maxPassed }), copies).slice(0, limit) : found).map(hitOf) }
  },
  /** The same query moved towards the tasks that words and meaning together found first (Rocchio's feedback). */
  async refine({ text, towards, ...rest }: MeaningRequest & { towards: number[] }): Promise<MeaningAnswer> {
    const vector = Float32Array.from(await vectorOf(text))
    const found = towards.flatMap((id) => matrix?.vector(keyOf(id, 0)) ?? [])
    for (const one of found) for (let i = 0; i < vector.length; i++) vector[i]! += ((one[i] as number) * feedbackWeight) / found.length
    const length = Math.hypot(...vector)
    const refined = nearest(
      vector.map((value) => value / length),
      rest,
    )
    return { hits: refined.map(hitOf) }
  },
  /** How alike each task is to the text by its meaning; undefined where one of them has no vector yet, or means nothing to the model. */
  async compare({ text, own, ids, drafts = [] }: CompareRequest): Promise<(MeaningLikeness | undefined)[]> {
    const vector = await vectorOf(text, own)
    const written = new Map<number, Float32Array>()
    for (const draft of drafts) written.set(draft.id, await vectorOf(draft.text))
    await breathe()
    const known = matrix
    if (!known) return [...ids, ...drafts].map(() => undefined)
    const both = {
      cosine: (key: number, query: Float32Array) => (written.has(key) ? product(written.get(key) as Float32Array, query) : known.cosine(key, query)),
      vector: (key: number) => written.get(key) ?? known.vector(key),
    }
    return likenessByMeaning(both, vector, [...ids.map((id) => keyOf(id, 0)), ...written.keys()])
  },
  /** A task that was created just now is found by its meaning at once: whoever asks next need not wait until the journal has been read. */
  adopt({ id, text }: { id: number; text: string }): void {
    adopted = Promise.all([vectorOf(text), adopted]).then(
      ([vector]) => matrix && vector.length === matrix.dimensions && matrix.put(keyOf(id, 0), vector),
      () => undefined, // The index reads it by itself, and says what is wrong with the model.
    )
  },
  async warm() {
    const embedder = await embedderNow()
    return { name: embedder.name, stored }
  },
}
export type MeaningCalls = typeof calls
serveCalls(calls, async () => (await opened)?.close())
