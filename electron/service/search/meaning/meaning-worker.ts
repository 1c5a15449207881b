// The meaning worker: turns a query into a vector and finds the nearest in memory. It does nothing else, so that no query waits.
import { type MessagePort, workerData } from 'node:worker_threads'
import { type Embedder, type EmbedderSettings, isOtherModel, openEmbedder } from '../../../../shared/search/meaning/embedder.ts'
import { createMeanings } from '../../../../shared/search/meaning/meanings.ts'
import { VectorMatrix } from '../../../../shared/search/meaning/vector-matrix.ts'
import { readVectors, type StoredVectors } from '../../../../shared/search/meaning/vector-store.ts'
import { TaskTextStore } from '../../../../shared/search/task-text-store.ts'
import { say, serveCalls } from '../../../../shared/search/workers/worker-serving.ts'

export interface MeaningWorkerData {
  databaseFile: string
  vectorsFile: string
  epoch: string
  embedder: EmbedderSettings
  threads: number
}

export interface MeaningEvent {
  otherModel: string
}

const { databaseFile, vectorsFile, epoch, embedder: settings, threads } = workerData as MeaningWorkerData

const otherModel = (reason: string) => say({ otherModel: reason } satisfies MeaningEvent)
let tasks: TaskTextStore | undefined
const meanings = createMeanings({
  async embed(text, as) {
    const embedder = await embedderNow()
    const [vector] = await embedder.embed([text], as).catch((error: unknown) => {
      if (isOtherModel(error)) otherModel((error as Error).message)
      throw error
    })
    return vector as Float32Array
  },
  unrelated: (settings.kind === 'local' && settings.use?.unrelated) || 0,
  passing: (only, not) => (tasks ??= new TaskTextStore(databaseFile)).passing(only, not),
  otherModel,
})

async function open(): Promise<Embedder> {
  const embedder = await openEmbedder(settings, threads)
  const vectors = new VectorMatrix(embedder.dimensions)
  stored = readVectors(
    vectorsFile,
    `${epoch} ${embedder.identity}`,
    // Growing step by step would leave as much again behind as garbage.
    (count) => vectors.reserve(Math.ceil(count * 1.05)),
    (key, vector) => vectors.put(key, vector),
  )
  meanings.use(stored ? vectors : new VectorMatrix(embedder.dimensions))
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

const calls = {
  /** Takes the port on which changes arrive. */
  listen(port: MessagePort) {
    port.on('message', meanings.apply)
    port.unref()
  },
  ...meanings.questions,
  async warm() {
    const embedder = await embedderNow()
    return { name: embedder.name, stored }
  },
}
export type MeaningCalls = typeof calls
serveCalls(calls, async () => (await opened)?.close())
