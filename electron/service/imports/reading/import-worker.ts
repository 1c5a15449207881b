// Reads an uploaded file away from the thread that answers calls: unzipping, parsing and checking take as long as a stranger's file wants.
import { parentPort, workerData } from 'node:worker_threads'
import { detectFormat, type Format } from './detect-format.ts'
import { type ItemBatch, readItems } from './read-items.ts'
import { UnusableFile } from './unusable-file.ts'

/** What it answers to each message, which only asks for the next: first the format, then batches, at last the end. */
export type ReadingStep =
  | { format: Format }
  | { batch: ItemBatch }
  | { end: true }
  | { unusable: string }
  | { failed: { message: string; code: string | undefined; syscall: string | undefined } }

const { path } = workerData as { path: string }

async function* steps(): AsyncGenerator<ReadingStep> {
  try {
    const format = await detectFormat(path)
    yield { format }
    for await (const batch of readItems(path, format)) yield { batch }
    yield { end: true }
  } catch (error) {
    if (error instanceof UnusableFile) yield { unusable: error.message }
    else {
      const { message, code, syscall } = error as NodeJS.ErrnoException
      // Not the disk's fault but ours: whoever started this thread hears of it, with its stack.
      if (syscall === undefined) throw error
      yield { failed: { message, code, syscall } }
    }
  }
}

const running = steps()
parentPort?.on('message', () => {
  void running.next().then(({ value }) => parentPort?.postMessage(value ?? { end: true }))
})
