// Runs the local pair scorer in a thread of its own: it takes ten times as long as all the rest of a search.
import { workerData } from 'node:worker_threads'
import { type CrossEncoder, openCrossEncoder } from './cross-encoder.ts'
import type { ModelFolder } from '../models/model-files.ts'
import { breathe, serveCalls } from '../workers/worker-serving.ts'

export interface RerankerWorkerData {
  folder: ModelFolder
  threads: number
}

const { folder, threads } = workerData as RerankerWorkerData
/** Pairs in one run. Between two runs the worker looks at the clock and at what else it is asked. */
const atOnce = 5

let opened: Promise<CrossEncoder> | undefined
function encoder(): Promise<CrossEncoder> {
  opened ??= openCrossEncoder(folder, threads).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

const calls = {
  async warm() {
    return (await encoder()).name
  },
  /** Logits of as many texts, in order, as can be read until then (milliseconds since 1970). */
  async score({ query, texts, until }: { query: string; texts: string[]; until: number }): Promise<(number | undefined)[]> {
    const model = await encoder()
    const logits: (number | undefined)[] = []
    let took = 0
    while (logits.length < texts.length && Date.now() + took < until) {
      const began = performance.now()
      logits.push(...(await model.score(query, texts.slice(logits.length, logits.length + atOnce))))
      took = performance.now() - began
      await breathe()
    }
    return logits
  },
}
export type RerankerCalls = typeof calls
serveCalls(calls, async () => (await opened)?.close())
