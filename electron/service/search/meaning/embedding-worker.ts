// The embedding worker: follows the journal, turns changed texts into vectors, stores them and hands them to the worker that
// answers queries. It is the only one that does long work, so it yields to every other thread.
import { type MessagePort, workerData } from 'node:worker_threads'
import { type EmbedderSettings, isOtherModel, openEmbedder } from '../../../../shared/search/meaning/embedder.ts'
import { hashOf, textsOf } from '../../../../shared/search/meaning/embedding-texts.ts'
import { TaskTextStore } from '../../../../shared/search/task-text-store.ts'
import { isDamage } from '../../../../shared/search/keywords/keyword-file.ts'
import { keyOf, openVectorStore, removeVectors, type VectorChange } from '../../../../shared/search/meaning/vector-store.ts'
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
/** Entries of the journal, texts in a row, and milliseconds between two commits. */
const batch = 200
const textsAtOnce = settings.kind === 'local' ? 8 : 64
const commitEvery = 400

beHumble()
const tasks = new TaskTextStore(databaseFile)
const tell = (event: EmbeddingEvent) => say(event)
const opened = (async () => {
  const embedder = await openEmbedder(settings, threads)
  return { embedder, store: openVectorStore(vectorsFile, `${epoch} ${embedder.identity}`, embedder.dimensions, tasks.head()) }
})()

/** Follows the journal by one batch; false when there is nothing left. */
async function step(): Promise<boolean> {
  const { embedder, store } = await opened
  const touched = tasks.touchedAfter(store.cursor(), batch)
  if (touched.cursor === undefined) return false
  let changes: VectorChange[] = []
  let committed = performance.now()
  const commit = (cursor?: number) => {
    if (changes.length === 0 && cursor === undefined) return
    store.apply(changes, cursor)
    if (changes.length > 0) port.postMessage(changes)
    changes = []
    committed = performance.now()
    void progress()
  }

  let waiting: { key: number; text: string; hash: string }[] = []
  const flush = async () => {
    const vectors = await embedder.embed(
      waiting.map((one) => one.text),
      'passage',
    )
    changes.push(...waiting.map(({ key, hash }, i) => ({ key, hash, vector: vectors[i] as Float32Array })))
    waiting = []
    // Texts that are stored before the cursor moves are recognised by their hash if we are killed now.
    if (performance.now() - committed > commitEvery) commit()
    await breathe()
  }
  for (const id of touched.ids) {
    const task = tasks.read(id)
    const texts = new Map(task ? textsOf(task) : [])
    for (const part of [0, 1] as const) {
      const key = keyOf(id, part)
      const text = texts.get(part)
      if (text === undefined) {
        // The worker that answers may know a new task that was never read here (its `adopt`).
        if (store.hashOf(key) !== undefined || part === 0) changes.push({ key, vector: undefined, hash: '' })
      } else {
        const hash = hashOf(text)
        if (store.hashOf(key) !== hash) waiting.push({ key, text, hash })
      }
    }
    if (waiting.length >= textsAtOnce) await flush()
  }
  if (waiting.length > 0) await flush()
  commit(touched.cursor)
  return true
}

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
