// The threads that answer what words can answer, started with the first question.
import { availableParallelism } from 'node:os'
import { type WorkerCalls, workerCalls } from '../../shared/search/workers/worker-calls.ts'
import type { WordCalls } from './words-thread.ts'

export type WordThread = WorkerCalls<WordCalls>

const maxThreads = 4

export interface WordThreadsDeps {
  /** The thread has ended: its successor has no index open. */
  ended(thread: WordThread): void
  report(error: unknown): void
}

export function createWordThreads({ ended, report }: WordThreadsDeps) {
  let threads: WordThread[] | undefined

  function start(): WordThread {
    const thread: WordThread = workerCalls<WordCalls>(new URL('./words-thread.ts', import.meta.url), {
      data: () => ({ value: undefined }),
      heard: (event) => report(Object.assign(new Error((event as { error: string }).error), event)),
      report(error) {
        ended(thread)
        report(error)
      },
    })
    return thread
  }

  return {
    /** Of one team always the same: only one writes its files. */
    of(team: string): WordThread {
      threads ??= Array.from({ length: Math.min(maxThreads, Math.max(1, availableParallelism() - 1)) }, start)
      return threads[Number.parseInt(team.slice(-8), 16) % threads.length] as WordThread
    },
    close: (): Promise<unknown> => Promise.all((threads ?? []).map((thread) => thread.close())),
  }
}
