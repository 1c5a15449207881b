// The text of a file, for search: taken in a thread of its own that has so much memory and so much time. A file that breaks it, or makes it go on for
// ever, has no text.
import { Worker } from 'node:worker_threads'

/** Characters of a file that are kept: 70 pages or so. */
const maxCharacters = 200_000

export interface FileTextLimits {
  timeoutMs?: number
  /** What the thread may take, with all that it unpacks. */
  maxBytes?: number
  /** Ends it at once. */
  signal?: AbortSignal
}

const lookEveryMs = 50

/** Bytes outside of the heap are in no limit of a thread: they are looked at from here. */
async function memoryOf(worker: Worker): Promise<number> {
  const { used_heap_size, external_memory } = await worker.getHeapStatistics()
  return used_heap_size + external_memory
}

/** Empty: it has none, or none that could be read within the limits. Takes the bytes away. */
export async function readFileText(
  bytes: Uint8Array<ArrayBuffer>,
  { timeoutMs = 20_000, maxBytes = 400 * 1_048_576, signal }: FileTextLimits = {},
): Promise<string> {
  const worker = new Worker(new URL('./file-text-worker.ts', import.meta.url), {
    workerData: { bytes, maxCharacters, enoughAfterMs: timeoutMs / 2 },
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    // It knows nothing of us, and what a reader complains of is nobody's business.
    env: {},
    stdout: true,
    stderr: true,
  })
  let looking: NodeJS.Timeout | undefined
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<string>((resolve) => {
      const none = () => resolve('')
      worker.once('message', (text: string) => resolve(text))
      worker.once('error', none)
      worker.once('exit', none)
      signal?.addEventListener('abort', none)
      timer = setTimeout(none, timeoutMs)
      looking = setInterval(() => {
        memoryOf(worker).then(
          (used) => used > maxBytes && none(),
          () => undefined,
        )
      }, lookEveryMs)
    })
  } finally {
    clearTimeout(timer)
    clearInterval(looking)
    await worker.terminate()
  }
}
