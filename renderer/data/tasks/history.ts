// The history of a task, newest first, a page at a time. Long texts are left out of it: what changed of them is enough to say so.
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import { same } from '../../../shared/domain/history/difference.ts'
import { api } from '../../backend/backend.ts'

export interface HistoryPage {
  entries: JournalEntry[]
  next: string | undefined
  /** Of all pages. */
  total: number
}

/** Pages that are looked through for one entry. */
const maxPages = 20

async function readPage(id: number, limit: number | undefined, cursor: string | undefined, signal?: AbortSignal): Promise<HistoryPage> {
  const query = { ...(limit ? { limit } : {}), ...(cursor ? { cursor } : {}) }
  const { body, headers } = await api.full.readTaskHistory({ params: { id }, query }, signal ? { signal } : {})
  const address = /<([^>]+)>; *rel="next"/.exec(headers.get('link') ?? '')?.[1]
  const next = address ? (new URL(address, location.origin).searchParams.get('cursor') ?? undefined) : undefined
  return { entries: body, next, total: Number(headers.get('x-total-count') ?? body.length) }
}

export function historyOf(id: number) {
  return infiniteQueryOptions({
    queryKey: ['history', id] as const,
    queryFn: ({ pageParam, signal }) => readPage(id, undefined, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })
}

/** The newest entry of a task's history that is the one; undefined when none of the newest thousands is. */
export async function findEntry(taskId: number, is: (entry: JournalEntry) => boolean): Promise<JournalEntry | undefined> {
  let cursor: string | undefined
  for (let n = 0; n < maxPages; n++) {
    // Each page begins where the one before it ended.
    const { entries, next } = await readPage(taskId, n === 0 ? undefined : 500, cursor)
    const found = entries.find(is)
    if (found || next === undefined) return found
    cursor = next
  }
  return undefined
}

export const isDeletion = (entry: JournalEntry): boolean => entry.entity === 'task' && entry.action === 'deleted' && entry.undone_by === null

/** Whether an entry gave a field this value; of a long text as far as a brief entry says it. */
export function gave({ after, texts }: JournalEntry, field: string, value: unknown): boolean {
  const text = texts?.[field]
  if (!text) return same(after?.[field], value)
  if (typeof value !== 'string') return text.after === null
  return text.after === value.length && value.startsWith(text.added, text.at)
}
