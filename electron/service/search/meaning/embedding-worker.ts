// The embedding worker: follows the journal, turns changed texts into vectors, stores them and hands them to the worker that
// answers queries. It is the only one that does long work, so it yields to every other thread.
import { type MessagePort, workerData } from 'node:worker_threads'
import { type EmbedderSettings, isOtherModel, openEmbedder } from '../../../../shared/search/meaning/embedder.ts'
import { TaskTextStore } from '../../../../shared/search/task-text-store.ts'
import { isDamage } from '../../../../shared/search/keywords/keyword-file.ts'
import { followWithVectors } from '../../../../shared/search/meaning/vector-follower.ts'
import { openVectorStore, removeVectors, type VectorChange } from '../../../../shared/search/meaning/vector-store.ts'
import { beHumble, breathe, say, serveCalls } from '../../../../shared/search/workers/worker-serving.ts'

export interface EmbeddingWorkerData {
  databaseFile: string
  vectorsFile: string
  epoch: string
  embedder: EmbedderSettings
  threads: number
  /** To the worker that answers queries: gets VectorChange[]. */
  port: MessagePort
}

export type EmbeddingEvent = { progress: EmbeddingProgress } | { failed: string; isOtherModel: boolean } | { idle: true }

export interface EmbeddingProgress {
  cursor: number
  /** Tasks with a vector. */
  indexed: number
  /** Tasks that changed since. */
  pending: number
}

const { databaseFile, vectorsFile, epoch, embedder: settings, threads, port } = workerData as EmbeddingWorkerData
/** Entries of the journal, and texts in a row. */
const batch = 200
const textsAtOnce = settings.kind === 'local' ? 8 : 64

beHumble()
const tasks = new TaskTextStore(databaseFile)
const tell = (event: EmbeddingEvent) => say(event)
const opened = (async () => {
  const embedder = await openEmbedder(settings, threads)
  const store = openVectorStore(vectorsFile, `${epoch} ${embedder.identity}`, embedder.dimensions, tasks.head())
  const changed = (changes: readonly VectorChange[]) => port.postMessage(changes)
  return { embedder, store, step: followWithVectors({ tasks, store, embedder, batch, textsAtOnce, changed, committed: () => void progress(), pause: breathe }) }
})()

async function progress(): Promise<void> {
  const { store } = await opened
  const cursor = store.cursor()
  tell({ progress: { cursor, indexed: store.count(), pending: tasks.pendingAfter(cursor) } })
}

let running = false
let again = false
async function follow(): Promise<void> {
  if (running) {
    again = true
    return
  }
  running = true
  try {
    do {
      again = false
      const { step } = await opened
      while (await step());
    } while (again)
    await progress()
    tell({ idle: true })
  } catch (error) {
    if (isDamage(error)) {
      // Whoever comes next makes it again.
      ;(await opened).store.close()
      removeVectors(vectorsFile)
    }
    tell({ failed: (error as Error).message, isOtherModel: isOtherModel(error) })
  } finally {
    running = false
  }
}

const calls = { follow, identity: async () => (await opened).embedder.identity }
export type EmbeddingCalls = typeof calls
serveCalls(calls, async () => {
  const { embedder, store } = await opened
  store.close()
  await embedder.close()
})
