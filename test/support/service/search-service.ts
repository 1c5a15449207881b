// A real service with what the tests of search need of it.
import type { SearchStatus } from '../../../shared/schema/search-status.ts'
import type { DuplicateCandidate, SearchHit, Task } from '../../../shared/schema/task.ts'
import type { ServiceOptions } from '../../../electron/service/start-service.ts'
import { signed } from './as-person.ts'
import { eventually } from '../eventually.ts'
import { request } from './request.ts'
import { openService } from './service.ts'

export interface Reply<T> {
  status: number
  headers: Headers
  body: T
}

export type SearchService = Awaited<ReturnType<typeof openSearchService>>

export function clientOf(url: string) {
  async function call<T>(method: string, path: string, body?: unknown): Promise<Reply<T>> {
    const headers = { ...signed(url, { 'x-actor': 'person' }), ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const { text, ...reply } = await request(`${url}${path}`, method, headers, body === undefined ? body : JSON.stringify(body))
    return { ...reply, body: (text ? JSON.parse(text) : undefined) as T }
  }
  const status = async () => (await call<SearchStatus>('GET', '/search/status')).body
  return {
    call,
    status,
    create: async (title: string, fields: object = {}): Promise<Task> => (await call<Task>('POST', '/tasks', { title, ...fields })).body,
    search: (q: string, more = '') => call<SearchHit[]>('GET', `/tasks/search?q=${encodeURIComponent(q)}${more}`),
    duplicates: (body: object) => call<DuplicateCandidate[]>('POST', '/tasks/find-duplicates', body),
    /** Waits until search by meaning answers and knows every write. */
    settled: (within = 40_000) =>
      eventually(async () => {
        const now = await status()
        return now.semantic.state === 'ready' && now.pending === 0 && now.keyword.cursor === now.keyword.head && now
      }, within),
  }
}

export async function openSearchService(options: Partial<ServiceOptions> = {}) {
  const service = await openService(options)
  return { ...service, ...clientOf(service.url) }
}
