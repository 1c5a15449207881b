// Looks at a database while this thread does something else.
import { Worker } from 'node:worker_threads'
import { requireKnownFormatOf } from '../open.ts'

/** What the worker answers. */
export type Checked = { verdict: string } | { error: { message: string; code: string | undefined } }

/** What `inspect` does (open.ts), the reading of the whole file in a thread of its own. Its format is known to be ours before that begins. */
export async function inspectApart(file: string): Promise<string> {
  requireKnownFormatOf(file)
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { workerData: { file } })
  const checked = await new Promise<Checked>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the check of the database ended with ${code}`)))
  })
  if ('error' in checked) throw Object.assign(new Error(checked.error.message), { code: checked.error.code })
  return checked.verdict
}
