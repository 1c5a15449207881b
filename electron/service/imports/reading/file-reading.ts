// An uploaded file, read in a thread of its own with a budget of time and memory: a hostile or damaged one costs its import, and nobody else
// a moment.
import { Worker } from 'node:worker_threads'
import type { Format } from './detect-format.ts'
import type { ReadingStep } from './import-worker.ts'
import type { ItemBatch } from './read-items.ts'
import { UnusableFile } from './unusable-file.ts'

export interface ReadingBudget {
  /** For the format and for each batch. */
  stepTimeoutMs: number
  /** Of the thread's heap, in MB. */
  maxHeapMb: number
}

const usualBudget: ReadingBudget = { stepTimeoutMs: 60_000, maxHeapMb: 512 }

export interface FileReading {
  format: Format
  batches: AsyncIterable<ItemBatch>
  close(): Promise<void>
}

/**
 * Begins to read. `name`: the file's, for messages. Throws UnusableFile, also from `batches`: for a file of no known format, and for one that
 * takes more than the budget.
 */
export async function openFileReading(path: string, name: string, { stepTimeoutMs, maxHeapMb } = usualBudget): Promise<FileReading> {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), {
    workerData: { path },
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 16 },
  })
  worker.unref()
  let failure: Error | undefined
  worker.on('error', (error: NodeJS.ErrnoException) => {
    failure =
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new UnusableFile(`${name} takes more than ${maxHeapMb} MB of memory to read. Split it, or convert it to JSON Lines (one object per line) or CSV.`)
        : error
  })
  const gone = new Promise<void>((resolve) => void worker.once('exit', () => resolve()))

  async function next(): Promise<ReadingStep> {
    if (failure) throw failure
    let timer: NodeJS.Timeout | undefined
    const answer = new Promise<ReadingStep>((resolve) => void worker.once('message', resolve))
    const ended = gone.then(() => 'gone' as const)
    const late = new Promise<'late'>((resolve) => void (timer = setTimeout(resolve, stepTimeoutMs, 'late')))
    worker.postMessage('next')
    const step = await Promise.race([answer, ended, late])
    clearTimeout(timer)
    if (step === 'late') {
      await worker.terminate()
      throw new UnusableFile(
        `${name} takes too long to read: no progress for ${Math.round(stepTimeoutMs / 1000)} seconds. Is it damaged? Split it, or convert it to JSON Lines.`,
      )
    }
    if (step === 'gone') throw failure ?? new Error('the file reader stopped without an error')
    if ('unusable' in step) throw new UnusableFile(step.unusable)
    if ('failed' in step) throw Object.assign(new Error(step.failed.message), step.failed)
    return step
  }

  async function* batches(): AsyncGenerator<ItemBatch> {
    let ahead = next()
    for (;;) {
      const step = await ahead
      if (!('batch' in step)) return
      // The next is read while this one is written.
      ahead = next()
      ahead.catch(() => undefined)
      yield step.batch
    }
  }

  const close = async () => void (await worker.terminate())
  try {
    const first = await next()
    if (!('format' in first)) throw new Error('the file reader did not start with the format')
    return { format: first.format, batches: batches(), close }
  } catch (error) {
    await close()
    throw error
  }
}
