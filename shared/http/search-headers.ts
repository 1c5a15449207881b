// How an answer of search came about, as headers: what is missing in it, how long each stage took, and what was searched as text.
import { inHeader } from './in-header.ts'

export interface Searched {
  /** Stages that are missing in it. */
  degraded: readonly string[]
  /** Milliseconds by stage. */
  times?: Record<string, number>
  /** What looks like a filter and was searched as text. */
  hints?: readonly string[]
}

export function searchHeaders({ degraded, times = {}, hints = [] }: Searched): Record<string, string> {
  const timing = Object.entries(times).map(([stage, took]) => `${stage};dur=${took}`)
  return {
    ...(degraded.length > 0 ? { 'X-Search-Degraded': degraded.join(', ') } : {}),
    ...(timing.length > 0 ? { 'Server-Timing': timing.join(', ') } : {}),
    ...(hints.length > 0 ? { 'X-Search-Hint': inHeader(hints.join(' ')) } : {}),
  }
}
