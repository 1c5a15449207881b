// What the vectors of one list answer: the nearest to a query, candidates for duplicates, and how alike they are.
import type { Scored } from '../../domain/search/rank-fusion.ts'
import type { TaskFilter } from '../../domain/search/search-query.ts'
import { firstOfEach, likenessByMeaning, type MeaningLikeness, product } from '../duplicates/meaning-likeness.ts'
import type { Draft } from '../duplicates/word-likeness.ts'
import type { Passing } from '../task-text-store.ts'
import { breathe } from '../workers/worker-serving.ts'
import type { ReadAs } from './embedder.ts'
import { type Neighbour, VectorMatrix } from './vector-matrix.ts'
import { keyOf, taskOf, type VectorChange } from './vector-store.ts'

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

export interface FirstMeaning extends Scored {
  /** How much it is like the mean of all vectors: what it says that all of them say. */
  common: number
}

export interface MeaningsDeps {
  /** The vector of a text. */
  embed(text: string, as: ReadAs): Promise<Float32Array>
  /** How near to each other the model's vectors of unrelated texts are; 0 where nobody says. */
  unrelated?: number
  passing(only: TaskFilter, not: TaskFilter): Passing | undefined
  /** A vector has another length than those that are there. */
  otherModel(reason: string): void
}

const rememberedQueries = 100
/** How far a query moves towards what it found, and how many of those count (docs/search.md). */
const feedbackWeight = 0.8
/** So many tasks are looked at for candidates that do not all say the very same. */
const maxPassed = 1000

/** The vectors of a list, and those of the queries that were asked last. */
class ListVectors {
  readonly #deps: MeaningsDeps
  #matrix: VectorMatrix | undefined
  /** Changes that arrived before the vectors were read. */
  #early: VectorChange[] | undefined = []
  readonly #queries = new Map<string, Float32Array>()

  constructor(deps: MeaningsDeps) {
    this.#deps = deps
  }

  matrix(): VectorMatrix | undefined {
    return this.#matrix
  }

  /** The vectors that were read from the store; what has changed meanwhile comes on top. */
  use(vectors: VectorMatrix): void {
    this.#matrix = vectors
    const missed = this.#early ?? []
    this.#early = undefined
    this.apply(missed)
  }

  apply(changes: readonly VectorChange[]): void {
    if (this.#early) return void this.#early.push(...changes)
    const known = this.#matrix
    const other = changes.find(({ vector }) => vector && known && vector.length !== known.dimensions)
    if (other) return this.#deps.otherModel(`the model gives vectors of ${other.vector?.length} numbers, no longer of ${known?.dimensions}`)
    for (const { key, vector } of changes) {
      if (vector) (this.#matrix ??= new VectorMatrix(vector.length)).put(key, vector)
      else this.#matrix?.remove(key)
    }
  }

  /** What is compared with tasks is read as they are: `own` and a draft have to come out alike. */
  async of(text: string, as: ReadAs, own?: number): Promise<Float32Array> {
    const stands = own === undefined ? undefined : this.#matrix?.vector(keyOf(own, 0))
    if (stands) return stands
    const asked = `${as} ${text}`
    const known = this.#queries.get(asked)
    if (known) return known
    const vector = await this.#deps.embed(text, as)
    if (this.#queries.size >= rememberedQueries) this.#queries.delete(this.#queries.keys().next().value as string)
    this.#queries.set(asked, vector)
    return vector
  }

  /** A cosine as if unrelated texts were at right angles. */
  likeness(cosine: number): number {
    const { unrelated = 0 } = this.#deps
    return (cosine - unrelated) / (1 - unrelated)
  }

  /** Each task once, by the nearest of its vectors. */
  nearest(vector: Float32Array, { limit, only, not }: Omit<MeaningRequest, 'text'>): Neighbour[] {
    if (!this.#matrix) return []
    const passing = only && not ? this.#deps.passing(only, not) : undefined
    const found = this.#matrix.nearest(vector, limit + 20, passing && ((key) => passing[taskOf(key)] === 1))
    const best = new Map<number, Neighbour>()
    for (const one of found) if (!best.has(taskOf(one.key))) best.set(taskOf(one.key), one)
    return [...best.values()].slice(0, limit)
  }

  /** Of copies of a text the newest, so many of each. */
  few(list: readonly Neighbour[], max: number): Neighbour[] {
    const newestFirst = list.toSorted((a, b) => b.cosine - a.cosine || b.key - a.key)
    return this.#matrix ? firstOfEach(this.#matrix, newestFirst, max) : []
  }
}

export type MeaningQuestions = ReturnType<typeof questionsTo>

function questionsTo(vectors: ListVectors) {
  /** The new tasks that are being adopted: questions wait for them. */
  let adopted: Promise<unknown> = Promise.resolve()
  const hitOf = ({ key, cosine }: Neighbour): Scored => ({ id: taskOf(key), score: vectors.likeness(cosine) })

  return {
    async search({ text, own, ...rest }: MeaningRequest): Promise<{ hits: FirstMeaning[] }> {
      const found = vectors.nearest(await vectors.of(text, 'query', own), rest)
      const matrix = vectors.matrix()
      const mean = matrix?.mean()
      return { hits: found.map((one) => ({ ...hitOf(one), common: vectors.likeness((mean && matrix?.cosine(one.key, mean)) ?? 0) })) }
    },
    /** Candidates for duplicates: where copies of a text take the places, only the newest of them, to come to others. */
    async likely({ text, own, limit, copies }: MeaningRequest & { copies: number }): Promise<MeaningAnswer> {
      await adopted
      const vector = await vectors.of(text, 'passage', own)
      const found = vectors.nearest(vector, { limit })
      const isCrowded = found.length === limit && vectors.few(found, 1).length < limit / 2
      return { hits: (isCrowded ? vectors.few(vectors.nearest(vector, { limit: maxPassed }), copies).slice(0, limit) : found).map(hitOf) }
    },
    /** The same query moved towards the tasks that words and meaning together found first (Rocchio's feedback). */
    async refine({ text, towards, ...rest }: MeaningRequest & { towards: number[] }): Promise<MeaningAnswer> {
      const vector = Float32Array.from(await vectors.of(text, 'query'))
      const found = towards.flatMap((id) => vectors.matrix()?.vector(keyOf(id, 0)) ?? [])
      for (const one of found) for (let i = 0; i < vector.length; i++) vector[i]! += ((one[i] as number) * feedbackWeight) / found.length
      const length = Math.hypot(...vector)
      const refined = vectors.nearest(
        vector.map((value) => value / length),
        rest,
      )
      return { hits: refined.map(hitOf) }
    },
    /** How alike each task is to the text by its meaning; undefined where one of them has no vector yet, or means nothing to the model. */
    async compare({ text, own, ids, drafts = [] }: CompareRequest): Promise<(MeaningLikeness | undefined)[]> {
      const vector = await vectors.of(text, 'passage', own)
      const written = new Map<number, Float32Array>()
      for (const draft of drafts) written.set(draft.id, await vectors.of(draft.text, 'passage'))
      await breathe()
      const known = vectors.matrix()
      if (!known) return [...ids, ...drafts].map(() => undefined)
      const both = {
        cosine: (key: number, query: Float32Array) => (written.has(key) ? product(written.get(key) as Float32Array, query) : known.cosine(key, query)),
        vector: (key: number) => written.get(key) ?? known.vector(key),
      }
      return likenessByMeaning(both, vector, [...ids.map((id) => keyOf(id, 0)), ...written.keys()], (cosine) => vectors.likeness(cosine))
    },
    /** A task that was created just now is found by its meaning at once: whoever asks next need not wait until the journal has been read. */
    adopt({ id, text }: { id: number; text: string }): void {
      adopted = Promise.all([vectors.of(text, 'passage'), adopted]).then(
        ([vector]) => vector.length === vectors.matrix()?.dimensions && vectors.matrix()?.put(keyOf(id, 0), vector),
        () => undefined, // The index reads it by itself, and says what is wrong with the model.
      )
    },
  }
}

export function createMeanings(deps: MeaningsDeps) {
  const vectors = new ListVectors(deps)
  return {
    questions: questionsTo(vectors),
    use: (read: VectorMatrix): void => vectors.use(read),
    apply: (changes: readonly VectorChange[]): void => vectors.apply(changes),
  }
}
