// The newest part of the journal: what the activity view shows, and who touched a task last.
import { queryOptions } from '@tanstack/react-query'
import type { Actor } from '../../shared/schema/actor.ts'
import type { JournalEntry } from '../../shared/schema/journal.ts'
import { api } from '../backend/backend.ts'
import { queryClient } from './query-client.ts'

const tail = 300
const maxKept = 2000
const earlierPage = 500
const maxPages = 10

/** The newest part of the journal without gaps. */
export interface Recent {
  /** Newest first. */
  entries: readonly JournalEntry[]
  /** Every entry with a greater seq is here; 0: the whole journal. */
  after: number
}

export const recentEntries = queryOptions({
  queryKey: ['journal'] as const,
  queryFn: async ({ signal }): Promise<Recent> => {
    const { journal } = await api.health({}, { signal })
    const after = Math.max(0, journal - tail)
    return { entries: await readUpwards(after, tail, signal), after }
  },
})

/** Newest first. */
async function readUpwards(after: number, limit: number, signal?: AbortSignal): Promise<JournalEntry[]> {
  return (await api.readJournal({ query: { after, limit } }, signal ? { signal } : {})).reverse()
}

/** Reads further back, page by page, until `isEnough` or the beginning; at most ten pages. Throws what the service answers. */
export async function readEarlier(isEnough: (entries: readonly JournalEntry[]) => boolean): Promise<void> {
  for (let page = 0; page < maxPages; page++) {
    const known = queryClient.getQueryData(recentEntries.queryKey)
    if (!known || known.after === 0) return
    const after = Math.max(0, known.after - earlierPage)
    const earlier = await readUpwards(after, known.after - after)
    const now = queryClient.setQueryData(recentEntries.queryKey, (recent) =>
      // Meanwhile the journal may have been read again: then this page no longer joins it.
      recent?.after === known.after ? { entries: [...recent.entries, ...earlier.filter((entry) => entry.seq <= known.after)], after } : recent,
    )
    if (!now || isEnough(now.entries)) return
  }
}

/** Takes in entries as they are written, oldest first. */
export function addEntries(entries: readonly JournalEntry[]): void {
  queryClient.setQueryData(recentEntries.queryKey, (recent) => {
    if (!recent) return recent
    const known = recent.entries
    const undone = new Map(entries.flatMap((entry) => (entry.undo_of === null ? [] : [[entry.undo_of, entry.seq]])))
    const newest = known[0]?.seq ?? 0
    const marked = undone.size === 0 ? known : known.map((entry) => (undone.has(entry.seq) ? { ...entry, undone_by: undone.get(entry.seq) ?? null } : entry))
    const all = [...entries.filter((entry) => entry.seq > newest).reverse(), ...marked]
    // What somebody asked for stays; what only came by does not pile up.
    const max = Math.max(maxKept, known.length)
    const firstLeft = all[max]
    return { entries: all.slice(0, max), after: firstLeft ? firstLeft.seq : recent.after }
  })
}

export interface Touch {
  actor: Actor
  at: string
}

const fresh = 60 * 60_000

/** Whoever adds more than this within the hour imports; a mark on every row would say nothing. */
const maxCreated = 20

/** What sync writes in its own name (a number in the cloud, an address that changed) is nobody's work on the task. */
const isBookkeeping = ({ kind, name }: Actor): boolean => kind === 'sync' && name === 'Tandem'

/** Tasks that somebody other than the person touched last, within the hour. */
export function recentTouches(entries: readonly JournalEntry[], now: number): Map<number, Touch> {
  const last = new Map<number, Touch>()
  const created = new Map<string, number>()
  for (const { action, entity, actor } of entries) {
    if (entity === 'task' && action === 'created') created.set(actor.name, (created.get(actor.name) ?? 0) + 1)
  }
  const seen = new Set<number>()
  for (const entry of entries) {
    if (now - Date.parse(entry.at) > fresh) break
    if (entry.task_id === null || seen.has(entry.task_id) || isBookkeeping(entry.actor)) continue
    seen.add(entry.task_id)
    if (entry.action === 'created' && (created.get(entry.actor.name) ?? 0) > maxCreated) continue
    if (entry.actor.kind !== 'person' && entry.actor.kind !== 'system') last.set(entry.task_id, { actor: entry.actor, at: entry.at })
  }
  return last
}
