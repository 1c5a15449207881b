// Texts as vectors: a local model, or an OpenAI-compatible endpoint.
import type { EmbeddingUse } from '../models/model-cards.ts'
import { type ModelFolder, ModelUnavailable, readModel } from '../models/model-files.ts'
import { type OnnxRuntime, openOnnx } from '../models/onnx.ts'
import { createTokens, padded } from '../models/tokens.ts'

/** A question, or a text that may answer one. Some models want to know which. */
export type ReadAs = 'query' | 'passage'

export interface Embedder {
  /** Names the model: vectors of another one do not compare. */
  identity: string
  /** For people: what runs. */
  name: string
  dimensions: number
  /** One vector of length 1 for each text; nothing but zeros where the model knows too little of it. */
  embed(texts: readonly string[], as: ReadAs): Promise<Float32Array[]>
  close(): Promise<void>
}

export type EmbedderSettings =
  | { kind: 'local'; folder: ModelFolder; use?: EmbeddingUse; only?: OnnxRuntime | undefined }
  | { kind: 'endpoint'; url: string; model: string; key?: string | undefined }

/** Longer texts are read by their beginning. 256 was better than 128 for long reports, and costs half more (docs/search.md). */
const longest = 256

/** Of what is mostly unknown to a model it makes the same noise each time: better nothing, so that strange scripts are not all alike. */
const minKnown = 0.5

/** Throws ModelUnavailable or what the endpoint said. */
export async function openEmbedder(settings: EmbedderSettings, threads: number): Promise<Embedder> {
  return settings.kind === 'local' ? openLocal(settings, threads) : openEndpoint(settings)
}

async function openLocal({ folder, use, only }: EmbedderSettings & { kind: 'local' }, threads: number): Promise<Embedder> {
  const { pooling = 'mean', maxTokens = longest } = use ?? {}
  const files = await readModel(folder)
  const tokens = createTokens(files.tokenizer, files.tokenizerConfig)
  const session = await openOnnx(files.model, { threads, only })

  let dimensions = 0

  /**
   * Each text runs alone: no padding, and the int8 model scales its numbers by the largest in a batch, so that alone a text always
   * has the same vector. Batches were no faster on processors (docs/search.md).
   */
  async function one(text: string, as: ReadAs): Promise<Float32Array> {
    const ids = tokens.one(`${use?.[as] ?? ''}${text}`, maxTokens)
    if (dimensions > 0 && tokens.known(ids) < minKnown) return new Float32Array(dimensions)
    const { inputs, length } = padded([{ ids, types: ids.map(() => 0) }])
    const states = await session.run(inputs, 1, length, 'last_hidden_state')
    return pooling === 'cls' ? unit(states.slice(0, states.length / length)) : meanOf(states, length)
  }
  dimensions = (await one('x', 'query')).length
  if (use && use.dimensions !== dimensions)
    throw new ModelUnavailable(`the model in ${folder.path} gives ${dimensions} numbers a text, and its card says ${use.dimensions}`)

  return {
    identity: [files.identity, maxTokens, minKnown, ...(use ? [pooling, use.passage] : [])].join(' '),
    name: `${folder.path.split(/[\\/]/).at(-1)} (${session.runtime})`,
    dimensions,
    async embed(texts, as) {
      const vectors: Float32Array[] = []
      for (const text of texts) vectors.push(await one(text, as))
      return vectors
    },
    close: session.release,
  }
}

function meanOf(states: Float32Array, tokens: number): Float32Array {
  const dimensions = states.length / tokens
  const sum = new Float32Array(dimensions)
  for (let at = 0; at < states.length; at += dimensions) for (let i = 0; i < dimensions; i++) sum[i]! += states[at + i] as number
  return unit(sum)
}

function unit(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares) || 1
  return vector.map((value) => value / length)
}

const endpointTimeoutMs = 30_000
/** Characters: about what most embedding models read at least. */
const endpointText = 2000
/** A text of fewer that is refused is nothing that the model can read. */
const endpointLeast = 100
/** That is not for me: what may be said of one text and not of the next. */
const refusals = new Set([400, 413, 422])

const isNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every((one) => typeof one === 'number')

/** Behind the same address and name is another model now: its vectors have nothing to do with those of the one before. */
export class OtherModel extends Error {
  readonly code = 'OTHER_MODEL'
}
export const isOtherModel = (error: unknown): boolean => (error as { code?: unknown }).code === 'OTHER_MODEL'

async function listIn(response: Response): Promise<{ index?: number; embedding?: number[] }[] | undefined> {
  try {
    const { data } = (await response.json()) as { data?: ({ index?: number; embedding?: number[] } | null)[] }
    return data?.map((one) => one ?? {})
  } catch (error) {
    throw new Error(`the embeddings endpoint did not return JSON: ${(error as Error).message}`, { cause: error })
  }
}

async function openEndpoint({ url, model, key }: { url: string; model: string; key?: string | undefined }): Promise<Embedder> {
  let dimensions: number | undefined

  const isVector = (vector: Float32Array) => vector.length > 0 && vector.every(Number.isFinite)

  async function ask(texts: readonly string[]): Promise<Float32Array[] | 'refused'> {
    const response = await fetch(`${url.replace(/\/$/, '')}/embeddings`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify({ model, input: texts }),
      signal: AbortSignal.timeout(endpointTimeoutMs),
    })
    if (refusals.has(response.status)) {
      await response.body?.cancel()
      return 'refused'
    }
    if (!response.ok) throw new Error(`the embeddings endpoint returned ${response.status}`)
    const data = await listIn(response)
    const ordered = data?.every((one) => one.index !== undefined) ? [...data].sort((a, b) => (a.index as number) - (b.index as number)) : data
    const vectors = ordered?.map((one) => (isNumbers(one.embedding) ? Float32Array.from(one.embedding) : new Float32Array()))
    if (vectors?.length !== texts.length || !vectors.every(isVector)) throw new Error('the embeddings endpoint did not return one vector per text')
    const other = vectors.find(({ length }) => length !== (dimensions ?? length))
    if (other) throw new OtherModel(`the embeddings endpoint answers with ${other.length} numbers a text where it gave ${dimensions}: all texts are read again`)
    return vectors.map(unit)
  }

  /** One text that is too long for the model must not hold up all others: what is refused is asked for one by one, and then by its beginning. */
  async function embed(texts: readonly string[]): Promise<Float32Array[]> {
    const asked = texts.map((text) => text.slice(0, endpointText).toWellFormed() || ' ')
    const vectors = await ask(asked)
    if (vectors !== 'refused') return vectors
    const [only, ...more] = asked as [string, ...string[]]
    if (more.length > 0) return (await Promise.all(asked.map((text) => embed([text])))).flat()
    if (only.length >= endpointLeast) return embed([only.slice(0, only.length / 2)])
    // Who refuses any text has something else to say.
    if (dimensions === undefined) throw new Error('the embeddings endpoint rejected a text')
    if ((await ask(['probe'])) === 'refused') throw new Error('the embeddings endpoint rejected a text')
    return [new Float32Array(dimensions)]
  }
  const [probe] = await embed(['probe'])
  dimensions = (probe as Float32Array).length
  return {
    identity: `endpoint ${url} ${model} ${dimensions}`,
    name: `${model} at ${new URL(url).host}`,
    dimensions,
    embed,
    close: async () => undefined,
  }
}
