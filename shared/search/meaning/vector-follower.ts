// Turns the texts of a list that have changed into vectors, and stores them: by the list's journal, from a position of its own.
import type { TaskTextStore } from '../task-text-store.ts'
import type { Embedder } from './embedder.ts'
import { hashOf, textsOf } from './embedding-texts.ts'
import { keyOf, type VectorChange, type VectorStore } from './vector-store.ts'

/** Milliseconds between two commits. */
const commitEvery = 400

export interface VectorFollowerDeps {
  tasks: Pick<TaskTextStore, 'touchedAfter' | 'read'>
  store: VectorStore
  embedder: Pick<Embedder, 'embed'>
  /** Entries of the journal in a step. */
  batch: number
  textsAtOnce: number
  /** These are stored. */
  changed(changes: readonly VectorChange[]): void
  /** After each commit. */
  committed(): void
  /** Between two pieces of long work. */
  pause(): Promise<void>
}

/** Each call follows by one batch; false when there is nothing left. */
export function followWithVectors({ tasks, store, embedder, batch, textsAtOnce, changed, committed, pause }: VectorFollowerDeps): () => Promise<boolean> {
  let changes: VectorChange[] = []
  let waiting: { key: number; text: string; hash: string }[] = []
  let committedAt = 0

  function commit(cursor?: number): void {
    if (changes.length === 0 && cursor === undefined) return
    store.apply(changes, cursor)
    if (changes.length > 0) changed(changes)
    changes = []
    committedAt = performance.now()
    committed()
  }

  async function flush(): Promise<void> {
    const texts = waiting.map(({ text }) => text)
    const vectors = await embedder.embed(texts, 'passage')
    changes.push(...waiting.map(({ key, hash }, i) => ({ key, hash, vector: vectors[i] as Float32Array })))
    waiting = []
    // Texts that are stored before the cursor moves are recognised by their hash if we are killed now.
    if (performance.now() - committedAt > commitEvery) commit()
    await pause()
  }

  function look(id: number): void {
    const task = tasks.read(id)
    const texts = new Map(task ? textsOf(task) : [])
    for (const part of [0, 1] as const) {
      const key = keyOf(id, part)
      const text = texts.get(part)
      if (text === undefined) {
        // Whoever answers may know a new task that was never read here (its `adopt`).
        if (store.hashOf(key) !== undefined || part === 0) changes.push({ key, vector: undefined, hash: '' })
      } else {
        const hash = hashOf(text)
        if (store.hashOf(key) !== hash) waiting.push({ key, text, hash })
      }
    }
  }

  return async function step() {
    const touched = tasks.touchedAfter(store.cursor(), batch)
    if (touched.cursor === undefined) return false
    // What a step that failed had begun is begun again.
    changes = []
    waiting = []
    committedAt = performance.now()
    for (const id of touched.ids) {
      look(id)
      if (waiting.length >= textsAtOnce) await flush()
    }
    if (waiting.length > 0) await flush()
    commit(touched.cursor)
    return true
  }
}
