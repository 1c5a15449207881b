// Fetches a chosen model in the background. What can mend itself, a hub that is down or a full disk, is tried again ever more rarely; a wrong file waits
// for whoever chose it.
import type { ModelCard } from '../../schema/search-status.ts'
import { WrongFile } from './hub-file.ts'
import { defaultHub, fetchHubModel } from './hub-model.ts'
import { bytesOf } from './model-cards.ts'

const retryAfter = { first: 2000, longest: 300_000 }

export interface ModelFetchOptions {
  card: ModelCard
  url: string | null
  folder: string
  /** It begins once this has ended: another fetch into the same folder, that was given up. */
  after?: Promise<unknown>
  fetched(): void
  report(error: unknown): void
}

export type ModelFetch = ReturnType<typeof startModelFetch>

export function startModelFetch({ card, url, folder, after, fetched, report }: ModelFetchOptions) {
  let progress = 0
  let failure: string | null = null
  let timer: NodeJS.Timeout | undefined
  let wait = retryAfter.first
  const stop = new AbortController()
  const { name, repository, revision, files } = card

  async function fetchIt(): Promise<void> {
    try {
      await after
      if (stop.signal.aborted) return
      await fetchHubModel({ url: url ?? defaultHub, model: repository, revision, files, folder }, (part) => heard(part), stop.signal)
      if (!stop.signal.aborted) fetched()
    } catch (error) {
      if (stop.signal.aborted) return
      const { message, cause } = error as Error
      failure = `${name} could not be downloaded: ${cause instanceof Error ? `${message} (${cause.message})` : message}`
      report(new Error(failure))
      if (error instanceof WrongFile) return
      timer = setTimeout(() => (running = fetchIt()), wait).unref()
      wait = Math.min(retryAfter.longest, wait * 2)
    }
  }
  function heard(part: number): void {
    progress = part
    failure = null
    wait = retryAfter.first
  }
  let running = fetchIt()

  return {
    name,
    status: () => ({ model: name, bytes: bytesOf(card), progress, last_error: failure }),
    hasFailed: () => failure !== null,
    /** Nothing is written any more once this resolves. */
    async close(): Promise<void> {
      stop.abort()
      clearTimeout(timer)
      await running
    },
  }
}
